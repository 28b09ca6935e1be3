/** Reads order-book messages as levels of both sides, gathered until the message that ends them. */
import { type Instrument, NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { RithmicMessage } from '#rithmic/wire/rithmic-wire.ts';
import { HAS_ASK, HAS_BID } from '#rithmic/wire/update-bits.ts';
import { ticksOf } from '#rithmic/wire/wire-price.ts';

const BOTH = HAS_BID | HAS_ASK;

export interface Level {
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly orders: number;
}

/** The sides that a message is about: of an image they are replaced, and the other one stays as it is. */
export function sidesOf({
  presenceBits,
  bidPrice = [],
  askPrice = [],
}: RithmicMessage<'OrderBook'>): readonly number[] {
  const bits =
    presenceBits ?? ((bidPrice.length > 0 ? HAS_BID : 0) | (askPrice.length > 0 ? HAS_ASK : 0) || BOTH);
  return [...((bits & HAS_BID) === 0 ? [] : [SIDE_BID]), ...((bits & HAS_ASK) === 0 ? [] : [SIDE_ASK])];
}

/** Levels of the message; a size of 0 removes one. Null where it is invalid. */
export function levelsOf(
  instrument: Instrument,
  message: RithmicMessage<'OrderBook'>,
): readonly Level[] | null {
  const { presenceBits = BOTH } = message;
  const bids =
    (presenceBits & HAS_BID) === 0
      ? []
      : sideLevels(instrument, SIDE_BID, message.bidPrice, message.bidSize, message.bidOrders);
  const asks =
    (presenceBits & HAS_ASK) === 0
      ? []
      : sideLevels(instrument, SIDE_ASK, message.askPrice, message.askSize, message.askOrders);
  return bids === null || asks === null ? null : [...bids, ...asks];
}

function sideLevels(
  instrument: Instrument,
  side: number,
  prices: readonly number[] = [],
  sizes: readonly number[] = [],
  orders: readonly number[] = [],
): readonly Level[] | null {
  const levels: Level[] = [];
  for (const [index, price] of prices.entries()) {
    const priceTicks = ticksOf(instrument, price);
    const size = sizes[index] ?? -1;
    if (priceTicks === NO_PRICE || size < 0) return null;
    levels.push({ side, priceTicks, size, orders: Math.max(0, orders[index] ?? 0) });
  }
  return levels;
}
