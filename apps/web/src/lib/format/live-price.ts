/** The newest price and its change on the day, from the socket's forming bar and the polled facts. Pure. */
import type { MarketDataBar, SessionFacts } from '@undertow/contracts';
import { subtractDecimals } from './formats.ts';

export interface LivePrice {
  readonly last: string | null;
  readonly change: string | null;
  readonly changePercent: number | null;
}

const CHANGE_FROM = {
  settlement: 'from settlement',
  last_price: 'from last close',
  first_price: 'from first price',
} as const;

/** What the day's change is counted from, in words; null where there is no change. */
export function changeFromWords(facts: SessionFacts | null): string | null {
  return facts === null || facts.changeFrom === null ? null : CHANGE_FROM[facts.changeFrom];
}

/** The facts say what the day's change is counted from; the bar may know a newer price. */
export function livePrice(
  liveBars: readonly MarketDataBar[],
  facts: SessionFacts | null,
  decimals: number,
): LivePrice {
  const last = liveBars.at(-1)?.close ?? facts?.lastPrice ?? null;
  if (last === null || facts === null || facts.lastPrice === null || facts.change === null) {
    return { last, change: facts?.change ?? null, changePercent: facts?.changePercent ?? null };
  }
  const from = subtractDecimals(facts.lastPrice, facts.change, decimals);
  const change = subtractDecimals(last, from, decimals);
  const base = Number(from);
  return { last, change, changePercent: base === 0 ? null : (Number(change) / base) * 100 };
}
