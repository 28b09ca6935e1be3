/**
 * When history that a session catches up with is published: in short steps near the present, once a minute before that.
 */
import { LATE_ARRIVAL_MS, MINUTE_MS } from '@undertow/market';

/** Rows this much older than the feed's present are history that is being caught up. */
const BACKFILL_LAG_MS = 2000;
/** History that a delayed view will show is cut in short steps, older history once a minute. */
const FINE_CUT_MS = 1000;
const COARSE_CUT_MS = MINUTE_MS;
const FINE_SPAN_MS = 20 * MINUTE_MS;

export class HistoryCuts {
  readonly #replaySpeed: number;
  #isBehind = false;
  #wasLive = false;
  #hadPast = false;
  #dueMs = Number.NEGATIVE_INFINITY;

  /** `replaySpeed`: a fast replay covers that many times as much of its own time in the same hiccup. */
  constructor(replaySpeed: number | null) {
    this.#replaySpeed = Math.max(1, replaySpeed ?? 1);
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

  /** All rows of a batch were taken; true when the session has just caught up. */
  endBatch(timeMs: number, presentMs: number, isRestored: boolean): boolean {
    const wasBehind = this.#isBehind;
    this.#isBehind = this.#isHistory(presentMs - timeMs);
    if (!this.#isBehind && isRestored) this.#wasLive = true;
    return wasBehind && !this.#isBehind;
  }

  #isHistory(lagMs: number): boolean {
    // Once a session was live, a hiccup of this process or of the feed does not make history: its events are still news
    return lagMs > (this.#wasLive ? LATE_ARRIVAL_MS : BACKFILL_LAG_MS) * this.#replaySpeed;
  }
}
