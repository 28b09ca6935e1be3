/** What a book shows, for tests: its best levels and the orders of a queue. */
import type { OrderBook } from '#book/order-book.ts';
import type { PriceLevels } from '#book/price-levels.ts';

/** The best levels of a side, best first, as [price, size, orders]. */
export function topOf(book: PriceLevels, side: number, depth = 100): number[][] {
  const columns = [new Int32Array(depth), new Int32Array(depth), new Int32Array(depth)] as const;
  const count = book.copyTop(side, depth, ...columns);
  return Array.from({ length: count }, (_, row) => columns.map((values) => values[row]!));
}

/** Ids of the orders at a price, first in the queue first. */
export function queueOf(book: OrderBook, side: number, priceTicks: number): number[] {
  const ids: number[] = [];
  for (let slot = book.firstOrder(side, priceTicks); slot > 0; slot = book.nextOrder(slot))
    ids.push((book.orderHi(slot) >>> 0) * 2 ** 32 + (book.orderLo(slot) >>> 0));
  return ids;
}
