/** Quantiles of positive figures of any size in a few kilobytes: a histogram over the logarithm. */
import { log } from '#random/exact-math.ts';

const BINS = 200;
const BINS_PER_OCTAVE = 8;

export class LogHistogram {
  count = 0;
  readonly #bins = new Float64Array(BINS);

  add(value: number): void {
    const bin = Math.floor(BINS_PER_OCTAVE * (log(Math.max(1, value)) / Math.LN2));
    const at = Math.min(BINS - 1, bin);
    this.#bins[at]! += 1;
    this.count++;
  }

  /** Whether a value lies at or above the share of all that were added, to an eighth of an octave. */
  isAbove(value: number, share: number): boolean {
    const bin = Math.min(BINS - 1, Math.floor(BINS_PER_OCTAVE * (log(Math.max(1, value)) / Math.LN2)));
    let below = 0;
    for (let at = 0; at < bin; at++) below += this.#bins[at]!;
    return below >= share * this.count;
  }
}
