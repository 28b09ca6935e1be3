/** The gateway's book of one instrument: every order with its queue priority, and what a row changed. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_FILL,
  ACTION_MODIFY,
  COL_ACTION,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_SIZE,
  NO_PRICE,
  OrderBook,
  orderIdString,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';

/** Update types of depth by order. */
export const DEPTH_NEW = 1;
export const DEPTH_CHANGE = 2;
export const DEPTH_DELETE = 3;

export interface DepthChange {
  readonly type: number;
  readonly side: number;
  readonly priceTicks: number;
  /** The order's previous price where it moved; null where it did not. */
  readonly priceBeforeTicks: number | null;
  readonly size: number;
  readonly priority: number;
  readonly orderId: string;
}

export interface BookOrder {
  readonly orderId: string;
  readonly size: number;
  readonly priority: number;
}

export interface BookLevel {
  readonly priceTicks: number;
  readonly size: number;
  /** In the order of the queue. */
  readonly orders: readonly BookOrder[];
}

/** No simulated book is deeper on one side. */
const MAX_LEVELS = 8192;
/** Priorities on CME are large numbers that only ever rise. */
const FIRST_PRIORITY = 6_800_000_000_000;

export class DepthBook {
  readonly orders = new OrderBook();
  readonly #filled = new Map<number, number>();
  readonly #prices = new Int32Array(MAX_LEVELS);
  readonly #sizes = new Int32Array(MAX_LEVELS);
  readonly #counts = new Int32Array(MAX_LEVELS);
  #priorities = new Float64Array(4096);
  #nextPriority = FIRST_PRIORITY;

  /** Applies a row. What it did to an order is returned where it did something. */
  apply(rows: Int32Array, at: number): DepthChange | null {
    const action = rows[at + COL_ACTION]!;
    const hi = rows[at + COL_ORDER_HI]!;
    const lo = rows[at + COL_ORDER_LO]!;
    if (action === ACTION_FILL) this.#noteFill(hi, lo, rows[at + COL_SIZE]!);
    if (action !== ACTION_ADD && action !== ACTION_MODIFY && action !== ACTION_CANCEL) {
      this.orders.applyRow(rows, at);
      return null;
    }
    const before = this.#orderAt(this.orders.findOrder(hi, lo));
    this.orders.applyRow(rows, at);
    const slot = this.orders.findOrder(hi, lo);
    if (slot === -1) return before && this.#change(DEPTH_DELETE, { ...before, size: 0 }, null, hi, lo);
    if (before === null || !this.#keptPlace(slot, before)) this.#giveBack(slot);
    const now = this.#orderAt(slot) as OrderState;
    const isNew = before === null;
    return this.#change(isNew ? DEPTH_NEW : DEPTH_CHANGE, now, before, hi, lo);
  }

  /** The fills that were announced have taken effect. */
  endEvent(): void {
    if (this.#filled.size > 0) this.#filled.clear();
  }

  /** Levels of a side, best first, each with its queue. */
  levels(side: number): BookLevel[] {
    const count = this.orders.copyTop(side, MAX_LEVELS, this.#prices, this.#sizes, this.#counts);
    return Array.from({ length: count }, (_, n) => this.#level(side, this.#prices[n]!));
  }

  /** The level at a price, or null. */
  levelAt(side: number, priceTicks: number): BookLevel | null {
    return this.orders.levelSize(side, priceTicks) === 0 ? null : this.#level(side, priceTicks);
  }

  /** Price, size and number of orders of every level, best first; valid until the next call. */
  columns(side: number) {
    const count = this.orders.copyTop(side, MAX_LEVELS, this.#prices, this.#sizes, this.#counts);
    return {
      prices: this.#prices.subarray(0, count),
      sizes: this.#sizes.subarray(0, count),
      counts: this.#counts.subarray(0, count),
    };
  }

  bestTicks(side: number): number | null {
    const ticks = side === SIDE_BID ? this.orders.bestBidTicks : this.orders.bestAskTicks;
    return ticks === NO_PRICE ? null : ticks;
  }

  get isEmpty(): boolean {
    return this.bestTicks(SIDE_BID) === null && this.bestTicks(SIDE_ASK) === null;
  }

  #level(side: number, priceTicks: number): BookLevel {
    const orders: BookOrder[] = [];
    let slot = this.orders.firstOrder(side, priceTicks);
    while (slot !== -1) {
      orders.push({
        orderId: orderIdString(this.orders.orderHi(slot), this.orders.orderLo(slot)),
        size: this.orders.orderSize(slot),
        priority: this.#priorities[slot]!,
      });
      slot = this.orders.nextOrder(slot);
    }
    return { priceTicks, size: this.orders.levelSize(side, priceTicks), orders };
  }

  #orderAt(slot: number): OrderState | null {
    if (slot === -1) return null;
    return {
      slot,
      side: this.orders.orderSide(slot),
      priceTicks: this.orders.orderPriceTicks(slot),
      size: this.orders.orderSize(slot),
      priority: this.#priorities[slot]!,
    };
  }

  #noteFill(hi: number, lo: number, size: number): void {
    const slot = this.orders.findOrder(hi, lo);
    if (slot !== -1) this.#filled.set(slot, (this.#filled.get(slot) ?? 0) + size);
  }

  /** The rule of the book: fills of the event count as gone, so a refilled iceberg goes to the back. */
  #keptPlace(slot: number, before: OrderState): boolean {
    const shown = before.size - (this.#filled.get(before.slot) ?? 0);
    const samePrice =
      this.orders.orderPriceTicks(slot) === before.priceTicks && this.orders.orderSide(slot) === before.side;
    return samePrice && this.orders.orderSize(slot) <= shown;
  }

  #giveBack(slot: number): void {
    if (slot >= this.#priorities.length) {
      const grown = new Float64Array(Math.max(slot + 1, this.#priorities.length * 2));
      grown.set(this.#priorities);
      this.#priorities = grown;
    }
    this.#priorities[slot] = this.#nextPriority++;
  }

  #change(type: number, order: OrderState, before: OrderState | null, hi: number, lo: number): DepthChange {
    const moved = before !== null && before.priceTicks !== order.priceTicks;
    return {
      type,
      side: order.side,
      priceTicks: order.priceTicks,
      priceBeforeTicks: moved ? before.priceTicks : null,
      size: order.size,
      priority: order.priority,
      orderId: orderIdString(hi, lo),
    };
  }
}

interface OrderState {
  readonly slot: number;
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly priority: number;
}
