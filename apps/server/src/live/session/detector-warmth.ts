/** Since when detectors know what is usual: before that they miss events, and the status says so. */
import { MINUTE_MS } from '@undertow/market';

/** As much of the market they have to see, as before an instant that is replayed. */
const WARM_MS = 10 * MINUTE_MS;

export class DetectorWarmth {
  readonly #learntMs: number;
  #untilMs = Number.NaN;

  /** `learntMs`: up to when they had learnt before, milliseconds since 1970 UTC; left out where they begin anew. */
  constructor(learntMs = Number.NEGATIVE_INFINITY) {
    this.#learntMs = learntMs;
  }

  /** The detectors process the market of this instant. */
  watch(atMs: number): void {
    if (!Number.isNaN(this.#untilMs)) return;
    this.#untilMs = atMs - this.#learntMs < WARM_MS ? atMs : atMs + WARM_MS;
  }

  /** Until when they are warming up; null once they are warm, and before their first row. */
  warmingUntilMs(atMs: number): number | null {
    return atMs < this.#untilMs ? this.#untilMs : null;
  }
}
