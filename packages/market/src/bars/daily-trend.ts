/** Daily Trend of the product: one pure rule over the closes of the last ten bars (ten-minute bars here). */

import type { Trend } from '#events/vocabulary.ts';
import type { Bar } from './bar.ts';

const BARS = 10;
const CHANGE = 0.005;
const RANGE = 0.003;

/**
 * Bullish when the change from the first to the last close exceeds +0.5 % and the closes' range exceeds 0.3 % of the
 * first, bearish when the change is below -0.5 % with such a range, else (and below ten bars) consolidating. Input:
 * bars oldest first; only the last ten count.
 */
export function dailyTrend(bars: readonly Pick<Bar, 'closeTicks'>[]): Trend {
  const closes = bars.slice(-BARS).map((bar) => bar.closeTicks);
  const first = closes[0];
  const last = closes[closes.length - 1];
  if (closes.length < BARS || first === undefined || last === undefined || first === 0)
    return 'consolidating';
  const base = Math.abs(first);
  const change = (last - first) / base;
  const range = (Math.max(...closes) - Math.min(...closes)) / base;
  if (range <= RANGE) return 'consolidating';
  if (change > CHANGE) return 'bullish';
  return change < -CHANGE ? 'bearish' : 'consolidating';
}
