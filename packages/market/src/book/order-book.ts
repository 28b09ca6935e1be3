/** A market-by-order book: every order with its place in the queue, price-time priority, best prices at any row. */

import * as event from '#events/market-event.ts';
import { CHANGE_ADD, CHANGE_CANCEL, CHANGE_MODIFY } from '#events/match-event.ts';
import * as level from './book-side.ts';
import { linkOrder, unlinkOrder } from './order-queue.ts';
import * as table from './order-table.ts';
import { PriceLevels } from './price-levels.ts';

// A module's own constants are folded into machine code, imported ones are loaded and checked at each use.
const ADD = event.ACTION_ADD;
const MODIFY = event.ACTION_MODIFY;
const CANCEL = event.ACTION_CANCEL;
const FILL = event.ACTION_FILL;
const CLEAR = event.ACTION_CLEAR;
const COL_SIDE = event.COL_SIDE;
const COL_PRICE_TICKS = event.COL_PRICE_TICKS;
const COL_SIZE = event.COL_SIZE;
const COL_ORDER_HI = event.COL_ORDER_HI;
const COL_ORDER_LO = event.COL_ORDER_LO;
const BID = event.SIDE_BID;
const SHIFT = table.ORDER_SHIFT;
const KEY = table.ORDER_KEY;
const SIZE = table.ORDER_SIZE;
const PREVIOUS = table.ORDER_PREVIOUS;
const NEXT = table.ORDER_NEXT;
const SIDE = table.ORDER_SIDE;
const FILLED = table.ORDER_FILLED;
const LEVEL_SHIFT = level.LEVEL_SHIFT;
const LEVEL_SIZE = level.LEVEL_SIZE;
const ADDED = CHANGE_ADD;
const MODIFIED = CHANGE_MODIFY;
const CANCELLED = CHANGE_CANCEL;

const INITIAL_ORDERS = 4096;

/**
 * Semantics are those of DBN on CME: add, modify (absolute new price and size), cancel (removes `size`) and clear
 * change the book; trades and fills do not. A modify to the same price keeps its place unless the displayed size rises;
 * fills announced for the order in the same event count as gone, so a refilled iceberg goes to the back of the queue.
 * Nothing is allocated per row once tables have grown to the number of live orders.
 */
export class OrderBook extends PriceLevels {
  readonly #orders = new table.OrderTable(INITIAL_ORDERS);
  #unknownOrders = 0;
  #duplicates = 0;

  get liveOrders(): number {
    return this.#orders.count;
  }

  /** Modifies and cancels of ids that were not in the book. */
  get unknownOrderEvents(): number {
    return this.#unknownOrders;
  }

  /** Adds of ids that were already in the book; the newer row wins. */
  get duplicateOrders(): number {
    return this.#duplicates;
  }

  override applyRow(rows: Int32Array, at: number): number {
    const action = rows[at + event.COL_ACTION]!;
    if (action === ADD) {
      return this.#add(rows, at);
    }
    if (action === CANCEL) {
      return this.#cancel(rows, at);
    }
    if (action === MODIFY) {
      return this.#modify(rows, at);
    }
    if (action === FILL) {
      this.#noteFill(rows, at);
    } else if (action === CLEAR) {
      this.clear();
    }
    return 0;
  }

  /** Slot of an order by its id, or -1. A slot stays the same until the order leaves the book. */
  findOrder(hi: number, lo: number): number {
    return this.#orders.find(hi, lo) || -1;
  }

  orderHi(slot: number): number {
    return this.#orders.rows[(slot << SHIFT) + table.ORDER_HI]!;
  }

  orderLo(slot: number): number {
    return this.#orders.rows[(slot << SHIFT) + table.ORDER_LO]!;
  }

  orderPriceTicks(slot: number): number {
    const at = slot << SHIFT;
    const rows = this.#orders.rows;
    return rows[at + KEY]! ^ (BID - rows[at + SIDE]!);
  }

  orderSize(slot: number): number {
    return this.#orders.rows[(slot << SHIFT) + SIZE]!;
  }

  orderSide(slot: number): number {
    return this.#orders.rows[(slot << SHIFT) + SIDE]!;
  }

  /** Contracts displayed before the order in its level's queue. Walks the queue. */
  queueAhead(slot: number): number {
    const rows = this.#orders.rows;
    let ahead = 0;
    let other = rows[(slot << SHIFT) + PREVIOUS]!;
    while (other !== 0) {
      ahead += rows[(other << SHIFT) + SIZE]!;
      other = rows[(other << SHIFT) + PREVIOUS]!;
    }
    return ahead;
  }

  /** Slot of the first order in the queue of a level, or -1. */
  firstOrder(side: number, priceTicks: number): number {
    return this.levelValue(side, priceTicks, level.LEVEL_HEAD) || -1;
  }

  /** Slot of the order behind this one in the queue, or -1. */
  nextOrder(slot: number): number {
    return this.#orders.rows[(slot << SHIFT) + NEXT]! || -1;
  }

  override clear(): void {
    this.#orders.clear();
    this.bids.clear();
    this.asks.clear();
  }

  #add(rows: Int32Array, at: number): number {
    const hi = rows[at + COL_ORDER_HI]!;
    const lo = rows[at + COL_ORDER_LO]!;
    if (this.#orders.find(hi, lo) !== 0) {
      this.#duplicates += 1;
      return this.#modify(rows, at);
    }
    return this.#insert(rows, at);
  }

  #insert(rows: Int32Array, at: number): number {
    const side = rows[at + COL_SIDE]!;
    const priceTicks = rows[at + COL_PRICE_TICKS]!;
    const size = rows[at + COL_SIZE]!;
    if (size <= 0 || !level.isBookPrice(side, priceTicks)) {
      this.refused += 1;
      return 0;
    }
    const slot = this.#orders.insert(rows[at + COL_ORDER_HI]!, rows[at + COL_ORDER_LO]!);
    const offset = slot << SHIFT;
    const orders = this.#orders.rows;
    orders[offset + KEY] = priceTicks ^ (BID - side);
    orders[offset + SIZE] = size;
    orders[offset + SIDE] = side;
    orders[offset + FILLED] = 0;
    linkOrder(this.sideOf(side), orders, slot);
    return ADDED;
  }

  #cancel(rows: Int32Array, at: number): number {
    const slot = this.#orders.find(rows[at + COL_ORDER_HI]!, rows[at + COL_ORDER_LO]!);
    if (slot === 0) {
      this.#unknownOrders += 1;
      return 0;
    }
    this.#noteBefore(slot);
    const size = rows[at + COL_SIZE]!;
    if (size > 0 && size < this.sizeBefore) {
      this.#resize(slot, this.sizeBefore - size);
    } else {
      this.#remove(slot);
    }
    return CANCELLED;
  }

  #modify(rows: Int32Array, at: number): number {
    const slot = this.#orders.find(rows[at + COL_ORDER_HI]!, rows[at + COL_ORDER_LO]!);
    if (slot === 0) {
      this.#unknownOrders += 1;
      return this.#insert(rows, at);
    }
    const side = rows[at + COL_SIDE]!;
    const priceTicks = rows[at + COL_PRICE_TICKS]!;
    const size = rows[at + COL_SIZE]!;
    if (size === 0) {
      return this.#cancel(rows, at);
    }
    if (size <= 0 || !level.isBookPrice(side, priceTicks)) {
      this.refused += 1;
      return 0;
    }
    this.#noteBefore(slot);
    const offset = slot << SHIFT;
    const orders = this.#orders.rows;
    const shown = this.sizeBefore - orders[offset + FILLED]!;
    if (priceTicks === this.priceBeforeTicks && size <= shown && side === this.changedSide) {
      this.#resize(slot, size);
      return MODIFIED;
    }
    unlinkOrder(this.sideOf(this.changedSide), orders, slot);
    orders[offset + KEY] = priceTicks ^ (BID - side);
    orders[offset + SIZE] = size;
    orders[offset + SIDE] = side;
    orders[offset + FILLED] = 0;
    linkOrder(this.sideOf(side), orders, slot);
    return MODIFIED;
  }

  /** Remembers what an order was before the current row changes it. */
  #noteBefore(slot: number): void {
    const offset = slot << SHIFT;
    const orders = this.#orders.rows;
    const side = orders[offset + SIDE]!;
    this.changedSide = side;
    this.priceBeforeTicks = orders[offset + KEY]! ^ (BID - side);
    this.sizeBefore = orders[offset + SIZE]!;
  }

  #noteFill(rows: Int32Array, at: number): void {
    const slot = this.#orders.find(rows[at + COL_ORDER_HI]!, rows[at + COL_ORDER_LO]!);
    if (slot !== 0) {
      const filled = (slot << SHIFT) + FILLED;
      const orders = this.#orders.rows;
      orders[filled]! += rows[at + COL_SIZE]!;
    }
  }

  /** A new size that keeps the place in the queue. */
  #resize(slot: number, size: number): void {
    const offset = slot << SHIFT;
    const orders = this.#orders.rows;
    const side = this.sideOf(orders[offset + SIDE]!);
    const total = (side.rowOf(orders[offset + KEY]!) << LEVEL_SHIFT) + LEVEL_SIZE;
    side.levels[total] = side.levels[total]! + size - orders[offset + SIZE]!;
    orders[offset + SIZE] = size;
    orders[offset + FILLED] = 0;
  }

  #remove(slot: number): void {
    const orders = this.#orders.rows;
    unlinkOrder(this.sideOf(orders[(slot << SHIFT) + SIDE]!), orders, slot);
    this.#orders.remove(slot);
  }
}
