/** Makes valid figures: no value without a sample, no NaN, a reason where there is no value. */

import type { Interval } from '#inference/intervals.ts';
import type { FigureFormat } from './figures.ts';
import type { NoValueReason, Statistic } from './statistic.ts';

/** A figure that cannot be had. */
export function missing(reason: NoValueReason, n = 0): Statistic {
  return { value: null, n, ci95: null, reason, judged: false };
}

/** Money and durations are whole micros and milliseconds; -0 is 0. */
function tidy(value: number, unit: FigureFormat['unit']): number {
  return (unit === 'money' || unit === 'duration' ? Math.round(value) : value) + 0;
}

/**
 * The figure of a format from its value, when the sample `n` reaches what the format requires. A value that is not
 * finite becomes `no-variation` (something was divided by nothing); callers name the better reason first.
 */
export function figureOf(
  format: FigureFormat,
  n: number,
  value: number,
  interval: Interval | null,
): Statistic {
  if (n < format.show) return missing('too-few', n);
  if (!Number.isFinite(value)) return missing('no-variation', n);
  return {
    value: tidy(value, format.unit),
    n,
    ci95: interval && [tidy(interval[0], format.unit), tidy(interval[1], format.unit)],
    judged: n >= format.judge,
  };
}
