/**
 * Sharpe ratios of sessions, and what luck makes of the best of many: Bailey and López de Prado, "The Deflated Sharpe Ratio", Journal of
 * Portfolio Management 40(5), 2014.
 */
import { normalBelow, normalQuantile } from './normal.ts';

const EULER = 0.577_215_664_901_532_9;

export interface Moments {
  readonly count: number;
  readonly mean: number;
  /** Of the population. */
  readonly deviation: number;
  readonly skewness: number;
  /** 3 of a normal distribution. */
  readonly kurtosis: number;
}

export function momentsOf(values: readonly number[]): Moments {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const central = (power: number): number =>
    values.reduce((sum, value) => sum + (value - mean) ** power, 0) / count;
  const deviation = Math.sqrt(central(2));
  return {
    count,
    mean,
    deviation,
    skewness: central(3) / deviation ** 3,
    kurtosis: central(4) / deviation ** 4,
  };
}

/** Of the mean: equal results differ by the rounding of their sum, and would have a ratio of billions. */
export const MIN_DEVIATION = 1e-7;

/** Of one session; null where all results are equal or there are fewer than two. */
export function sharpeOf({ count, mean, deviation }: Moments): number | null {
  return count < 2 || !(deviation > MIN_DEVIATION * Math.abs(mean)) ? null : mean / deviation;
}

/** The best Sharpe ratio to expect of so many rules without an edge whose ratios vary so much. */
export function luckySharpe(rules: number, variance: number): number {
  if (rules < 2 || !(variance > 0)) return 0;
  const best = (1 - EULER) * normalQuantile(1 - 1 / rules) + EULER * normalQuantile(1 - 1 / (rules * Math.E));
  return Math.sqrt(variance) * best;
}

export interface SharpeSample extends Pick<Moments, 'count' | 'skewness' | 'kurtosis'> {
  readonly sharpe: number;
}

/** Chance that the true Sharpe ratio exceeds a benchmark; all ratios of one session. */
export function chanceAbove({ sharpe, count, skewness, kurtosis }: SharpeSample, benchmark: number): number {
  const spread = 1 - skewness * sharpe + ((kurtosis - 1) / 4) * sharpe * sharpe;
  return normalBelow(((sharpe - benchmark) * Math.sqrt(count - 1)) / Math.sqrt(spread));
}

export function varianceOf(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
}
