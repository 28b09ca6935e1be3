/** How many occurrences a window of five seconds usually holds at this time of the trading day: mean and variance. */
import { MINUTE_MS } from '@undertow/market';

const BUCKET_MS = 5 * MINUTE_MS;
/** 23 hours of five minutes on CME, 24 on venues that never close. */
const BUCKETS = 288;
const MAX_SESSIONS = 20;
/** Below this many earlier sessions the session to date is used. */
const WARM_SESSIONS = 3;
/** Sums a bucket: windows, occurrences, squared occurrences. */
const COLUMNS = 3;

/**
 * What is assumed before anything was seen, and how many windows it weighs (five minutes): four stops in a hundred
 * windows, sometimes two in one. Three in one window are then just short of 1 in 1000.
 */
const PRIOR_WINDOWS = 60;
const PRIOR_MEAN = 0.04;
const PRIOR_SQUARE = 0.055;

export interface CountMoments {
  readonly mean: number;
  readonly variance: number;
  /** False while fewer than three earlier sessions are known. */
  readonly warm: boolean;
}

/** The data of a baseline for a time of the day and the five minutes after it, as plain data. */
export interface CountState {
  readonly bucket: number;
  /** Of each session the sums of two buckets. */
  readonly sessions: readonly Float64Array[];
  readonly toDate: Float64Array;
}

const KEPT = 2 * COLUMNS;

export class CountBaseline {
  readonly #sessions: Float64Array[] = [];
  readonly #today = new Float64Array(BUCKETS * COLUMNS);
  readonly #toDate = new Float64Array(COLUMNS);

  /** For a replay of the next minutes; the rest of the day is left behind. */
  save(sinceOpenMs: number): CountState {
    const bucket = bucketOf(sinceOpenMs);
    const at = bucket * COLUMNS;
    const sessions = this.#sessions.map((session) => session.slice(at, at + KEPT));
    return { bucket, sessions, toDate: this.#toDate.slice() };
  }

  restore({ bucket, sessions, toDate }: CountState): void {
    for (const kept of sessions) {
      const session = new Float64Array(BUCKETS * COLUMNS);
      session.set(kept, bucket * COLUMNS);
      this.#sessions.push(session);
    }
    this.#toDate.set(toDate);
  }

  /** Counts one finished window that began `sinceOpenMs` after the open of the trading day. */
  addWindow(sinceOpenMs: number, count: number): void {
    const at = bucketOf(sinceOpenMs) * COLUMNS;
    addMoments(this.#today, at, count);
    addMoments(this.#toDate, 0, count);
  }

  /** Keeps the day as one of the last twenty sessions and begins an empty one. */
  endSession(): void {
    if (this.#toDate[0]! === 0) return;
    this.#sessions.push(this.#today.slice());
    if (this.#sessions.length > MAX_SESSIONS) this.#sessions.shift();
    this.#today.fill(0);
    this.#toDate.fill(0);
  }

  /** Moments of a window at a time since the open of the trading day. */
  moments(sinceOpenMs: number): CountMoments {
    const warm = this.#sessions.length >= WARM_SESSIONS;
    const sums: [number, number, number] = [
      PRIOR_WINDOWS,
      PRIOR_WINDOWS * PRIOR_MEAN,
      PRIOR_WINDOWS * PRIOR_SQUARE,
    ];
    if (warm) {
      const at = bucketOf(sinceOpenMs) * COLUMNS;
      for (const session of this.#sessions) addRow(sums, session, at);
    } else {
      addRow(sums, this.#toDate, 0);
    }
    const mean = sums[1] / sums[0];
    return { mean, variance: sums[2] / sums[0] - mean * mean, warm };
  }
}

function bucketOf(sinceOpenMs: number): number {
  return Math.min(BUCKETS - 1, Math.max(0, Math.floor(sinceOpenMs / BUCKET_MS)));
}

function addMoments(sums: Float64Array, at: number, count: number): void {
  sums[at]! += 1;
  sums[at + 1]! += count;
  sums[at + 2]! += count * count;
}

function addRow(sums: [number, number, number], from: Float64Array, at: number): void {
  sums[0] += from[at]!;
  sums[1] += from[at + 1]!;
  sums[2] += from[at + 2]!;
}
