/** The ports of the switches, of the notice on every page, and of the licence terms of the venues. */
import type {
  LicenceAnswer,
  LicenceRequest,
  LicenceTerm,
  SiteNotice,
  SiteState,
  SwitchKind,
} from '@undertow/contracts';

export interface StoredSwitch {
  readonly kind: SwitchKind;
  readonly key: string;
  readonly off: boolean;
  readonly changedAtMs: number;
  readonly changedBy: string;
  readonly reason: string;
}

export interface StoredNotice extends Omit<SiteNotice, 'until'> {
  readonly untilMs: number | null;
}

export interface StoredLicence extends LicenceTerm {
  /** Null, all three, until it is first changed. */
  readonly changedAtMs: number | null;
  readonly changedBy: string | null;
  readonly reason: string | null;
}

export interface ControlState {
  /** Those that were ever switched. */
  readonly switches: readonly StoredSwitch[];
  readonly notice: StoredNotice | null;
  /** One a venue and kind of data. */
  readonly licences: readonly StoredLicence[];
}

/** Who changes something, for the audit log. */
export interface ControlActor {
  readonly actor: string;
  readonly requestId: string;
}

export interface ControlStore {
  read(): Promise<ControlState>;
  /** Writes the switch and its audit row; no effect when it is set so already. */
  setSwitch(
    change: Pick<StoredSwitch, 'kind' | 'key' | 'off' | 'reason'>,
    by: ControlActor,
    nowMs: number,
  ): Promise<void>;
  /** Writes the notice and its audit row; no effect when it is the same already. */
  setNotice(notice: Omit<StoredNotice, 'id'> | null, by: ControlActor, nowMs: number): Promise<void>;
  /** Writes the term and its audit row; no effect when it is the same already. */
  setLicence(term: LicenceTerm & { readonly reason: string }, by: ControlActor, nowMs: number): Promise<void>;
}

/** The licence terms as this process sees them: in memory, at most a second old. */
export interface Licences {
  /** Null where the market needs no licence: the simulated exchange, or none. */
  licenceTerms(): readonly LicenceTerm[] | null;
  /**
   * The one answer for every place and channel where data of the platform's feed leaves the server. Account feeds are
   * licensed to their owner by their broker and are not covered.
   */
  may(request: LicenceRequest): LicenceAnswer;
  /** Called when something may have changed. */
  onChange(listener: () => void): () => void;
}

/** The switches, the notice and the licences as this process sees them: in memory, at most a second old. */
export interface Controls extends Licences {
  isOff(kind: SwitchKind, key: string): boolean;
  siteState(): SiteState;
  /** Reads them again. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}
