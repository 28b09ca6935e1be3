/** Bars out of stored trades: of time, of trades, of volume, of range, and the volume at each price. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { TradeColumns } from './trade-store.ts';

/** Prices in ticks, volumes in contracts. */
export interface TradedBar {
  /** Times of the first and the last trade, milliseconds since 1970 UTC. */
  firstMs: number;
  lastMs: number;
  openTicks: number;
  highTicks: number;
  lowTicks: number;
  closeTicks: number;
  trades: number;
  volume: number;
  /** Sold into bids, bought from asks. */
  bidVolume: number;
  askVolume: number;
}

/** A span of stored trades, by their indices. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** The bar of trades from one index to before another; there is at least one. */
export function barOf(store: TradeColumns, { from, to }: Span): TradedBar {
  const first = store.priceTicks[from]!;
  const bar: TradedBar = {
    firstMs: store.timeMs[from]!,
    lastMs: store.timeMs[to - 1]!,
    openTicks: first,
    highTicks: first,
    lowTicks: first,
    closeTicks: store.priceTicks[to - 1]!,
    trades: to - from,
    volume: 0,
    bidVolume: 0,
    askVolume: 0,
  };
  for (let at = from; at < to; at++) {
    const ticks = store.priceTicks[at]!;
    const size = store.size[at]!;
    const side = store.side[at]!;
    if (ticks > bar.highTicks) bar.highTicks = ticks;
    if (ticks < bar.lowTicks) bar.lowTicks = ticks;
    bar.volume += size;
    if (side === SIDE_BID) bar.askVolume += size;
    else if (side === SIDE_ASK) bar.bidVolume += size;
  }
  return bar;
}

/** Spans of the trades between two indices whose key is the same. */
export function spansBy(store: TradeColumns, from: number, to: number, keyOf: (timeMs: number) => number) {
  const spans: (Span & { readonly key: number })[] = [];
  let begin = from;
  while (begin < to) {
    const key = keyOf(store.timeMs[begin]!);
    let end = begin + 1;
    while (end < to && keyOf(store.timeMs[end]!) === key) end++;
    spans.push({ from: begin, to: end, key });
    begin = end;
  }
  return spans;
}

/** What closes a bar that does not count by time. */
export type BarLimit =
  | { readonly kind: 'trades'; readonly count: number }
  | { readonly kind: 'volume'; readonly contracts: number }
  | { readonly kind: 'range'; readonly ticks: number };

/** Index after the last trade of the bar that begins at `from`; the last bar may be short of its limit. */
export function endOfBar(store: TradeColumns, from: number, to: number, limit: BarLimit): number {
  if (limit.kind === 'trades') return Math.min(to, from + limit.count);
  let volume = 0;
  let high = store.priceTicks[from]!;
  let low = high;
  for (let at = from; at < to; at++) {
    const ticks = store.priceTicks[at]!;
    volume += store.size[at]!;
    high = Math.max(high, ticks);
    low = Math.min(low, ticks);
    if (limit.kind === 'volume' ? volume >= limit.contracts : high - low >= limit.ticks) return at + 1;
  }
  return to;
}

/** Volume and trades at one price of a bar. */
export interface PriceRow {
  noneVolume: number;
  bidVolume: number;
  askVolume: number;
  noneTrades: number;
  bidTrades: number;
  askTrades: number;
}

/** What traded at each price, lowest first. */
export function profileOf(store: TradeColumns, { from, to }: Span): readonly (readonly [number, PriceRow])[] {
  const prices = new Map<number, PriceRow>();
  for (let at = from; at < to; at++) {
    const ticks = store.priceTicks[at]!;
    const row = prices.get(ticks) ?? emptyRow();
    prices.set(ticks, row);
    addTrade(row, store.side[at]!, store.size[at]!);
  }
  return [...prices].sort(([a], [b]) => a - b);
}

function emptyRow(): PriceRow {
  return { noneVolume: 0, bidVolume: 0, askVolume: 0, noneTrades: 0, bidTrades: 0, askTrades: 0 };
}

/** A buyer takes from the ask, a seller from the bid. */
function addTrade(row: PriceRow, side: number, size: number): void {
  if (side === SIDE_BID) {
    row.askVolume += size;
    row.askTrades++;
  } else if (side === SIDE_ASK) {
    row.bidVolume += size;
    row.bidTrades++;
  } else {
    row.noneVolume += size;
    row.noneTrades++;
  }
}
