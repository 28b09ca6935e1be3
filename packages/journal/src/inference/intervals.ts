/** Intervals in closed form: for a rate (Wilson, Clopper and Pearson) and for a mean (Student's t). */
import jStat from 'jstat';

/** Low and high end. */
export type Interval = readonly [number, number];

/** Below this many trades a rate gets the exact interval, from here on Wilson's. */
const EXACT_BELOW = 30;
const NORMAL_975 = 1.959963984540054;

/**
 * Interval of a rate by Wilson's score (1927), 95 %: `successes` of `n`, 0 <= successes <= n. Null for n = 0. Ends lie
 * within 0 and 1.
 */
export function wilsonInterval(successes: number, n: number): Interval | null {
  if (n <= 0) return null;
  const rate = successes / n;
  const square = NORMAL_975 ** 2;
  const scale = 1 + square / n;
  const centre = (rate + square / (2 * n)) / scale;
  const half = (NORMAL_975 / scale) * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n * n));
  return [Math.max(0, centre - half), Math.min(1, centre + half)];
}

/** Exact interval of a rate by the quantiles of the beta distribution (Clopper and Pearson 1934). Null for n = 0. */
export function clopperPearsonInterval(successes: number, n: number, level = 0.95): Interval | null {
  if (n <= 0) return null;
  const tail = (1 - level) / 2;
  return [
    successes === 0 ? 0 : jStat.beta.inv(tail, successes, n - successes + 1),
    successes === n ? 1 : jStat.beta.inv(1 - tail, successes + 1, n - successes),
  ];
}

/** 95 % interval of a rate: exact below 30 trades, Wilson's from there on. */
export function rateInterval(successes: number, n: number): Interval | null {
  return n < EXACT_BELOW ? clopperPearsonInterval(successes, n) : wilsonInterval(successes, n);
}

/** Interval around an estimate with a standard error of so many degrees of freedom. */
export function tIntervalOfError(
  estimate: number,
  standardError: number,
  degreesOfFreedom: number,
  level = 0.95,
): Interval | null {
  if (degreesOfFreedom < 1) return null;
  const half = jStat.studentt.inv((1 + level) / 2, degreesOfFreedom) * standardError;
  return [estimate - half, estimate + half];
}
