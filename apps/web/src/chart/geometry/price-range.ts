/** Which prices the chart shows: padded, recomputed only near the edges, eased. Pure: the time comes in. */

/** Ticks, may be fractions. */
export interface PriceRange {
  readonly low: number;
  readonly high: number;
}

interface HighLow {
  readonly highTicks: number;
  readonly lowTicks: number;
}

const PADDING_SHARE = 0.15;
/** Two ticks: 0.5 on ES. */
const MIN_PADDING_TICKS = 2;
const OUTER_SHARE = 0.1;
/** A range that became this much too large is recomputed too. */
const SHRINK_BELOW = 0.6;
export const RANGE_EASE_MS = 800;

/** Range of the bars with padding on both sides; null without bars. */
export function paddedRange(bars: readonly HighLow[]): PriceRange | null {
  if (bars.length === 0) return null;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const bar of bars) {
    if (bar.lowTicks < low) low = bar.lowTicks;
    if (bar.highTicks > high) high = bar.highTicks;
  }
  const padding = Math.max((high - low) * PADDING_SHARE, MIN_PADDING_TICKS);
  return { low: low - padding, high: high + padding };
}

/** True when the close is in the outer 10 % of the range or beyond it. */
export function nearEdge(range: PriceRange, closeTicks: number): boolean {
  const margin = (range.high - range.low) * OUTER_SHARE;
  return closeTicks < range.low + margin || closeTicks > range.high - margin;
}

function same(a: PriceRange, b: PriceRange): boolean {
  return a.low === b.low && a.high === b.high;
}

function eased(from: PriceRange, to: PriceRange, progress: number): PriceRange {
  const rest = (1 - progress) ** 3;
  return { low: to.low + (from.low - to.low) * rest, high: to.high + (from.high - to.high) * rest };
}

export interface RangeRequest {
  /** Visible bars. */
  readonly bars: readonly HighLow[];
  readonly closeTicks: number | null;
  /** Another instrument, timeframe or zoom: the range jumps. */
  readonly viewKey: string;
  readonly nowMs: number;
  /** The viewer prefers reduced motion. */
  readonly still: boolean;
}

/** Follows the bars from paint to paint. */
export class RangeFollower {
  #viewKey = '';
  #from: PriceRange | null = null;
  #to: PriceRange | null = null;
  #startMs = 0;

  /** The range to draw now; null without bars. */
  follow(request: RangeRequest): PriceRange | null {
    const wanted = paddedRange(request.bars);
    if (wanted === null) {
      this.#to = null;
      return null;
    }
    if (this.#to === null || request.viewKey !== this.#viewKey) {
      this.#jump(wanted, request.viewKey);
    } else if (this.#mustMove(this.#to, wanted, request.closeTicks)) {
      this.#from = this.#current(request.nowMs) ?? wanted;
      this.#to = wanted;
      this.#startMs = request.nowMs;
    }
    if (request.still) this.#from = this.#to;
    return this.#current(request.nowMs);
  }

  /** True while the range still moves, so that the next frame must be painted. */
  moving(nowMs: number): boolean {
    return (
      this.#from !== null &&
      this.#to !== null &&
      !same(this.#from, this.#to) &&
      nowMs < this.#startMs + RANGE_EASE_MS
    );
  }

  #jump(range: PriceRange, viewKey: string): void {
    this.#viewKey = viewKey;
    this.#from = range;
    this.#to = range;
  }

  #mustMove(to: PriceRange, wanted: PriceRange, closeTicks: number | null): boolean {
    if (same(to, wanted)) return false;
    if (wanted.low + MIN_PADDING_TICKS < to.low || wanted.high - MIN_PADDING_TICKS > to.high) return true;
    if (wanted.high - wanted.low < (to.high - to.low) * SHRINK_BELOW) return true;
    return closeTicks !== null && nearEdge(to, closeTicks);
  }

  #current(nowMs: number): PriceRange | null {
    if (this.#from === null || this.#to === null) return this.#to;
    const progress = (nowMs - this.#startMs) / RANGE_EASE_MS;
    if (progress >= 1) return this.#to;
    return eased(this.#from, this.#to, Math.max(0, progress));
  }
}
