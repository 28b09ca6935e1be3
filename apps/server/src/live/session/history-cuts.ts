/**
 * When history that a session catches up with is published: in short steps near the present, once a minute before that.
 */
import { type EpochMs, epochMs, LATE_ARRIVAL_MS, LATE_NEWS_MS, MINUTE_MS } from '@undertow/market';

/** Rows this much older than the feed's present are history that is being caught up. */
const BACKFILL_LAG_MS = 2000;
/** History that a delayed view will show is cut in short steps, older history once a minute. */
const FINE_CUT_MS = 1000;
const COARSE_CUT_MS = MINUTE_MS;
const FINE_SPAN_MS = 20 * MINUTE_MS;

/** Market time whose rows came late, milliseconds since 1970 UTC. */
export interface TimeBehind {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
  /** How late the latest of those rows that are news. */
  readonly lateMs: number;
  /** Rows before this came too late to be news; null where all are. */
  readonly skippedToMs: EpochMs | null;
}

export class HistoryCuts {
  readonly #replaySpeed: number;
  readonly #onCaughtUp: ((behind: TimeBehind) => void) | undefined;
  #isBehind = false;
  #behind: Omit<TimeBehind, 'toMs'> | null = null;
  /** Rises while rows come too late to be news. */
  #newsFromMs = Number.MAX_SAFE_INTEGER;
  #wasLive = false;
  #hadPast = false;
  #dueMs = Number.NEGATIVE_INFINITY;

  /** `replaySpeed`: a fast replay covers that many times as much of its own time in the same hiccup. */
  constructor(replaySpeed: number | null, onCaughtUp?: (behind: TimeBehind) => void) {
    this.#onCaughtUp = onCaughtUp;
    this.#replaySpeed = Math.max(1, replaySpeed ?? 1);
  }

  /** The session was opened at `nowMs`. */
  open(nowMs: number): void {
    this.#newsFromMs = nowMs;
  }

  /** A user may have waited for what happened since the session was opened: it is news, unless it came too late. */
  get newsFromMs(): EpochMs {
    return epochMs(this.#newsFromMs);
  }

  /** The rows taken last are history. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** True when the lag must be checked before the row of this instant. In the present a timer cuts, not the rows. */
  isDue(timeMs: number): boolean {
    return timeMs >= this.#dueMs;
  }

  /** Checks the lag of a row. True when what came before it is to be published now. */
  check(timeMs: number, presentMs: number): boolean {
    const lagMs = presentMs - timeMs;
    const isHistory = this.#isHistory(lagMs);
    if (isHistory) this.#note(timeMs, presentMs);
    this.#isBehind ||= isHistory;
    const step = lagMs > FINE_SPAN_MS ? COARSE_CUT_MS : FINE_CUT_MS;
    // In the present the next check is for rows that lag behind once more
    this.#dueMs = isHistory ? (Math.floor(timeMs / step) + 1) * step : timeMs + BACKFILL_LAG_MS;
    return this.#isBehind;
  }

  /** The next cut is no later than this. */
  cutBefore(timeMs: number): void {
    this.#dueMs = Math.min(this.#dueMs, timeMs);
  }

  /** Past that comes by itself: the rows after it are of the present, however long they waited for that. */
  takePast(): void {
    this.#hadPast = true;
  }

  /** Rows that are no past by themselves. */
  beginLive(): void {
    this.#wasLive ||= this.#hadPast;
  }

  #note(timeMs: number, presentMs: number): void {
    // What a session begins with is not late
    if (timeMs < this.#newsFromMs) return;
    const atMs = epochMs(timeMs);
    const { fromMs, lateMs, skippedToMs } = this.#behind ?? { fromMs: atMs, lateMs: 0, skippedToMs: null };
    const oldestMs = presentMs - LATE_NEWS_MS * this.#replaySpeed;
    if (timeMs < oldestMs) {
      this.#newsFromMs = oldestMs;
      this.#behind = { fromMs, lateMs, skippedToMs: epochMs(oldestMs) };
    } else this.#behind = { fromMs, lateMs: Math.max(lateMs, Math.round(presentMs - timeMs)), skippedToMs };
  }

  /** All rows of a batch were taken; true when the session has just caught up. */
  endBatch(timeMs: number, presentMs: number, isRestored: boolean): boolean {
    const wasBehind = this.#isBehind;
    const lagMs = presentMs - timeMs;
    const isHistory = this.#isHistory(lagMs);
    if (isHistory) this.#note(timeMs, presentMs);
    this.#isBehind = isHistory;
    if (!isHistory && isRestored) this.#wasLive = true;
    if (lagMs <= BACKFILL_LAG_MS * this.#replaySpeed) this.#reportBehind(timeMs);
    return wasBehind && !isHistory;
  }

  /** Once rows come in time again: a lag about the limit is one time, and not many. */
  #reportBehind(timeMs: number): void {
    const behind = this.#behind;
    this.#behind = null;
    if (behind !== null) this.#onCaughtUp?.({ ...behind, toMs: epochMs(timeMs) });
  }

  #isHistory(lagMs: number): boolean {
    // Once a session was live, a hiccup of this process or of the feed does not make history: its events are still news
    return lagMs > (this.#wasLive ? LATE_ARRIVAL_MS : BACKFILL_LAG_MS) * this.#replaySpeed;
  }
}
