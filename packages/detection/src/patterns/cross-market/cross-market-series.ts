/** The last mid changes of one instrument, and what two such series have in common although they never change together. */

export const RING = 16_384;
/** Engines of different products are not in step below this. */
const FINEST_MS = 1;

/** A ring of changes; times never fall. */
export class MidSeries {
  readonly #times = new Float64Array(RING);
  readonly #mids = new Float64Array(RING);
  #newest = -1;
  #kept = 0;

  /** Number of changes that can be read; `at` counts from the oldest. */
  get count(): number {
    return this.#kept;
  }

  timeMs(at: number): number {
    return this.#times[this.#slot(at)]!;
  }

  midTicks(at: number): number {
    return this.#mids[this.#slot(at)]!;
  }

  get lastMs(): number {
    return this.#newest < 0 ? Number.NaN : this.#times[this.#newest]!;
  }

  get lastTicks(): number {
    return this.#newest < 0 ? Number.NaN : this.#mids[this.#newest]!;
  }

  /** A mid that is no change is left out; changes within a millisecond are one. */
  add(timeMs: number, midTicks: number): void {
    if (midTicks === this.lastTicks) return;
    if (this.#newest >= 0 && timeMs - this.lastMs < FINEST_MS) {
      this.#mids[this.#newest] = midTicks;
      return;
    }
    this.#newest = (this.#newest + 1) % RING;
    this.#times[this.#newest] = timeMs;
    this.#mids[this.#newest] = midTicks;
    this.#kept = Math.min(RING, this.#kept + 1);
  }

  clear(): void {
    this.#newest = -1;
    this.#kept = 0;
  }

  /** First change at or after the instant; `count` where there is none. */
  firstFrom(timeMs: number): number {
    let low = 0;
    let high = this.#kept;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.timeMs(middle) < timeMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #slot(at: number): number {
    return (this.#newest - this.#kept + 1 + at + RING) % RING;
  }
}

export interface CoMovement {
  /** Hayashi and Yoshida's covariance, and the realised variances, ticks squared. */
  covariance: number;
  varianceX: number;
  varianceY: number;
  changesX: number;
  changesY: number;
}

/**
 * Covariance of two series over a span by Hayashi and Yoshida (2005): each change of one times all changes of the other
 * whose spans overlap with its own. Nothing is interpolated, and trading at different times does not bias it.
 */
export function coMovement(x: MidSeries, y: MidSeries, fromMs: number, toMs: number): CoMovement {
  const result = { covariance: 0, varianceX: 0, varianceY: 0, changesX: 0, changesY: 0 };
  const firstY = Math.max(1, y.firstFrom(fromMs));
  const endY = y.firstFrom(toMs);
  for (let at = firstY; at < endY; at += 1) {
    result.varianceY += (y.midTicks(at) - y.midTicks(at - 1)) ** 2;
    result.changesY += 1;
  }
  const endX = x.firstFrom(toMs);
  // Ends of the spans of y that hold the beginning and the end of a span of x.
  let before = Math.max(0, firstY - 1);
  let after = before;
  for (let at = Math.max(1, x.firstFrom(fromMs)); at < endX; at += 1) {
    const change = x.midTicks(at) - x.midTicks(at - 1);
    const start = x.timeMs(at - 1);
    const end = x.timeMs(at);
    while (before + 1 < y.count && y.timeMs(before + 1) <= start) before += 1;
    while (after < y.count - 1 && y.timeMs(after) < end) after += 1;
    result.varianceX += change * change;
    result.changesX += 1;
    if (y.count > 0) result.covariance += change * (y.midTicks(after) - y.midTicks(before));
  }
  return result;
}
