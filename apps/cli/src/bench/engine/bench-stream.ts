/** A seeded stream of DBN market-by-order records for measurements: deep book, fast orders, trades, icebergs, stops. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_MODIFY,
  COL_ACTION,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  OrderBook,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
  seededDraws,
  type UnitDraw,
} from '@undertow/market';

export const RECORD_BYTES = 56;
export const TICK_NANOS = 250_000_000;
/** 2025-06-16 15:00 UTC, a Monday in regular trading hours. */
const START_NS = 1_750_086_000_000_000_000n;
const START_TICKS = 20_000;
/** Live orders that the stream settles at, as in the reference stream. */
const TARGET_ORDERS = 31_000;
const MEAN_GAP_NS = 1_000_000;

const CHARS = { add: 65, cancel: 67, modify: 77, trade: 84, fill: 70, bid: 66, ask: 65 };
const ACTION_OF = new Map([
  [CHARS.add, ACTION_ADD],
  [CHARS.cancel, ACTION_CANCEL],
  [CHARS.modify, ACTION_MODIFY],
]);

/**
 * `count` records of 56 bytes, some more so that the last event is whole. After 20,000 seed orders: about 44 % adds, 42 %
 * cancels, 7 % modifies and 3 % match events of a trade, its fills and the resulting cancels or modifies. One trade in
 * fifty refills an iceberg, one in thirty elects a stop. The same seed gives the same bytes.
 */
export function makeBenchStream(count: number, seed: number): DataView {
  return new StreamMaker(count, seed).run();
}

class StreamMaker {
  readonly #view: DataView;
  readonly #count: number;
  readonly #book = new OrderBook();
  readonly #row = new Int32Array(ROW_LENGTH);
  readonly #ids: number[] = [];
  readonly #indexOf = new Map<number, number>();
  /** Next number of the sequence, 0 to 1. */
  readonly #next: UnitDraw;
  #written = 0;
  #sequence = 0;
  #timeNs = START_NS;
  #nextId = 6_412_000_000_000;

  constructor(count: number, seed: number) {
    this.#count = count;
    this.#next = seededDraws(seed);
    this.#view = new DataView(new ArrayBuffer((count + 64) * RECORD_BYTES));
  }

  run(): DataView {
    for (let order = 0; order < 20_000; order += 1) {
      const side = order % 2 === 0 ? SIDE_BID : SIDE_ASK;
      const depth = Math.floor(this.#next() * this.#next() * 400);
      this.#add(side, side === SIDE_BID ? START_TICKS - depth : START_TICKS + 1 + depth);
    }
    while (this.#written < this.#count) {
      this.#step();
    }
    return new DataView(this.#view.buffer, 0, this.#written * RECORD_BYTES);
  }

  #step(): void {
    this.#timeNs += BigInt(Math.floor(-MEAN_GAP_NS * Math.log(1 - this.#next())) + 1);
    const choice = this.#next();
    const cancels = Math.min(0.52, (0.45 * this.#ids.length) / TARGET_ORDERS);
    if (choice < 0.03) {
      this.#trade();
    } else if (choice < 0.1) {
      this.#modify();
    } else if (choice < 0.1 + cancels) {
      const slot = this.#pick();
      this.#change(
        CHARS.cancel,
        slot,
        this.#book.orderPriceTicks(slot),
        this.#book.orderSize(slot),
        FLAG_LAST,
      );
    } else {
      const side = this.#next() < 0.5 ? SIDE_BID : SIDE_ASK;
      this.#add(side, this.#price(side));
    }
  }

  #size(): number {
    const kind = this.#next();
    if (kind < 0.7) {
      return 1 + Math.floor(this.#next() * 3);
    }
    return kind < 0.95 ? 2 + Math.floor(this.#next() * 15) : 10 + Math.floor(this.#next() * 190);
  }

  /** Exponential distance from the touch, mean 5 ticks, seven in a hundred up to 300; never crossing. */
  #price(side: number): number {
    const { bestBidTicks: bid, bestAskTicks: ask } = this.#book;
    if (ask - bid > 1 && this.#next() < 0.6) {
      return side === SIDE_BID ? bid + 1 : ask - 1;
    }
    const far = this.#next() > 0.93;
    const depth = far
      ? Math.floor(this.#next() * 300)
      : Math.min(60, Math.floor(-5 * Math.log(1 - this.#next())));
    return side === SIDE_BID ? bid - depth : ask + depth;
  }

  /** Slot of a live order, young ones first: most cancels on an exchange take back a fresh order. */
  #pick(): number {
    const young = this.#next() < 0.75 ? 4096 : this.#ids.length;
    const back = Math.floor(this.#next() * Math.min(young, this.#ids.length));
    return this.#slotOf(this.#ids[this.#ids.length - 1 - back]!);
  }

  #slotOf(id: number): number {
    return this.#book.findOrder(Math.floor(id / 2 ** 32), id | 0);
  }

  #idOf(slot: number): number {
    return (this.#book.orderHi(slot) >>> 0) * 2 ** 32 + (this.#book.orderLo(slot) >>> 0);
  }

  #add(side: number, priceTicks: number): void {
    this.#nextId += 1 + Math.floor(this.#next() * 8);
    this.#indexOf.set(this.#nextId, this.#ids.length);
    this.#ids.push(this.#nextId);
    this.#write(CHARS.add, this.#nextId, side, priceTicks, this.#size(), FLAG_LAST);
  }

  #modify(): void {
    const slot = this.#pick();
    const size = this.#book.orderSize(slot);
    if (this.#next() < 0.4 && size > 1) {
      const less = 1 + Math.floor(this.#next() * (size - 1));
      this.#change(CHARS.modify, slot, this.#book.orderPriceTicks(slot), less, FLAG_LAST);
    } else {
      this.#change(CHARS.modify, slot, this.#price(this.#book.orderSide(slot)), this.#size(), FLAG_LAST);
    }
  }

  /** One aggressor against the head of the queue; sometimes the order refills, sometimes a stop follows. */
  #trade(): void {
    const side = this.#next() < 0.5 ? SIDE_BID : SIDE_ASK;
    this.#nextId += 1 + Math.floor(this.#next() * 8);
    const stop = this.#next() < 1 / 30;
    this.#match(this.#nextId, side, stop ? 0 : FLAG_LAST);
    if (stop) {
      // An id that no order ever had, older than the newest: the sequence leaves gaps.
      this.#match(5_000_000_000_000 + this.#sequence, side, FLAG_LAST);
    }
  }

  #match(aggressor: number, side: number, flags: number): void {
    const resting = side === SIDE_BID ? SIDE_ASK : SIDE_BID;
    const priceTicks = side === SIDE_BID ? this.#book.bestAskTicks : this.#book.bestBidTicks;
    const slot = this.#book.firstOrder(resting, priceTicks);
    const shown = this.#book.orderSize(slot);
    const filled = this.#next() < 0.6 ? shown : 1 + Math.floor(this.#next() * shown);
    this.#write(CHARS.trade, aggressor, side, priceTicks, filled, 0);
    this.#write(CHARS.fill, this.#idOf(slot), resting, priceTicks, filled, 0);
    if (filled < shown) {
      this.#change(CHARS.modify, slot, priceTicks, shown - filled, flags);
    } else if (this.#next() < 1 / 50) {
      this.#change(CHARS.modify, slot, priceTicks, shown, flags);
    } else {
      this.#change(CHARS.cancel, slot, priceTicks, shown, flags);
    }
  }

  #change(char: number, slot: number, priceTicks: number, size: number, flags: number): void {
    const id = this.#idOf(slot);
    this.#write(char, id, this.#book.orderSide(slot), priceTicks, size, flags);
    if (char === CHARS.cancel) {
      const index = this.#indexOf.get(id) as number;
      const moved = this.#ids.pop() as number;
      if (moved !== id) {
        this.#ids[index] = moved;
        this.#indexOf.set(moved, index);
      }
      this.#indexOf.delete(id);
    }
  }

  #write(char: number, id: number, side: number, priceTicks: number, size: number, flags: number): void {
    const view = this.#view;
    const offset = this.#written * RECORD_BYTES;
    this.#written += 1;
    this.#sequence += 1;
    view.setUint8(offset, RECORD_BYTES / 4);
    view.setUint8(offset + 1, 0xa0);
    view.setBigUint64(offset + 8, this.#timeNs, true);
    view.setBigUint64(offset + 16, BigInt(id), true);
    view.setBigInt64(offset + 24, BigInt(priceTicks) * BigInt(TICK_NANOS), true);
    view.setUint32(offset + 32, size, true);
    view.setUint8(offset + 36, flags);
    view.setUint8(offset + 38, char);
    view.setUint8(offset + 39, side === SIDE_BID ? CHARS.bid : CHARS.ask);
    view.setUint32(offset + 52, this.#sequence, true);
    const action = ACTION_OF.get(char);
    if (action !== undefined) {
      this.#row[COL_ACTION] = action;
      this.#row[COL_SIDE] = side;
      this.#row[COL_PRICE_TICKS] = priceTicks;
      this.#row[COL_SIZE] = size;
      this.#row[COL_ORDER_HI] = Math.floor(id / 2 ** 32);
      this.#row[COL_ORDER_LO] = id | 0;
      this.#book.applyRow(this.#row, 0);
    }
  }
}
