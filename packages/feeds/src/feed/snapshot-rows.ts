/** A book written as the snapshot that a feed sends: clear, every order or level, the last row flagged. */
import {
  ACTION_ADD,
  ACTION_CLEAR,
  ACTION_LEVEL,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RPT_SEQ,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  FLAG_LAST,
  FLAG_MBP,
  FLAG_SNAPSHOT,
  type LevelBook,
  NO_PRICE,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';

/** Position of the snapshot in the stream. */
export interface SnapshotStamp {
  readonly instrumentId: number;
  /** Exchange time of the last row that the book holds, split nanoseconds. */
  readonly timeHi: number;
  readonly timeLo: number;
  readonly sequence: number;
  /** Per-instrument counter of that row, 0 where the feed has none. */
  readonly rptSeq: number;
}

interface Levels {
  readonly prices: Int32Array;
  readonly sizes: Int32Array;
  readonly orders: Int32Array;
  readonly count: number;
}

/** Rows of the whole book, best prices first and orders in queue order: adding them in turn rebuilds every queue. */
export function snapshotRows(book: OrderBook | LevelBook, stamp: SnapshotStamp): EventBatch {
  const bids = allLevels(book, SIDE_BID);
  const asks = allLevels(book, SIDE_ASK);
  const most = book instanceof OrderBook ? book.liveOrders : bids.count + asks.count;
  const writer = new SnapshotWriter(new Int32Array((most + 1) * ROW_LENGTH), stamp);
  writer.write(ACTION_CLEAR, 0, NO_PRICE, 0);
  for (const [side, levels] of [
    [SIDE_BID, bids],
    [SIDE_ASK, asks],
  ] as const) {
    for (let level = 0; level < levels.count; level += 1) {
      const price = levels.prices[level]!;
      if (book instanceof OrderBook) writeQueue(writer, book, side, price);
      else writeLevel(writer, levels, level, side, price);
    }
  }
  return writer.finish();
}

function writeQueue(writer: SnapshotWriter, book: OrderBook, side: number, price: number): void {
  for (let slot = book.firstOrder(side, price); slot >= 0; slot = book.nextOrder(slot)) {
    const at = writer.write(ACTION_ADD, side, price, book.orderSize(slot));
    writer.rows[at + COL_ORDER_HI] = book.orderHi(slot);
    writer.rows[at + COL_ORDER_LO] = book.orderLo(slot);
  }
}

function writeLevel(
  writer: SnapshotWriter,
  levels: Levels,
  level: number,
  side: number,
  price: number,
): void {
  const at = writer.write(ACTION_LEVEL, side, price, levels.sizes[level]!);
  writer.rows[at + COL_AUX] = levels.orders[level]!;
  writer.rows[at + COL_FLAGS] = FLAG_SNAPSHOT | FLAG_MBP;
}

class SnapshotWriter {
  readonly rows: Int32Array;
  readonly #stamp: SnapshotStamp;
  #at = 0;

  constructor(rows: Int32Array, stamp: SnapshotStamp) {
    this.rows = rows;
    this.#stamp = stamp;
  }

  /** Appends a row and returns where it starts. */
  write(action: number, side: number, priceTicks: number, size: number): number {
    const { rows } = this;
    const at = this.#at;
    rows[at + COL_ACTION] = action;
    rows[at + COL_SIDE] = side;
    rows[at + COL_PRICE_TICKS] = priceTicks;
    rows[at + COL_SIZE] = size;
    rows[at + COL_TIME_HI] = this.#stamp.timeHi;
    rows[at + COL_TIME_LO] = this.#stamp.timeLo;
    rows[at + COL_FLAGS] = FLAG_SNAPSHOT;
    rows[at + COL_SEQUENCE] = this.#stamp.sequence;
    rows[at + COL_INSTRUMENT] = this.#stamp.instrumentId;
    rows[at + COL_RPT_SEQ] = this.#stamp.rptSeq;
    this.#at += ROW_LENGTH;
    return at;
  }

  finish(): EventBatch {
    const flags = this.#at - ROW_LENGTH + COL_FLAGS;
    this.rows[flags]! |= FLAG_LAST;
    return { rows: this.rows, count: this.#at / ROW_LENGTH };
  }
}

function allLevels(book: OrderBook | LevelBook, side: number): Levels {
  for (let depth = 1024; ; depth *= 2) {
    const prices = new Int32Array(depth);
    const sizes = new Int32Array(depth);
    const orders = new Int32Array(depth);
    const count = book.copyTop(side, depth, prices, sizes, orders);
    if (count < depth) return { prices, sizes, orders, count };
  }
}
