/** Position of a group of trades on its line, and the same in words. Pure. */
import type { TradeGroupDto } from '@undertow/contracts';
import { countOf, formatAmount } from '#lib/format/formats.ts';

export interface GroupPlaces {
  readonly mean: number;
  readonly interval: readonly [number, number] | null;
  readonly judged: boolean;
  readonly words: string;
}

/** A group too small for a figure still has its mean: net over trades, drawn hollow. */
export function groupPlaces(
  { label, n, days, net, expectancy }: TradeGroupDto,
  currency: string | null,
): GroupPlaces {
  const mean = expectancy.value === null ? (n === 0 ? 0 : Number(net) / n) : Number(expectancy.value);
  const { ci95, judged } = expectancy;
  const amount = (value: string): string => formatAmount(value, currency, { signed: true });
  const interval: readonly [number, number] | null =
    ci95 === null ? null : [Number(ci95[0]), Number(ci95[1])];
  const range =
    ci95 === null ? 'too few days for an interval' : `95% interval ${amount(ci95[0])} to ${amount(ci95[1])}`;
  const words = `${label}: ${amount(mean.toFixed(2))} a trade, ${range}, ${countOf(n, 'trade')} on ${countOf(days, 'day')}`;
  return { mean, interval, judged, words };
}
