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

export const BUSY_STATUSES = [429, 500, 503, 504] as const;
type BusyStatus = (typeof BUSY_STATUSES)[number];
export const DOWNLOADS = ['whole', 'cut', 'short', 'silent'] as const;

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
  /** Historical requests that are refused from now on, and with which status. */
  readonly busyRequests: number;
  readonly busyStatus: BusyStatus;
  /**
   * Historical files: whole, cut in the middle with the connection, ended in the middle as if they were whole, or silent
   * from the middle on.
   */
  readonly downloads: (typeof DOWNLOADS)[number];
  /** Replays older than this are refused (8); null leaves the vendor's day and week. */
  readonly replayReachMs: number | null;
  /** Replays stop after their first records: neither live records nor the end follow. */
  readonly replayStalls: boolean;
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
  busyStatus: 429,
  downloads: 'whole',
  replayReachMs: null,
  replayStalls: false,
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

  /** The status that a historical request is to be refused with, or null. */
  takeBusy(): BusyStatus | null {
    const { busyRequests, busyStatus } = this.#now;
    if (busyRequests === 0) return null;
    this.set({ busyRequests: busyRequests - 1 });
    return busyStatus;
  }
}
