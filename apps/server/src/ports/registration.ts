/** The port of registrations and consents, independent of their implementation. */
import type { ConsentKind, MARKET_DATA_STATUSES, TRADING_EXPERIENCES } from '@undertow/contracts';

export interface Registration {
  readonly firstName: string;
  readonly lastName: string;
  /** Contact only: the address of the account is the one that the issuer verified. */
  readonly email: string;
  readonly company: string | null;
  readonly phone: string | null;
  readonly tradingExperience: (typeof TRADING_EXPERIENCES)[number];
  readonly marketDataStatus: (typeof MARKET_DATA_STATUSES)[number];
}

export interface Consent {
  readonly kind: ConsentKind;
  readonly version: string;
  readonly atMs: number;
}

/** Where a consent came from: an address is stored as a keyed hash only. */
export interface ConsentSource {
  readonly userId: string;
  readonly ipHash: string;
  readonly requestId: string;
}

export interface Registrations {
  find(userId: string): Promise<Registration | undefined>;
  /** Every consent given, oldest first. */
  consents(userId: string): Promise<readonly Consent[]>;
  /**
   * Stores or replaces the registration, appends a consent to each text of the registration in the version in force,
   * and writes the audit row; all or nothing.
   */
  save(registration: Registration, from: ConsentSource, nowMs: number): Promise<void>;
  /** Appends the consent to one text in the version in force. */
  consent(kind: ConsentKind, from: ConsentSource, nowMs: number): Promise<void>;
  /** True: registered, and every text of the registration was agreed to in the version in force. */
  isComplete(userId: string): Promise<boolean>;
}
