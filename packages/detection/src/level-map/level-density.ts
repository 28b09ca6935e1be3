/** Kernel density of level-making facts on a tick array around the market, and its most prominent maxima. */

/** Ticks held to each side of the market; levels further away are no concern of the moment. */
const REACH = 512;
const SPAN = 2 * REACH + 1;
const MAX_PEAKS = 128;

/** A maximum of the density. */
interface DensityPeaks {
  count: number;
  readonly priceTicks: Int32Array;
  readonly prominence: Float64Array;
  readonly lowTicks: Int32Array;
  readonly highTicks: Int32Array;
}

interface WidthLimits {
  readonly leastTicks: number;
  readonly mostTicks: number;
}

/**
 * Rebuilt as a whole every few seconds: some hundreds of contributions of a few ticks each cost less than the
 * bookkeeping of single changes, and no rounding piles up.
 */
export class LevelDensity {
  readonly peaks: DensityPeaks = {
    count: 0,
    priceTicks: new Int32Array(MAX_PEAKS),
    prominence: new Float64Array(MAX_PEAKS),
    lowTicks: new Int32Array(MAX_PEAKS),
    highTicks: new Int32Array(MAX_PEAKS),
  };
  readonly #values = new Float64Array(SPAN);
  #baseTicks = 0;

  /** Empties the array and centres it on a price. */
  begin(centerTicks: number): void {
    this.#values.fill(0);
    this.#baseTicks = centerTicks - REACH;
  }

  /** Whether a price lies inside the array. */
  holds(priceTicks: number): boolean {
    return Math.abs(priceTicks - this.#baseTicks - REACH) <= REACH;
  }

  /** Adds a triangular kernel of half-width `bandwidth` (ticks) and height `weight`. */
  add(priceTicks: number, weight: number, bandwidth: number): void {
    const center = priceTicks - this.#baseTicks;
    const from = Math.max(0, Math.ceil(center - bandwidth));
    const to = Math.min(SPAN - 1, Math.floor(center + bandwidth));
    for (let at = from; at <= to; at += 1) {
      this.#values[at]! += weight * (1 - Math.abs(at - center) / bandwidth);
    }
  }

  at(priceTicks: number): number {
    const at = priceTicks - this.#baseTicks;
    return at >= 0 && at < SPAN ? this.#values[at]! : 0;
  }

  /** Finds all maxima; their edges are where the density has fallen to half of the peak. */
  findPeaks(limits: WidthLimits): DensityPeaks {
    const { peaks } = this;
    const values = this.#values;
    peaks.count = 0;
    for (let at = 1; at < SPAN - 1 && peaks.count < MAX_PEAKS; at += 1) {
      const value = values[at]!;
      // Of a plateau the first tick represents all.
      if (value <= 0 || value <= values[at - 1]! || value < values[at + 1]!) continue;
      const prominence = value - Math.max(this.#valley(at, -1), this.#valley(at, 1));
      if (prominence <= 0) continue;
      const place = peaks.count;
      peaks.priceTicks[place] = this.#baseTicks + at;
      peaks.prominence[place] = prominence;
      this.#writeEdges(place, at, limits);
      peaks.count += 1;
    }
    return peaks;
  }

  /** Lowest density on the way to something higher, or to the end of the array. */
  #valley(from: number, step: number): number {
    const peak = this.#values[from]!;
    let lowest = peak;
    for (let at = from + step; at >= 0 && at < SPAN; at += step) {
      const value = this.#values[at]!;
      if (value > peak) break;
      if (value < lowest) lowest = value;
      if (lowest === 0) break;
    }
    return lowest;
  }

  #writeEdges(place: number, at: number, { leastTicks, mostTicks }: WidthLimits): void {
    const half = this.#values[at]! / 2;
    let low = at;
    let high = at;
    const most = Math.floor((mostTicks - 1) / 2);
    while (at - low < most && low > 0 && this.#values[low - 1]! >= half) low -= 1;
    while (high - at < most && high < SPAN - 1 && this.#values[high + 1]! >= half) high += 1;
    while (high - low + 1 < leastTicks) high += 1;
    this.peaks.lowTicks[place] = this.#baseTicks + low;
    this.peaks.highTicks[place] = this.#baseTicks + high;
  }
}
