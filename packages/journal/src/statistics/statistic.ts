/** A figure that never comes without its sample: value, how many, interval, or the reason why there is none. */

export const NO_VALUE_REASONS = [
  'no-trades',
  'too-few',
  'too-few-days',
  'no-losses',
  'no-wins',
  'no-variation',
  'no-balance',
  'no-stops',
  'no-excursions',
  'costs-unknown',
  'no-drawdown',
  'not-positive',
  'mixed-currencies',
] as const;
export type NoValueReason = (typeof NO_VALUE_REASONS)[number];

export interface Statistic {
  /** Null with a reason; never NaN or Infinity. Money in micros, rates 0 to 1, times in milliseconds. */
  readonly value: number | null;
  /** Trades, or days where the figure is one of days. */
  readonly n: number;
  readonly ci95: readonly [number, number] | null;
  readonly reason?: NoValueReason;
  /** False while the sample is below what one may judge by. */
  readonly judged: boolean;
}
