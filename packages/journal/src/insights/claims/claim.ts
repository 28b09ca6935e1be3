/** Questions of the catalogue before they are answered: what is compared, how it is tested, and the texts for it. */

import type { ShufflePlan } from '#insights/tests/shuffle-plan.ts';
import type { SeededRandom } from '#numbers/random.ts';
import type { InsightDetail, InsightKind } from './insight.ts';

/** Rows included: 1 yes, 0 no; null for all. */
export type RowMask = Uint8Array | null;

/** p-value of one claim, two-sided unless the claim has one direction, and the signed statistic. */
export interface TestAnswer {
  readonly p: number;
  readonly t: number;
}

/** Null where the rows that are left cannot be tested. */
export type ClaimTest = (rows: RowMask, plan: ShufflePlan, random: SeededRandom) => TestAnswer | null;

/** Membership of a row in a claim. */
export const OUTSIDE = 0;
export const SLICE = 1;
export const REST = 2;

/** Texts of a claim. Sentences are composed in `claim-sentences.ts`; every figure in them comes from the finding. */
export interface ClaimTexts {
  /** `You do worse on Fridays`; for the side that is found. */
  readonly title: { readonly better: string; readonly worse: string };
  /** Begins the sentence: `Trades on Fridays`. */
  readonly subject: string;
  /** What it is compared with: `your other days`. */
  readonly against: string;
  /** One change that can be checked later. */
  readonly action: { readonly better: string; readonly worse: string };
  /** What exactly was compared and how it was tested, for "how this was computed". */
  readonly definition: string;
}

/** Averages of a claim over some rows. NaN where a side is empty. */
export interface Averages {
  readonly n: number;
  readonly restN: number;
  readonly mean: number;
  /** Average of the rest, or the fixed figure. */
  readonly baseline: number;
  readonly difference: number;
  /** Difference after the slice is shrunk to the average of all (k = 20). */
  readonly shrunk: number;
}

/** One slice of the trades against the rest of them or against a fixed figure. */
export interface Claim {
  readonly key: string;
  /** The averaged values, one per row. */
  readonly values: Float64Array;
  /** `OUTSIDE`, `SLICE` or `REST`, one a row. */
  readonly members: Uint8Array;
  /** Figure that the slice is compared with where there is no rest. */
  readonly bound: number | null;
  /** `ratio`: values are natural logarithms, and e to the difference is shown. */
  readonly unit: 'micros-per-trade' | 'rate' | 'ratio';
  readonly test: ClaimTest;
  readonly texts: ClaimTexts;
  /**
   * `money`: above the rest is a strength, below a weakness. `more-is-worse`: only above the bound is a finding, a
   * weakness. `only-better`: only above the bound is a finding, a strength. `behaviour`: only above the rest is a
   * finding, and it is shown as a change to try, because it is not money.
   */
  readonly meaning: 'money' | 'more-is-worse' | 'behaviour' | 'only-better';
  /** Further figures for the text and for the reader. */
  readonly details: readonly InsightDetail[];
  /** First sentence where it is not the usual one; `sample` is `31 trades, 14 days`. */
  readonly sentence?: (averages: Averages, sample: string, currency: string | null) => string;
}

/** One test of the catalogue: an overall test, and the claims that are examined if it passes. */
export interface Question {
  readonly kind: InsightKind;
  /** Also the name of its random sequence. */
  readonly name: string;
  /** Weight in the correction: how many slices the overall test covers. */
  readonly shares: number;
  /** The overall test; null where the one claim is the test. */
  readonly overall: ((plan: ShufflePlan, random: SeededRandom) => TestAnswer | null) | null;
  readonly claims: readonly Claim[];
}
