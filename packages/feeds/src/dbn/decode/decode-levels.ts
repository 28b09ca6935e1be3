/** Turns the absolute top levels of MBP and BBO records into level rows: only what changed since the record before. */
import {
  ACTION_LEVEL,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  FLAG_MBP,
  NO_PRICE,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { priceNanosOf, ticksAt } from './decode-mbo.ts';

const LEVEL_BYTES = 32;
const MAX_DEPTH = 10;

/** The levels of one instrument as the last record had them. */
export class LevelWindow {
  readonly #bids = new SideWindow(SIDE_BID, 0, 16, 24);
  readonly #asks = new SideWindow(SIDE_ASK, 8, 20, 28);

  /**
   * Writes level rows for the `depth` levels that start at `at` of `view`, each a copy of the row at `template` (times,
   * ids, sequence), from `row` on. Returns the index after the last row, or -1 when a price is off the tick: then
   * nothing was taken over.
   */
  write(
    view: DataView,
    at: number,
    depth: number,
    tickNanos: number,
    rows: Int32Array,
    template: number,
    row: number,
  ): number {
    const canRead =
      this.#bids.read(view, at, depth, tickNanos) && this.#asks.read(view, at, depth, tickNanos);
    if (!canRead) return -1;
    const afterBids = this.#bids.writeChanges(rows, template, row);
    return this.#asks.writeChanges(rows, template, afterBids);
  }
}

class SideWindow {
  readonly #side: number;
  readonly #priceAt: number;
  readonly #sizeAt: number;
  readonly #countAt: number;
  #prices = new Int32Array(MAX_DEPTH).fill(NO_PRICE);
  #sizes = new Int32Array(MAX_DEPTH);
  #orders = new Int32Array(MAX_DEPTH);
  #nextPrices = new Int32Array(MAX_DEPTH);
  #nextSizes = new Int32Array(MAX_DEPTH);
  #nextOrders = new Int32Array(MAX_DEPTH);

  constructor(side: number, priceAt: number, sizeAt: number, countAt: number) {
    this.#side = side;
    this.#priceAt = priceAt;
    this.#sizeAt = sizeAt;
    this.#countAt = countAt;
  }

  read(view: DataView, at: number, depth: number, tickNanos: number): boolean {
    this.#nextPrices.fill(NO_PRICE);
    for (let level = 0; level < depth; level += 1) {
      const base = at + level * LEVEL_BYTES;
      const ticks = ticksAt(view, base + this.#priceAt, tickNanos);
      if (ticks === NO_PRICE && priceNanosOf(view, base + this.#priceAt) !== null) return false;
      this.#nextPrices[level] = ticks;
      this.#nextSizes[level] = view.getInt32(base + this.#sizeAt, true);
      this.#nextOrders[level] = view.getInt32(base + this.#countAt, true);
    }
    return true;
  }

  writeChanges(rows: Int32Array, template: number, from: number): number {
    let row = from;
    for (let level = 0; level < MAX_DEPTH; level += 1) {
      const price = this.#prices[level]!;
      if (price !== NO_PRICE && this.#nextPrices.indexOf(price) < 0)
        row = this.#writeRow(rows, template, row, price, 0, 0);
    }
    for (let level = 0; level < MAX_DEPTH; level += 1) {
      const price = this.#nextPrices[level]!;
      if (price === NO_PRICE) continue;
      const old = this.#prices.indexOf(price);
      const size = this.#nextSizes[level]!;
      const orders = this.#nextOrders[level]!;
      if (old < 0 || this.#sizes[old] !== size || this.#orders[old] !== orders)
        row = this.#writeRow(rows, template, row, price, size, orders);
    }
    this.#swap();
    return row;
  }

  #writeRow(
    rows: Int32Array,
    template: number,
    row: number,
    price: number,
    size: number,
    orders: number,
  ): number {
    rows.copyWithin(row, template, template + ROW_LENGTH);
    rows[row + COL_ACTION] = ACTION_LEVEL;
    rows[row + COL_SIDE] = this.#side;
    rows[row + COL_PRICE_TICKS] = price;
    rows[row + COL_SIZE] = size;
    rows[row + COL_AUX] = orders;
    rows[row + COL_ORDER_HI] = 0;
    rows[row + COL_ORDER_LO] = 0;
    rows[row + COL_FLAGS] = (rows[template + COL_FLAGS]! | FLAG_MBP) & ~FLAG_LAST;
    return row + ROW_LENGTH;
  }

  #swap(): void {
    [this.#prices, this.#nextPrices] = [this.#nextPrices, this.#prices];
    [this.#sizes, this.#nextSizes] = [this.#nextSizes, this.#sizes];
    [this.#orders, this.#nextOrders] = [this.#nextOrders, this.#orders];
  }
}
