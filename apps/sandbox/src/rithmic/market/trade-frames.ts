/** Trades and figures of the day on the wire. */
import { SIDE_ASK, SIDE_BID, type TradingStatus } from '@undertow/market';
import { frame, type Message } from '#rithmic/messages/gateway-messages.ts';
import type { DayFigures } from './day-figures.ts';
import type { WireInstrument } from './wire-instrument.ts';
import { bothTimes, gatewayTime, wirePrice } from './wire-values.ts';

const LAST_TRADE = 1;
const NET_CHANGE = 2;
const PERCENT_CHANGE = 4;
const VOLUME = 8;
const VWAP = 16;
const OPEN = 1;
const HIGH = 2;
const LOW = 4;
const CLOSE = 1;
const SETTLEMENT = 2;

/** Volume and average of the day after a trade; the average in ticks with a fraction. */
export interface DayTotals {
  readonly volume: number;
  readonly averageTicks: number | null;
}

/** One execution of a resting order; an auction has neither order. */
export interface Print {
  readonly priceTicks: number;
  readonly size: number;
  /** `SIDE_BID` buy, `SIDE_ASK` sell, `SIDE_NONE` neither. */
  readonly aggressorSide: number;
  readonly restingId: string | null;
  readonly aggressorId: string | null;
}

function aggressorField(side: number): Message<'LastTrade'> {
  if (side === SIDE_BID) return { aggressor: 1 };
  return side === SIDE_ASK ? { aggressor: 2 } : {};
}

function dayFields(of: WireInstrument, { volume, averageTicks }: DayTotals): Message<'LastTrade'> {
  return {
    volume,
    ...(averageTicks === null ? {} : { vwap: wirePrice(of.instrument, averageTicks) }),
  };
}

export function tradeFrame(
  of: WireInstrument,
  print: Print & DayTotals,
  exchangeNs: bigint,
  nowMs: number,
): Uint8Array {
  return frame('LastTrade', {
    symbol: of.symbol,
    exchange: of.exchange,
    presenceBits: LAST_TRADE | VOLUME | VWAP,
    tradePrice: wirePrice(of.instrument, print.priceTicks),
    tradeSize: print.size,
    ...aggressorField(print.aggressorSide),
    ...(print.restingId === null ? {} : { exchangeOrderId: print.restingId }),
    ...(print.aggressorId === null ? {} : { aggressorExchangeOrderId: print.aggressorId }),
    ...dayFields(of, print),
    ...bothTimes(exchangeNs, nowMs),
  });
}

/** The change since yesterday's close, without a trade; cleared where there was no yesterday. */
export function changeFrame(of: WireInstrument, day: DayFigures, nowMs: number): Uint8Array {
  const { closeTicks, lastTicks } = day;
  const known = closeTicks !== null && lastTicks !== null;
  const bits = NET_CHANGE | PERCENT_CHANGE;
  return frame('LastTrade', {
    symbol: of.symbol,
    exchange: of.exchange,
    ...(known
      ? {
          presenceBits: bits,
          netChange: wirePrice(of.instrument, lastTicks - closeTicks),
          percentChange: ((lastTicks - closeTicks) / closeTicks) * 100,
        }
      : { clearBits: bits }),
    ...gatewayTime(nowMs),
  });
}

/** The last trade for a client that came after it; null before the first. */
export function tradeImage(of: WireInstrument, day: DayFigures, nowMs: number): Uint8Array | null {
  if (day.lastTicks === null) return null;
  return frame('LastTrade', {
    symbol: of.symbol,
    exchange: of.exchange,
    isSnapshot: true,
    presenceBits: LAST_TRADE | VOLUME | VWAP,
    tradePrice: wirePrice(of.instrument, day.lastTicks),
    tradeSize: day.lastSize,
    ...aggressorField(day.lastSide),
    ...dayFields(of, day),
    ...gatewayTime(nowMs),
  });
}

/** Open, high and low of the day; null before its first trade. */
export function statisticsFrame(
  of: WireInstrument,
  day: DayFigures,
  nowMs: number,
  isSnapshot: boolean,
): Uint8Array | null {
  if (day.openTicks === null) return null;
  return frame('TradeStatistics', {
    symbol: of.symbol,
    exchange: of.exchange,
    ...(isSnapshot ? { isSnapshot } : {}),
    presenceBits: OPEN | HIGH | LOW,
    openPrice: wirePrice(of.instrument, day.openTicks),
    highPrice: wirePrice(of.instrument, day.highTicks),
    lowPrice: wirePrice(of.instrument, day.lowTicks),
    ...gatewayTime(nowMs),
  });
}

/** Close and settlement of the day before; cleared where there was none. */
export function closeFrame(of: WireInstrument, day: DayFigures, nowMs: number): Uint8Array {
  const date = day.closeDay?.replaceAll('-', '');
  const price = day.closeTicks === null ? null : wirePrice(of.instrument, day.closeTicks);
  return frame('EndOfDayPrices', {
    symbol: of.symbol,
    exchange: of.exchange,
    isSnapshot: true,
    ...(price === null || date === undefined
      ? { clearBits: CLOSE | SETTLEMENT }
      : {
          presenceBits: CLOSE | SETTLEMENT,
          closePrice: price,
          closeDate: date,
          settlementPrice: price,
          settlementDate: date,
        }),
    ...gatewayTime(nowMs),
  });
}

const MODES: Readonly<Record<TradingStatus, string>> = {
  preopen: 'Pre Open',
  open: 'Open',
  halt: 'Halted',
  close: 'Closed',
};

export function modeFrame(of: WireInstrument, status: TradingStatus, nowMs: number): Uint8Array {
  return frame('MarketMode', {
    symbol: of.symbol,
    exchange: of.exchange,
    marketMode: MODES[status],
    ...gatewayTime(nowMs),
  });
}
