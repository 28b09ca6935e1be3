/** The book by price: queues of resting orders on a ring of ticks, with the best price of each side. */
import { NO_PRICE, SIDE_BID } from '@undertow/market';
import { NO_SLOT, type OrderStore } from './order-store.ts';

/** Ticks that the ring spans. Orders further apart than this cannot rest at the same time (a price band). */
export const LADDER_TICKS = 8192;
const MASK = LADDER_TICKS - 1;

/** Prices of the trading day beyond which the exchange takes no order, and therefore nothing trades. */
export interface PriceLimits {
  readonly lowestTicks: number;
  readonly highestTicks: number;
}

/** Share of the opening price: the first limit of CME's equity indexes. */
const LIMIT_SHARE = 0.07;

export function priceLimitsOf(openTicks: number): PriceLimits {
  const away = Math.round(LIMIT_SHARE * openTicks);
  return { lowestTicks: openTicks - away, highestTicks: openTicks + away };
}

const NO_LIMITS: PriceLimits = {
  lowestTicks: Number.NEGATIVE_INFINITY,
  highestTicks: Number.POSITIVE_INFINITY,
};

/**
 * Price levels with first-in first-out queues. A tick lies at `price & MASK`, so the ring follows the market without
 * being re-centred; `accepts` refuses the price whose place is still held by a far one.
 */
export class PriceLadder {
  bestBidTicks = NO_PRICE;
  bestAskTicks = NO_PRICE;
  #knownMid = Number.NaN;
  bidOrders = 0;
  askOrders = 0;
  readonly #orders: OrderStore;
  readonly #limits: PriceLimits;
  readonly #price = new Int32Array(LADDER_TICKS).fill(NO_PRICE);
  readonly #side = new Uint8Array(LADDER_TICKS);
  readonly #head = new Int32Array(LADDER_TICKS).fill(NO_SLOT);
  readonly #tail = new Int32Array(LADDER_TICKS).fill(NO_SLOT);
  readonly #size = new Int32Array(LADDER_TICKS);
  readonly #count = new Int32Array(LADDER_TICKS);

  constructor(orders: OrderStore, limits: PriceLimits = NO_LIMITS) {
    this.#orders = orders;
    this.#limits = limits;
  }

  /** Displayed contracts of a side at a price. */
  sizeAt(side: number, priceTicks: number): number {
    const index = priceTicks & MASK;
    return this.#price[index] === priceTicks && this.#side[index] === side ? this.#size[index]! : 0;
  }

  /** Resting orders of a side at a price. */
  countAt(side: number, priceTicks: number): number {
    const index = priceTicks & MASK;
    return this.#price[index] === priceTicks && this.#side[index] === side ? this.#count[index]! : 0;
  }

  /** First order of the queue, or `NO_SLOT`. */
  headAt(side: number, priceTicks: number): number {
    const index = priceTicks & MASK;
    if (this.#price[index] !== priceTicks || this.#side[index] !== side) return NO_SLOT;
    return this.#head[index]!;
  }

  /** Last order of the queue, or `NO_SLOT`. */
  tailAt(side: number, priceTicks: number): number {
    const index = priceTicks & MASK;
    if (this.#price[index] !== priceTicks || this.#side[index] !== side) return NO_SLOT;
    return this.#tail[index]!;
  }

  /** Price between the best prices, in half ticks; while a side is empty, the last one that was known. */
  get midTicks(): number {
    if (this.bestBidTicks !== NO_PRICE && this.bestAskTicks !== NO_PRICE)
      this.#knownMid = (this.bestBidTicks + this.bestAskTicks) / 2;
    return this.#knownMid;
  }

  bestTicks(side: number): number {
    return side === SIDE_BID ? this.bestBidTicks : this.bestAskTicks;
  }

  /** Whether an order can rest at the price: within the limits, and nothing else holds its place on the ring. */
  accepts(priceTicks: number): boolean {
    if (priceTicks < this.#limits.lowestTicks || priceTicks > this.#limits.highestTicks) return false;
    const index = priceTicks & MASK;
    return this.#count[index] === 0 || this.#price[index] === priceTicks;
  }

  /** Puts the order at the back of the queue of its side and price. */
  append(slot: number): void {
    const orders = this.#orders;
    const price = orders.priceTicks[slot]!;
    const side = orders.side[slot]!;
    const index = price & MASK;
    if (this.#count[index] === 0) {
      this.#price[index] = price;
      this.#side[index] = side;
      this.#size[index] = 0;
      this.#head[index] = NO_SLOT;
      this.#tail[index] = NO_SLOT;
      this.#raiseBest(side, price);
    }
    const tail = this.#tail[index]!;
    orders.previous[slot] = tail;
    orders.next[slot] = NO_SLOT;
    if (tail === NO_SLOT) this.#head[index] = slot;
    else orders.next[tail] = slot;
    this.#tail[index] = slot;
    this.#size[index]! += orders.size[slot]!;
    this.#count[index]! += 1;
    if (side === SIDE_BID) this.bidOrders++;
    else this.askOrders++;
  }

  /** Takes the order out of its queue; its present size leaves the level. */
  remove(slot: number): void {
    const orders = this.#orders;
    const price = orders.priceTicks[slot]!;
    const side = orders.side[slot]!;
    const index = price & MASK;
    const next = orders.next[slot]!;
    const previous = orders.previous[slot]!;
    if (previous === NO_SLOT) this.#head[index] = next;
    else orders.next[previous] = next;
    if (next === NO_SLOT) this.#tail[index] = previous;
    else orders.previous[next] = previous;
    this.#size[index]! -= orders.size[slot]!;
    const count = this.#count[index]! - 1;
    this.#count[index] = count;
    if (side === SIDE_BID) this.bidOrders--;
    else this.askOrders--;
    if (count === 0) this.#dropBest(side, price);
  }

  /** Changes the displayed size of an order in place (fill, decrease). */
  resize(slot: number, size: number): void {
    const orders = this.#orders;
    const index = orders.priceTicks[slot]! & MASK;
    this.#size[index] = this.#size[index]! + size - orders.size[slot]!;
    orders.size[slot] = size;
  }

  /** The next price of the side away from the touch that holds orders, or `NO_PRICE`. */
  nextTicks(side: number, priceTicks: number): number {
    const step = side === SIDE_BID ? -1 : 1;
    for (let distance = 1; distance < LADDER_TICKS; distance++) {
      const price = priceTicks + step * distance;
      if (this.countAt(side, price) > 0) return price;
    }
    return NO_PRICE;
  }

  #raiseBest(side: number, price: number): void {
    if (side === SIDE_BID) {
      if (this.bestBidTicks === NO_PRICE || price > this.bestBidTicks) this.bestBidTicks = price;
    } else if (this.bestAskTicks === NO_PRICE || price < this.bestAskTicks) {
      this.bestAskTicks = price;
    }
  }

  #dropBest(side: number, price: number): void {
    if (side === SIDE_BID) {
      if (price === this.bestBidTicks)
        this.bestBidTicks = this.bidOrders === 0 ? NO_PRICE : this.nextTicks(side, price);
    } else if (price === this.bestAskTicks) {
      this.bestAskTicks = this.askOrders === 0 ? NO_PRICE : this.nextTicks(side, price);
    }
  }
}
