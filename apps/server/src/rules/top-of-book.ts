/** The ten best levels a side of a book, as the product shows them. */
import type { EncodableLevel } from '@undertow/contracts';
import { type LevelBook, type OrderBook, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { BookFacts } from '#ports/bus.ts';

const DEPTH = 10;

export class TopOfBook {
  readonly #prices = new Int32Array(DEPTH);
  readonly #sizes = new Int32Array(DEPTH);
  readonly #orders = new Int32Array(DEPTH);

  /** Best first. Numbers of orders are null where `hasOrders` is false and the feed has levels without them. */
  read(book: OrderBook | LevelBook, hasOrders: boolean): BookFacts {
    return { bids: this.#side(book, hasOrders, SIDE_BID), asks: this.#side(book, hasOrders, SIDE_ASK) };
  }

  #side(book: OrderBook | LevelBook, hasOrders: boolean, side: number): EncodableLevel[] {
    const count = book.copyTop(side, DEPTH, this.#prices, this.#sizes, this.#orders);
    const levels: EncodableLevel[] = [];
    for (let n = 0; n < count; n += 1) {
      const orders = this.#orders[n]!;
      levels.push({
        priceTicks: this.#prices[n]!,
        size: this.#sizes[n]!,
        orders: !hasOrders && orders === 0 ? null : orders,
      });
    }
    return levels;
  }
}
