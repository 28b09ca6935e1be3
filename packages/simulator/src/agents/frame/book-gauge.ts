/** What a trader reads from the book: how large orders and levels usually are here and now. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { awayStep } from '#flow/book-weights.ts';
import type { MarketAccess } from './market-access.ts';

const LEVELS = 10;

/** Whether both sides have a best price. */
export function hasBothSides(market: MarketAccess): boolean {
  return market.bestTicks(SIDE_BID) !== NO_PRICE && market.bestTicks(SIDE_ASK) !== NO_PRICE;
}

/** Mean displayed size of an order on the ten best ticks of both sides, at least 1. */
export function typicalOrder(market: MarketAccess): number {
  const { ladder } = market.engine;
  let size = 0;
  let count = 0;
  for (const side of [SIDE_BID, SIDE_ASK])
    for (let k = 0; k < LEVELS; k++) {
      const price = ladder.bestTicks(side) + awayStep(side) * k;
      size += ladder.sizeAt(side, price);
      count += ladder.countAt(side, price);
    }
  return count === 0 ? 1 : Math.max(1, size / count);
}

/** Median displayed size of the ten best ticks of both sides, at least 1. */
export function typicalLevel(market: MarketAccess): number {
  const { ladder } = market.engine;
  const sizes: number[] = [];
  for (const side of [SIDE_BID, SIDE_ASK])
    for (let k = 0; k < LEVELS; k++)
      sizes.push(ladder.sizeAt(side, ladder.bestTicks(side) + awayStep(side) * k));
  sizes.sort((a, b) => a - b);
  return Math.max(1, sizes[LEVELS]!);
}

/** Displayed size of the best ticks of a side. */
export function depthOf(market: MarketAccess, side: number, levels: number): number {
  const { ladder } = market.engine;
  let size = 0;
  for (let k = 0; k < levels; k++) size += ladder.sizeAt(side, ladder.bestTicks(side) + awayStep(side) * k);
  return size;
}

/** Displayed contracts ahead of an order in the queue at its price. */
export function queueAhead(market: MarketAccess, slot: number): number {
  const { orders } = market.engine;
  let ahead = 0;
  for (let at = orders.previous[slot]!; at >= 0; at = orders.previous[at]!) ahead += orders.size[at]!;
  return ahead;
}
