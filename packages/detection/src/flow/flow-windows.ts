/** Sums of several measures over the last 0.1, 1, 10 and 60 seconds on one clock of 100 ms. */
import type { FlowWindow } from './order-flow.ts';

const WINDOWS: readonly FlowWindow[] = [100, 1000, 10_000, 60_000];
const BUCKET_MS = 100;
const BUCKETS = 600;
const COUNT = WINDOWS.length;
/** Length of each window in buckets. */
const LENGTHS = Int32Array.from(WINDOWS, (window) => window / BUCKET_MS);

/** A window holds its full buckets and the running one: it is exact to one bucket. */
export class FlowWindows {
  readonly #series: number;
  /** One row of buckets a series. */
  readonly #buckets: Float64Array;
  readonly #totals: Float64Array;
  /** Of the bucket that runs, one a series. The measuring code adds here. */
  readonly running: Float64Array;
  #newest = 0;

  constructor(series: number) {
    this.#series = series;
    this.#buckets = new Float64Array(series * BUCKETS);
    this.#totals = new Float64Array(series * COUNT);
    this.running = new Float64Array(series);
  }

  sum(series: number, window: FlowWindow): number {
    return this.#totals[series * COUNT + columnOf(window)]! + this.running[series]!;
  }

  /** A full 100 ms passed: the running bucket is closed. */
  tick(): void {
    const { running } = this;
    const buckets = this.#buckets;
    const totals = this.#totals;
    const series = this.#series;
    this.#newest = (this.#newest + 1) % BUCKETS;
    for (let one = 0; one < series; one += 1) {
      const row = one * BUCKETS;
      const value = running[one]!;
      for (let window = 0; window < COUNT; window += 1) {
        const leaving = this.#newest - LENGTHS[window]!;
        const gone = buckets[row + (leaving < 0 ? leaving + BUCKETS : leaving)]!;
        totals[one * COUNT + window] = totals[one * COUNT + window]! + value - gone;
      }
      buckets[row + this.#newest] = value;
      running[one] = 0;
    }
  }
}

function columnOf(window: FlowWindow): number {
  if (window <= 1000) return window === 100 ? 0 : 1;
  return window === 10_000 ? 2 : 3;
}
