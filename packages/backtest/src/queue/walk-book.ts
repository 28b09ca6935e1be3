/** What a market order pays that takes the displayed book, level by level. */
import { NO_PRICE, type PriceLevels, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { MarketFill } from '#engine/session-prices.ts';

const LEVELS = 50;
const prices = new Int32Array(LEVELS);
const sizes = new Int32Array(LEVELS);
const orders = new Int32Array(LEVELS);

/** Null where the book is empty, crossed, or shows too little. `side`: 1 to buy. */
export function walkBook(book: PriceLevels, side: 1 | -1, size: number): MarketFill | null {
  const { bestBidTicks, bestAskTicks } = book;
  if (bestBidTicks === NO_PRICE || bestAskTicks === NO_PRICE || bestBidTicks >= bestAskTicks) return null;
  const count = book.copyTop(side > 0 ? SIDE_ASK : SIDE_BID, LEVELS, prices, sizes, orders);
  let [left, sum] = [size, 0];
  for (let level = 0; level < count && left > 0; level += 1) {
    const taken = Math.min(left, sizes[level]!);
    sum += taken * prices[level]!;
    left -= taken;
  }
  return left > 0 ? null : { ticks: sum / size, middleTicks: (bestBidTicks + bestAskTicks) / 2 };
}
