/** The ten best levels of a book as plain facts. */
import { type InstrumentMarket, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { BookFacts, BookLevelFacts } from '#ports/bus.ts';

const DEPTH = 10;

export class TopOfBook {
  readonly #prices = new Int32Array(DEPTH);
  readonly #sizes = new Int32Array(DEPTH);
  readonly #orders = new Int32Array(DEPTH);

  /** Best first, at most ten a side. Numbers of orders are null where the feed keeps levels without them. */
  read(market: InstrumentMarket): BookFacts {
    return { bids: this.#side(market, SIDE_BID), asks: this.#side(market, SIDE_ASK) };
  }

  #side(market: InstrumentMarket, side: number): BookLevelFacts[] {
    const count = market.book.copyTop(side, DEPTH, this.#prices, this.#sizes, this.#orders);
    const levels: BookLevelFacts[] = [];
    for (let n = 0; n < count; n += 1) {
      const orders = this.#orders[n]!;
      levels.push({
        priceTicks: this.#prices[n]!,
        size: this.#sizes[n]!,
        orders: market.orders === null && orders === 0 ? null : orders,
      });
    }
    return levels;
  }
}
