/** How many contracts an order has: quantiles measured on the recording, continued by clusters at round numbers and a tail. */
import { pow } from '#random/exact-math.ts';
import type { RandomStream } from '#random/random.ts';

const CELLS = 4096;

/** A distribution on 1, 2, 3, … drawn from a table with one random word. */
export class SizeLaw {
  readonly mean: number;
  readonly #sizes = new Uint16Array(CELLS);

  /**
   * @param points cumulative probability and the size reached there, rising; between points sizes are geometric.
   * @param power exponent that shrinks (below 1) the sizes of thinner products
   * @param factor multiplies every size
   */
  constructor(points: readonly (readonly [number, number])[], power: number, factor = 1) {
    let sum = 0;
    let segment = 0;
    for (let cell = 0; cell < CELLS; cell++) {
      const quantile = (cell + 0.5) / CELLS;
      while (quantile > (points[segment + 1]?.[0] ?? 1)) segment++;
      const [fromP, fromSize] = points[segment]!;
      const [toP, toSize] = points[segment + 1]!;
      const share = (quantile - fromP) / (toP - fromP);
      const size = fromSize * pow(toSize / fromSize, share);
      this.#sizes[cell] = roundToCluster(Math.max(1, Math.floor(factor * pow(size, power) + 0.5)), cell);
      sum += this.#sizes[cell]!;
    }
    this.mean = sum / CELLS;
  }

  draw(random: RandomStream): number {
    return this.#sizes[random.uint32() >>> 20]!;
  }
}

/** Traders like 10, 15, 20, 25, 50, 100: every second size of 9 and more falls on a multiple of five. */
function roundToCluster(size: number, cell: number): number {
  return size >= 9 && cell % 2 === 0 ? Math.round(size / 5) * 5 : size;
}

/** Sizes of entered orders on the ES recording: half of them 1, 90 % up to 4, one in a hundred above 16, at most 233. */
export const ADD_SIZES: readonly (readonly [number, number])[] = [
  [0, 1],
  [0.57, 1],
  [0.75, 2],
  [0.9, 4],
  [0.95, 7],
  [0.99, 16],
  [0.999, 60],
  [1, 233],
];

/** Sizes of aggressors on the ES recording: median 1, 90 % up to 7, 99 % up to 37, mean 3.4 (agents add large ones). */
export const AGGRESSOR_SIZES: readonly (readonly [number, number])[] = [
  [0, 1],
  [0.55, 1],
  [0.75, 2],
  [0.9, 4.5],
  [0.97, 15],
  [0.99, 34],
  [0.999, 100],
  [1, 300],
];
