/** Which zones differ from arbitrary prices: p-values against the null and false discovery rates over all live zones. */
import type { LevelTouches } from './level-touches.ts';
import { type PseudoLevels, TESTED_TOUCHES } from './pseudo-levels.ts';

/** Measured again when it is requested after this long: what rests in the zones changes. */
const TEST_EVERY_MS = 5000;

export class LevelSignificance {
  readonly #touches: LevelTouches;
  readonly #arbitrary: PseudoLevels;
  readonly #zones: number;
  readonly #pValues: Float64Array;
  readonly #rates: Float64Array;
  /** P-values and rates of the tested zones only, one after the other. */
  readonly #tested: Float64Array;
  readonly #testedRates: Float64Array;
  #testedMs = Number.NaN;

  constructor(touches: LevelTouches, arbitrary: PseudoLevels, zones: number) {
    this.#touches = touches;
    this.#arbitrary = arbitrary;
    this.#zones = zones;
    this.#pValues = new Float64Array(zones).fill(1);
    this.#rates = new Float64Array(zones).fill(1);
    this.#tested = new Float64Array(zones);
    this.#testedRates = new Float64Array(zones);
  }

  /** False discovery rate at which the zone would be accepted; 1 while it is not tested. */
  rateOf(slot: number, timeMs: number): number {
    this.#refresh(timeMs);
    return this.#rates[slot]!;
  }

  pValueOf(slot: number, timeMs: number): number {
    this.#refresh(timeMs);
    return this.#pValues[slot]!;
  }

  /** A touch was settled or a zone came or went. */
  forget(): void {
    this.#testedMs = Number.NaN;
  }

  #refresh(timeMs: number): void {
    if (timeMs < this.#testedMs + TEST_EVERY_MS) return;
    this.#testedMs = timeMs;
    let count = 0;
    for (let slot = 0; slot < this.#zones; slot += 1) {
      this.#pValues[slot] = this.#isTested(slot) ? this.#arbitrary.pValue(slot) : 1;
      if (this.#isTested(slot)) this.#tested[count++] = this.#pValues[slot]!;
    }
    falseDiscoveryRates(this.#tested, count, this.#testedRates);
    count = 0;
    for (let slot = 0; slot < this.#zones; slot += 1) {
      this.#rates[slot] = this.#isTested(slot) ? this.#testedRates[count++]! : 1;
    }
  }

  #isTested(slot: number): boolean {
    return this.#touches.isLive[slot] === 1 && this.#touches.weight[slot]! >= TESTED_TOUCHES;
  }
}

/**
 * Benjamini and Hochberg 1995: the smallest false discovery rate at which each of `count` p-values would be accepted,
 * written to `out`. Equal to the p-value for a single one.
 */
export function falseDiscoveryRates(pValues: ArrayLike<number>, count: number, out: Float64Array): void {
  const order = Array.from({ length: count }, (_, index) => index).sort(
    (one, other) => pValues[other]! - pValues[one]!,
  );
  let least = 1;
  order.forEach((index, fromLargest) => {
    least = Math.min(least, (pValues[index]! * count) / (count - fromLargest));
    out[index] = least;
  });
}
