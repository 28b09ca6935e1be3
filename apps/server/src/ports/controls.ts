/** The ports of the switches and of the notice on every page. */
import type { SiteNotice, SiteState, SwitchKind } from '@undertow/contracts';

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

export interface ControlState {
  /** Those that were ever switched. */
  readonly switches: readonly StoredSwitch[];
  readonly notice: StoredNotice | null;
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
}

/** The switches and the notice as this process sees them: in memory, at most a second old. */
export interface Controls {
  isOff(kind: SwitchKind, key: string): boolean;
  siteState(): SiteState;
  /** Called when something may have changed. */
  onChange(listener: () => void): () => void;
  /** Reads them again. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}
