/** A limit order at the back of a recorded queue: it fills only after all that was ahead of it is gone. */
import {
  ACTION_ADD,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  type PriceLevels,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';

/** Reads rows after they were applied to the book. `side`: 1 for a resting bid, -1 for an ask. */
export interface RestingOrder {
  readonly ticks: number;
  /** Contracts that are filled. */
  readonly filled: number;
  onRow(rows: Int32Array, at: number, book: PriceLevels): void;
}

const bookSideOf = (side: 1 | -1): number => (side > 0 ? SIDE_BID : SIDE_ASK);

/** Trades beyond a price leave nothing at it. */
function isThrough(rows: Int32Array, at: number, side: 1 | -1, ticks: number): boolean {
  return rows[at + COL_ACTION] === ACTION_TRADE && side * (rows[at + COL_PRICE_TICKS]! - ticks) < 0;
}

/**
 * By order: an execution of an order that joined the queue later proves that everything ahead was gone. First in, first out is assumed,
 * also for products that allocate a part in proportion.
 */
export class OrderInQueue implements RestingOrder {
  readonly ticks: number;
  filled = 0;
  readonly #side: 1 | -1;
  readonly #size: number;
  /** Orders that joined later, or went to the back. */
  readonly #behind = new Set<string>();
  /** Executed contracts of orders ahead whose new size is not announced yet. */
  readonly #executed = new Map<string, number>();

  constructor(side: 1 | -1, ticks: number, size: number) {
    this.ticks = ticks;
    this.#side = side;
    this.#size = size;
  }

  onRow(rows: Int32Array, at: number, book: PriceLevels): void {
    if (isThrough(rows, at, this.#side, this.ticks)) {
      this.filled = this.#size;
      return;
    }
    if (rows[at + COL_PRICE_TICKS] !== this.ticks || rows[at + COL_SIDE] !== bookSideOf(this.#side)) return;
    const id = `${rows[at + COL_ORDER_HI]!}:${rows[at + COL_ORDER_LO]!}`;
    const size = rows[at + COL_SIZE]!;
    const action = rows[at + COL_ACTION]!;
    if (action === ACTION_ADD) this.#behind.add(id);
    else if (action === ACTION_MODIFY) this.#modify(id, size, book);
    else if (action === ACTION_FILL && !this.#behind.has(id))
      this.#executed.set(id, (this.#executed.get(id) ?? 0) + size);
    else if (action === ACTION_FILL) this.filled = Math.min(this.#size, this.filled + size);
  }

  /** What comes from another price or grows goes to the back, an iceberg that refills after an execution too. */
  #modify(id: string, size: number, book: PriceLevels): void {
    const left = book.sizeBefore - (this.#executed.get(id) ?? 0);
    this.#executed.delete(id);
    if (book.priceBeforeTicks !== this.ticks || size > left) this.#behind.add(id);
  }
}

/**
 * By level, an estimate: everything displayed when it joined is ahead, executions shorten that, and what is cancelled is taken to have been behind
 * while there was anything behind.
 */
export class OrderAtLevel implements RestingOrder {
  readonly ticks: number;
  filled = 0;
  readonly #side: 1 | -1;
  readonly #size: number;
  #ahead: number;

  constructor(side: 1 | -1, ticks: number, size: number, book: PriceLevels) {
    this.ticks = ticks;
    this.#side = side;
    this.#size = size;
    this.#ahead = book.levelSize(bookSideOf(side), ticks);
  }

  onRow(rows: Int32Array, at: number, book: PriceLevels): void {
    if (isThrough(rows, at, this.#side, this.ticks)) {
      this.filled = this.#size;
      return;
    }
    const isTrade = rows[at + COL_ACTION] === ACTION_TRADE && rows[at + COL_PRICE_TICKS] === this.ticks;
    // The aggressor is on the other side of the queue
    if (isTrade && rows[at + COL_SIDE] !== bookSideOf(this.#side)) {
      const beyond = rows[at + COL_SIZE]! - this.#ahead;
      this.#ahead = Math.max(0, -beyond);
      if (beyond > 0) this.filled = Math.min(this.#size, this.filled + beyond);
    }
    if (!isTrade) this.#ahead = Math.min(this.#ahead, book.levelSize(bookSideOf(this.#side), this.ticks));
  }
}
