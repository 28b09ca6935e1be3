/** Bars as fields of messages. */
import type { Instrument } from '@undertow/market';
import type { BarLimit, TradedBar } from '#rithmic/market/make-bars.ts';
import { wirePrice } from '#rithmic/market/wire-values.ts';

/** Kinds of `bar_type` of bars that do not count by time. */
export const TICK_BAR = 1;
const RANGE_BAR = 2;
const VOLUME_BAR = 3;
export const REGULAR = 1;

export function priceFields(instrument: Instrument, bar: TradedBar) {
  return {
    openPrice: wirePrice(instrument, bar.openTicks),
    highPrice: wirePrice(instrument, bar.highTicks),
    lowPrice: wirePrice(instrument, bar.lowTicks),
    closePrice: wirePrice(instrument, bar.closeTicks),
  };
}

export function volumeFields(bar: TradedBar) {
  return {
    numTrades: bar.trades,
    volume: bar.volume,
    bidVolume: bar.bidVolume,
    askVolume: bar.askVolume,
  };
}

const seconds = (timeMs: number): number => Math.floor(timeMs / 1000);
const micros = (timeMs: number): number => Math.floor((timeMs % 1000) * 1000);

/** Open and close of a bar that does not count by time. */
export function spanFields({ firstMs, lastMs }: TradedBar) {
  return {
    dataBarSsboe: [seconds(firstMs), seconds(lastMs)],
    dataBarUsecs: [micros(firstMs), micros(lastMs)],
  };
}

interface LimitRequest {
  readonly barType?: number;
  readonly barSubType?: number;
  readonly barTypeSpecifier?: string;
}

/** What closes the bars of a request; null for unsupported ones. */
export function limitOf({ barType, barSubType, barTypeSpecifier = '' }: LimitRequest): BarLimit | null {
  const amount = Number(barTypeSpecifier);
  if (!Number.isInteger(amount) || amount < 1 || (barSubType ?? REGULAR) !== REGULAR) return null;
  if (barType === TICK_BAR) return { kind: 'trades', count: amount };
  if (barType === VOLUME_BAR) return { kind: 'volume', contracts: amount };
  return barType === RANGE_BAR ? { kind: 'range', ticks: amount } : null;
}
