/** The book by price on the wire: an image, then the levels that an event touched. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { frame, type Message } from '#rithmic/messages/gateway-messages.ts';
import type { DepthBook, DepthChange } from './depth-book.ts';
import type { WireInstrument } from './wire-instrument.ts';
import { gatewayTime, wirePrice } from './wire-values.ts';

const NO_BOOK = 2;
const SNAPSHOT_IMAGE = 3;
const BEGIN = 4;
const MIDDLE = 5;
const END = 6;
const SOLO = 7;
const BID = 1;
const ASK = 2;
/** Levels of one message; an event that touched more is split into several. */
const LEVELS_A_FRAME = 3;

interface Level {
  readonly side: number;
  readonly priceTicks: number;
  /** 0 takes the level away. */
  readonly size: number;
  readonly orders: number;
}

function sideColumns(of: WireInstrument, levels: readonly Level[]) {
  return {
    prices: levels.map(({ priceTicks }) => wirePrice(of.instrument, priceTicks)),
    sizes: levels.map(({ size }) => size),
    orders: levels.map(({ orders }) => orders),
    implied: levels.map(() => 0),
  };
}

function bookFrame(
  of: WireInstrument,
  updateType: number,
  levels: readonly Level[],
  nowMs: number,
): Uint8Array {
  const bids = sideColumns(
    of,
    levels.filter(({ side }) => side === SIDE_BID),
  );
  const asks = sideColumns(
    of,
    levels.filter(({ side }) => side === SIDE_ASK),
  );
  const values: Message<'OrderBook'> = {
    symbol: of.symbol,
    exchange: of.exchange,
    updateType,
    presenceBits: (bids.prices.length > 0 ? BID : 0) | (asks.prices.length > 0 ? ASK : 0),
    bidPrice: bids.prices,
    bidSize: bids.sizes,
    bidOrders: bids.orders,
    implBidSize: bids.implied,
    askPrice: asks.prices,
    askSize: asks.sizes,
    askOrders: asks.orders,
    implAskSize: asks.implied,
    ...gatewayTime(nowMs),
  };
  return frame('OrderBook', values);
}

function allLevels(book: DepthBook, side: number): Level[] {
  const { prices, sizes, counts } = book.columns(side);
  return Array.from(prices, (priceTicks, n) => ({
    side,
    priceTicks,
    size: sizes[n]!,
    orders: counts[n]!,
  }));
}

/** The whole book by price. */
export function bookImage(of: WireInstrument, book: DepthBook, nowMs: number): Uint8Array {
  const levels = [...allLevels(book, SIDE_BID), ...allLevels(book, SIDE_ASK)];
  return bookFrame(of, book.isEmpty ? NO_BOOK : SNAPSHOT_IMAGE, levels, nowMs);
}

function touchedLevels(book: DepthBook, changes: readonly DepthChange[]): Level[] {
  const touched = new Map<string, Level>();
  const touch = (side: number, priceTicks: number) =>
    touched.set(`${side} ${priceTicks}`, {
      side,
      priceTicks,
      size: book.orders.levelSize(side, priceTicks),
      orders: book.orders.levelOrders(side, priceTicks),
    });
  for (const { side, priceTicks, priceBeforeTicks } of changes) {
    touch(side, priceTicks);
    if (priceBeforeTicks !== null) touch(side, priceBeforeTicks);
  }
  return [...touched.values()];
}

function typeOfPart(part: number, parts: number): number {
  if (parts === 1) return SOLO;
  if (part === 0) return BEGIN;
  return part === parts - 1 ? END : MIDDLE;
}

/** What an event left at the prices that it touched: one message, or a begin, middles and an end. */
export function levelFrames(
  of: WireInstrument,
  book: DepthBook,
  changes: readonly DepthChange[],
  nowMs: number,
): readonly Uint8Array[] {
  const levels = touchedLevels(book, changes);
  const parts = Math.ceil(levels.length / LEVELS_A_FRAME);
  return Array.from({ length: parts }, (_, part) => {
    const own = levels.slice(part * LEVELS_A_FRAME, (part + 1) * LEVELS_A_FRAME);
    return bookFrame(of, typeOfPart(part, parts), own, nowMs);
  });
}
