/** The venue's present: never before what it has sent, never back, and not moved by a clock that is far off. */
import { type EpochMs, epochMs } from '@undertow/market';

/** What the exchange stamps this far ahead of our clock does not move the present. */
const MAX_AHEAD_MS = 60_000;

export class VenueClock {
  readonly #nowMs: () => number;
  readonly #onAhead: (reason: string) => void;
  #reachedMs = Number.NEGATIVE_INFINITY;
  #isAheadShown = false;

  /** `onAhead` is called once, with what to do, where the clocks disagree. */
  constructor(nowMs: () => number, onAhead: (reason: string) => void) {
    this.#nowMs = nowMs;
    this.#onAhead = onAhead;
  }

  nowMs(): EpochMs {
    this.#reachedMs = Math.max(this.#reachedMs, this.#nowMs());
    return epochMs(this.#reachedMs);
  }

  /** Rows of this instant were sent. */
  reach(timeMs: number): void {
    const aheadMs = timeMs - this.#nowMs();
    if (aheadMs <= MAX_AHEAD_MS) {
      this.#reachedMs = Math.max(this.#reachedMs, timeMs);
    } else if (!this.#isAheadShown) {
      this.#isAheadShown = true;
      const seconds = Math.round(aheadMs / 1000);
      this.#onAhead(`the exchange's time is ${seconds} s ahead of this machine's clock: check the clock`);
    }
  }
}
