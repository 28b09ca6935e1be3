/**
 * How far the balance of the book has moved from what was usual: Wasserstein-1 between the weighted imbalances of the
 * last half minute and of half an hour, against what that distance itself usually is (Tao, Day, Ling and Drapeau 2022).
 */
import { HOUR_MS } from '@undertow/market';
import { RollingQuantile } from '#statistics/rolling-quantile.ts';

/** Cells of the imbalance, -1 to 1. */
const CELLS = 40;
const CELL_WIDTH = 2 / CELLS;
/** Samples, one a second. */
const RECENT = 30;
/** A sample's weight in the baseline falls to 1 / e in half an hour. */
const KEPT = Math.exp(-1 / 1800);
/** Ten minutes of baseline before a distance means anything. */
const MIN_WEIGHT = 500;
/** A distance is taken every five seconds: nearer ones share most of their samples. */
const EVERY = 5;
/** Distances before there is a null to compare with: ten minutes. */
const MIN_NULL = 120;
const NULL_HALF_LIFE_MS = 2 * HOUR_MS;
/** The null is kept in thousandths of the imbalance. */
const SCALE = 1000;

export interface ImbalanceShift {
  /** 0 to 2. */
  readonly distance: number;
  /** Recent mean less baseline mean: above 0 the book leans more to the bid. */
  readonly lean: number;
  /** What is usual, and what one distance in a hundred exceeds. */
  readonly usual: number;
  readonly rare: number;
}

export class ImbalanceShiftGauge {
  readonly #baseline = new Float64Array(CELLS);
  readonly #recent = new Float64Array(CELLS);
  readonly #ring = new Float64Array(RECENT);
  readonly #null = new RollingQuantile(NULL_HALF_LIFE_MS);
  #samples = 0;

  /** One sample of the second. Returns a shift every five seconds once there is something to compare it with. */
  sample(imbalance: number, timeMs: number): ImbalanceShift | null {
    this.#put(imbalance);
    this.#null.advance(timeMs);
    if (this.#samples % EVERY !== 0 || this.#samples < MIN_WEIGHT) return null;
    const { distance, lean } = this.#compare();
    const isKnown = this.#null.weight >= MIN_NULL;
    const usual = this.#null.quantile(0.5) / SCALE;
    // Within a cell values cannot be distinguished.
    const rare = Math.max(CELL_WIDTH, this.#null.quantile(0.99) / SCALE);
    // Judged against earlier distances only.
    this.#null.add(Math.max(1, Math.round(distance * SCALE)));
    return isKnown ? { distance, lean, usual, rare } : null;
  }

  /** After a hole nothing recent is known; what was usual stays. */
  interrupt(): void {
    this.#recent.fill(0);
    this.#samples = 0;
    this.#baseline.fill(0);
  }

  #put(imbalance: number): void {
    const slot = this.#samples % RECENT;
    if (this.#samples >= RECENT) {
      const left = cellOf(this.#ring[slot]!);
      this.#recent[left]! -= 1;
      // What leaves the half minute joins the baseline, so that neither holds the other's samples.
      for (let cell = 0; cell < CELLS; cell += 1) this.#baseline[cell]! *= KEPT;
      this.#baseline[left]! += 1;
    }
    this.#ring[slot] = imbalance;
    const cell = cellOf(imbalance);
    this.#recent[cell]! += 1;
    this.#samples += 1;
  }

  /** In one dimension the distance is the area between the two distribution functions. */
  #compare(): { distance: number; lean: number } {
    const total = this.#baseline.reduce((sum, weight) => sum + weight, 0);
    let distance = 0;
    let lean = 0;
    let apart = 0;
    for (let cell = 0; cell < CELLS; cell += 1) {
      const more = this.#recent[cell]! / RECENT - this.#baseline[cell]! / total;
      apart += more;
      distance += Math.abs(apart) * CELL_WIDTH;
      lean += more * ((cell + 0.5) * CELL_WIDTH - 1);
    }
    return { distance, lean };
  }
}

function cellOf(imbalance: number): number {
  return Math.min(CELLS - 1, Math.max(0, Math.floor((imbalance + 1) / CELL_WIDTH)));
}
