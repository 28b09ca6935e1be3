/** A whole book as rows that rebuild it: every order in its queue, or every level where the feed has no orders. */
import { ACTION_ADD, ACTION_LEVEL, type LevelBook, OrderBook, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { BOOK_WIDTH } from './tape-codec.ts';

/** Levels of a side that are read; deeper ones reach no detector. */
const MAX_LEVELS = 2048;
const prices = new Int32Array(MAX_LEVELS);
const sizes = new Int32Array(MAX_LEVELS);
const orders = new Int32Array(MAX_LEVELS);

class RowList {
  #values = new Int32Array(4096 * BOOK_WIDTH);
  #length = 0;

  push(row: readonly number[]): void {
    if (this.#length + BOOK_WIDTH > this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values.set(row, this.#length);
    this.#length += BOOK_WIDTH;
  }

  take(): Int32Array {
    return this.#values.slice(0, this.#length);
  }
}

/** Rows of `BOOK_WIDTH` values. */
export function readBook(book: OrderBook | LevelBook): Int32Array {
  const rows = new RowList();
  for (const side of [SIDE_BID, SIDE_ASK]) {
    const levels = book.copyTop(side, MAX_LEVELS, prices, sizes, orders);
    for (let level = 0; level < levels; level += 1) {
      const price = prices[level]!;
      if (book instanceof OrderBook) readQueue(book, side, price, rows);
      else rows.push([ACTION_LEVEL, side, price, sizes[level]!, 0, 0, orders[level]!]);
    }
  }
  return rows.take();
}

function readQueue(book: OrderBook, side: number, price: number, rows: RowList): void {
  for (let slot = book.firstOrder(side, price); slot !== -1; slot = book.nextOrder(slot)) {
    rows.push([ACTION_ADD, side, price, book.orderSize(slot), book.orderHi(slot), book.orderLo(slot), 0]);
  }
}
