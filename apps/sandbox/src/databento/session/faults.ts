/** Faults that are switched on for a test; the same seed gives the same disorder. */
import { seededDraws } from '@undertow/market';

/** Shares of market-by-order events, 0 to 1. */
export interface Disorder {
  /** Sent after the event that follows it. */
  readonly reorder: number;
  /** Sent twice. */
  readonly duplicate: number;
  /** Not sent; the event after it warns of a book that may be bad. */
  readonly skip: number;
}

export const REFUSALS = ['auth', 'deactivated', 'limit', 'internal'] as const;
export type Refusal = (typeof REFUSALS)[number];

export interface FaultSettings {
  /** Every login is refused so; null lets the key decide. */
  readonly refuse: Refusal | null;
  /** A refusal is the answer to the login, or the login succeeds and an error record follows the start. */
  readonly refuseAs: 'text' | 'record';
  /** Symbols that do not resolve. */
  readonly unknownSymbols: readonly string[];
  /** Every subscription is invalid. */
  readonly invalidSubscriptions: boolean;
  /** Bytes go out in pieces of so many; null leaves them whole. */
  readonly splitBytes: number | null;
  /** Nothing is sent, not even heartbeats. */
  readonly silent: boolean;
  /** Wait before the greeting, and before the metadata. */
  readonly startDelayMs: number;
  /** Snapshots never end. */
  readonly snapshotWithoutLast: boolean;
  /** Version of the metadata and of all records; 4 is one that no client knows, with records of version 3. */
  readonly version: 1 | 2 | 3 | 4;
  readonly disorder: Disorder;
  /** Historical requests that are answered with 429 from now on. */
  readonly busyRequests: number;
}

const ORDERLY: Disorder = { reorder: 0, duplicate: 0, skip: 0 };

export const NO_FAULTS: FaultSettings = {
  refuse: null,
  refuseAs: 'text',
  unknownSymbols: [],
  invalidSubscriptions: false,
  splitBytes: null,
  silent: false,
  startDelayMs: 0,
  snapshotWithoutLast: false,
  version: 3,
  disorder: ORDERLY,
  busyRequests: 0,
};

export class Faults {
  readonly random: () => number;
  #now: FaultSettings;

  constructor(seed: number, settings: Partial<FaultSettings> = {}) {
    this.random = seededDraws(seed);
    this.#now = { ...NO_FAULTS, ...settings };
  }

  get now(): FaultSettings {
    return this.#now;
  }

  /** What is left out stays as it is. */
  set(settings: Partial<FaultSettings>): void {
    this.#now = { ...this.#now, ...settings };
  }

  /** Whether a historical request is to be refused as one too many. */
  takeBusy(): boolean {
    const { busyRequests } = this.#now;
    if (busyRequests > 0) this.set({ busyRequests: busyRequests - 1 });
    return busyRequests > 0;
  }
}
