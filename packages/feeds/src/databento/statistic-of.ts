/** Settlement and open interest out of the exchange's statistics. */
import { MS_NS } from '@undertow/market';
import type { DbnStatistic } from '#dbn/decode/decode-records.ts';
import type { DatabentoStatistic } from './databento-feed.ts';

const SETTLEMENT = 3;
const OPEN_INTEREST = 9;

/** Null for other statistics, undefined values, and a price that is no whole number of ticks. */
export function statisticOf(
  { statType, priceNanos, quantity, timeNs }: DbnStatistic,
  instrumentId: number,
  tickNanos: number | null,
): DatabentoStatistic | null {
  const timeMs = Number(timeNs) / MS_NS;
  if (statType === OPEN_INTEREST && quantity !== null)
    return { instrumentId, kind: 'open_interest', value: Number(quantity), timeMs };
  if (statType !== SETTLEMENT || priceNanos === null || tickNanos === null) return null;
  const value = Number(priceNanos) / tickNanos;
  return Number.isInteger(value) ? { instrumentId, kind: 'settlement', value, timeMs } : null;
}
