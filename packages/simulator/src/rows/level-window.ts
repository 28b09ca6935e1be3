/** The best levels of a book as a feed of levels last sent them, and the rows of what changed since. */
import {
  ACTION_LEVEL,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_MBP,
  type OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import type { RowBuffer } from './row-buffer.ts';

/** The columns that all rows of one update share. */
export interface RowStamp {
  instrumentId: number;
  timeHi: number;
  timeLo: number;
  sequence: number;
  /** Besides that of levels without orders. */
  flags: number;
}

class SideWindow {
  readonly prices: Int32Array;
  readonly sizes: Int32Array;
  readonly orders: Int32Array;
  count = 0;

  constructor(depth: number) {
    this.prices = new Int32Array(depth);
    this.sizes = new Int32Array(depth);
    this.orders = new Int32Array(depth);
  }

  indexOf(priceTicks: number): number {
    for (let level = 0; level < this.count; level++) if (this.prices[level] === priceTicks) return level;
    return -1;
  }
}

export class LevelWindow {
  readonly #depth: number;
  #bids: SideWindow;
  #asks: SideWindow;
  #spare: SideWindow;

  constructor(depth: number) {
    this.#depth = depth;
    this.#bids = new SideWindow(depth);
    this.#asks = new SideWindow(depth);
    this.#spare = new SideWindow(depth);
  }

  /** Everything is sent again by the next `write`. */
  forget(): void {
    this.#bids.count = 0;
    this.#asks.count = 0;
  }

  /** Appends a level row for each level that came, changed or left. */
  write(book: OrderBook, stamp: RowStamp, sink: RowBuffer): void {
    this.#bids = this.#writeSide(book, SIDE_BID, this.#bids, stamp, sink);
    this.#asks = this.#writeSide(book, SIDE_ASK, this.#asks, stamp, sink);
  }

  #writeSide(
    book: OrderBook,
    side: number,
    before: SideWindow,
    stamp: RowStamp,
    sink: RowBuffer,
  ): SideWindow {
    const now = this.#spare;
    now.count = book.copyTop(side, this.#depth, now.prices, now.sizes, now.orders);
    for (let level = 0; level < before.count; level++) {
      const price = before.prices[level]!;
      if (now.indexOf(price) < 0) appendLevel(sink, stamp, side, price, 0, 0);
    }
    for (let level = 0; level < now.count; level++) {
      const price = now.prices[level]!;
      const size = now.sizes[level]!;
      const orders = now.orders[level]!;
      const known = before.indexOf(price);
      if (known < 0 || before.sizes[known] !== size || before.orders[known] !== orders)
        appendLevel(sink, stamp, side, price, size, orders);
    }
    this.#spare = before;
    return now;
  }
}

function appendLevel(
  sink: RowBuffer,
  stamp: RowStamp,
  side: number,
  priceTicks: number,
  size: number,
  orders: number,
): void {
  const at = sink.append();
  const { rows } = sink;
  rows.fill(0, at, at + ROW_LENGTH);
  rows[at + COL_ACTION] = ACTION_LEVEL;
  rows[at + COL_SIDE] = side;
  rows[at + COL_PRICE_TICKS] = priceTicks;
  rows[at + COL_SIZE] = size;
  rows[at + COL_TIME_HI] = stamp.timeHi;
  rows[at + COL_TIME_LO] = stamp.timeLo;
  rows[at + COL_FLAGS] = stamp.flags | FLAG_MBP;
  rows[at + COL_SEQUENCE] = stamp.sequence;
  rows[at + COL_INSTRUMENT] = stamp.instrumentId;
  rows[at + COL_AUX] = orders;
}
