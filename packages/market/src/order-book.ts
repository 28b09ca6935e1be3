/** A market-by-order book: every order with its place in the queue, price-time priority, best prices at any row. */
import { isBookPrice, LEVEL_HEAD, LEVEL_SHIFT, LEVEL_SIZE } from './book-side.ts';
import { IdTable } from './id-table.ts';
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_MODIFY,
  COL_ACTION,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  SIDE_BID,
} from './market-event.ts';
import { CHANGE_ADD, CHANGE_CANCEL, CHANGE_MODIFY } from './match-event.ts';
import { linkOrder, unlinkOrder } from './order-queue.ts';
import {
  ORDER_FILLED,
  ORDER_HI,
  ORDER_KEY,
  ORDER_LO,
  ORDER_NEXT,
  ORDER_PREVIOUS,
  ORDER_SHIFT,
  ORDER_SIDE,
  ORDER_SIZE,
  OrderTable,
} from './order-table.ts';
import { PriceLevels } from './price-levels.ts';

const INITIAL_ORDERS = 4096;

/**
 * Semantics are those of DBN on CME: add, modify (absolute new price and size), cancel (removes `size`) and clear
 * change the book; trades and fills do not. A modify to the same price keeps its place unless the displayed size rises;
 * fills announced for the order in the same event count as gone, so a refilled iceberg goes to the back of the queue.
 * Nothing is allocated per row once tables have grown to the number of live orders.
 */
export class OrderBook extends PriceLevels {
  readonly #orders = new OrderTable(INITIAL_ORDERS);
  readonly #ids = new IdTable(INITIAL_ORDERS);
  #unknownOrderEvents = 0;
  #duplicateOrders = 0;

  get liveOrders(): number {
    return this.#ids.count;
  }

  /** Modifies and cancels of ids that were not in the book. */
  get unknownOrderEvents(): number {
    return this.#unknownOrderEvents;
  }

  /** Adds of ids that were already in the book; the newer row wins. */
  get duplicateOrders(): number {
    return this.#duplicateOrders;
  }

  override applyRow(rows: Int32Array, at: number): number {
    const action = rows[at + COL_ACTION] as number;
    if (action === ACTION_ADD) {
      return this.#add(rows, at);
    }
    if (action === ACTION_CANCEL) {
      return this.#cancel(rows, at);
    }
    if (action === ACTION_MODIFY) {
      return this.#modify(rows, at);
    }
    if (action === ACTION_FILL) {
      this.#noteFill(rows, at);
    } else if (action === ACTION_CLEAR) {
      this.clear();
    }
    return 0;
  }

  /** Slot of an order by its id, or -1. A slot stays the same until the order leaves the book. */
  findOrder(hi: number, lo: number): number {
    return this.#ids.get(hi, lo) || -1;
  }

  orderHi(slot: number): number {
    return this.#orders.rows[(slot << ORDER_SHIFT) + ORDER_HI] as number;
  }

  orderLo(slot: number): number {
    return this.#orders.rows[(slot << ORDER_SHIFT) + ORDER_LO] as number;
  }

  orderPriceTicks(slot: number): number {
    const at = slot << ORDER_SHIFT;
    const rows = this.#orders.rows;
    return (rows[at + ORDER_KEY] as number) ^ (SIDE_BID - (rows[at + ORDER_SIDE] as number));
  }

  orderSize(slot: number): number {
    return this.#orders.rows[(slot << ORDER_SHIFT) + ORDER_SIZE] as number;
  }

  orderSide(slot: number): number {
    return this.#orders.rows[(slot << ORDER_SHIFT) + ORDER_SIDE] as number;
  }

  /** Contracts displayed before the order in its level's queue. Walks the queue. */
  queueAhead(slot: number): number {
    const rows = this.#orders.rows;
    let ahead = 0;
    let other = rows[(slot << ORDER_SHIFT) + ORDER_PREVIOUS] as number;
    while (other !== 0) {
      ahead += rows[(other << ORDER_SHIFT) + ORDER_SIZE] as number;
      other = rows[(other << ORDER_SHIFT) + ORDER_PREVIOUS] as number;
    }
    return ahead;
  }

  /** Slot of the first order in the queue of a level, or -1. */
  firstOrder(side: number, priceTicks: number): number {
    return this.levelValue(side, priceTicks, LEVEL_HEAD) || -1;
  }

  /** Slot of the order behind this one in the queue, or -1. */
  nextOrder(slot: number): number {
    return (this.#orders.rows[(slot << ORDER_SHIFT) + ORDER_NEXT] as number) || -1;
  }

  override clear(): void {
    this.#orders.clear();
    this.#ids.clear();
    this.bids.clear();
    this.asks.clear();
  }

  #add(rows: Int32Array, at: number): number {
    const hi = rows[at + COL_ORDER_HI] as number;
    const lo = rows[at + COL_ORDER_LO] as number;
    const position = this.#ids.locate(hi, lo);
    if (this.#ids.valueAt(position) !== 0) {
      this.#duplicateOrders += 1;
      return this.#modify(rows, at);
    }
    return this.#insert(rows, at, position);
  }

  #insert(rows: Int32Array, at: number, position: number): number {
    const side = rows[at + COL_SIDE] as number;
    const priceTicks = rows[at + COL_PRICE_TICKS] as number;
    const size = rows[at + COL_SIZE] as number;
    if (size <= 0 || !isBookPrice(side, priceTicks)) {
      this.refused += 1;
      return 0;
    }
    const slot = this.#orders.take();
    const order = slot << ORDER_SHIFT;
    const table = this.#orders.rows;
    const hi = rows[at + COL_ORDER_HI] as number;
    const lo = rows[at + COL_ORDER_LO] as number;
    table[order + ORDER_LO] = lo;
    table[order + ORDER_HI] = hi;
    table[order + ORDER_KEY] = priceTicks ^ (SIDE_BID - side);
    table[order + ORDER_SIZE] = size;
    table[order + ORDER_SIDE] = side;
    table[order + ORDER_FILLED] = 0;
    this.#ids.putAt(position, hi, lo, slot);
    linkOrder(this.sideOf(side), table, slot);
    this.changedSide = side;
    this.priceBeforeTicks = priceTicks;
    this.sizeBefore = 0;
    return CHANGE_ADD;
  }

  #cancel(rows: Int32Array, at: number): number {
    const position = this.#ids.locate(rows[at + COL_ORDER_HI] as number, rows[at + COL_ORDER_LO] as number);
    const slot = this.#ids.valueAt(position);
    if (slot === 0) {
      this.#unknownOrderEvents += 1;
      return 0;
    }
    this.#noteBefore(slot);
    const size = rows[at + COL_SIZE] as number;
    if (size > 0 && size < this.sizeBefore) {
      this.#resize(slot, this.sizeBefore - size);
    } else {
      this.#remove(slot, position);
    }
    return CHANGE_CANCEL;
  }

  #modify(rows: Int32Array, at: number): number {
    const position = this.#ids.locate(rows[at + COL_ORDER_HI] as number, rows[at + COL_ORDER_LO] as number);
    const slot = this.#ids.valueAt(position);
    if (slot === 0) {
      this.#unknownOrderEvents += 1;
      return this.#insert(rows, at, position);
    }
    const side = rows[at + COL_SIDE] as number;
    const priceTicks = rows[at + COL_PRICE_TICKS] as number;
    const size = rows[at + COL_SIZE] as number;
    if (size === 0) {
      return this.#cancel(rows, at);
    }
    if (size <= 0 || !isBookPrice(side, priceTicks)) {
      this.refused += 1;
      return 0;
    }
    this.#noteBefore(slot);
    const order = slot << ORDER_SHIFT;
    const table = this.#orders.rows;
    const shown = this.sizeBefore - (table[order + ORDER_FILLED] as number);
    if (priceTicks === this.priceBeforeTicks && size <= shown && side === this.changedSide) {
      this.#resize(slot, size);
      return CHANGE_MODIFY;
    }
    unlinkOrder(this.sideOf(this.changedSide), table, slot);
    table[order + ORDER_KEY] = priceTicks ^ (SIDE_BID - side);
    table[order + ORDER_SIZE] = size;
    table[order + ORDER_SIDE] = side;
    table[order + ORDER_FILLED] = 0;
    linkOrder(this.sideOf(side), table, slot);
    return CHANGE_MODIFY;
  }

  /** Remembers what an order was before the row at hand changes it. */
  #noteBefore(slot: number): void {
    const order = slot << ORDER_SHIFT;
    const table = this.#orders.rows;
    const side = table[order + ORDER_SIDE] as number;
    this.changedSide = side;
    this.priceBeforeTicks = (table[order + ORDER_KEY] as number) ^ (SIDE_BID - side);
    this.sizeBefore = table[order + ORDER_SIZE] as number;
  }

  #noteFill(rows: Int32Array, at: number): void {
    const slot = this.#ids.get(rows[at + COL_ORDER_HI] as number, rows[at + COL_ORDER_LO] as number);
    if (slot !== 0) {
      const filled = (slot << ORDER_SHIFT) + ORDER_FILLED;
      const table = this.#orders.rows;
      table[filled] = (table[filled] as number) + (rows[at + COL_SIZE] as number);
    }
  }

  /** A new size that keeps the place in the queue. */
  #resize(slot: number, size: number): void {
    const order = slot << ORDER_SHIFT;
    const table = this.#orders.rows;
    const side = this.sideOf(table[order + ORDER_SIDE] as number);
    const total = (side.rowOf(table[order + ORDER_KEY] as number) << LEVEL_SHIFT) + LEVEL_SIZE;
    side.levels[total] = (side.levels[total] as number) + size - (table[order + ORDER_SIZE] as number);
    table[order + ORDER_SIZE] = size;
    table[order + ORDER_FILLED] = 0;
  }

  #remove(slot: number, position: number): void {
    const table = this.#orders.rows;
    unlinkOrder(this.sideOf(table[(slot << ORDER_SHIFT) + ORDER_SIDE] as number), table, slot);
    this.#ids.deleteAt(position);
    this.#orders.release(slot);
  }
}
