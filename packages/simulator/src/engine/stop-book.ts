/** Stop orders that wait for their trigger: invisible to the feed, nearest trigger first, first-in first-out within one. */
import { SIDE_BID } from '@undertow/market';
import { NO_SLOT, type OrderStore } from './order-store.ts';

/** Two lists sorted by trigger: buy stops upwards, sell stops downwards. Insertion walks the list; stops are hundreds. */
export class StopBook {
  readonly #orders: OrderStore;
  #buyHead = NO_SLOT;
  #sellHead = NO_SLOT;
  buyCount = 0;
  sellCount = 0;

  constructor(orders: OrderStore) {
    this.#orders = orders;
  }

  /** The stop that would be elected first, or `NO_SLOT`. Follow `orders.next` for the others. */
  head(side: number): number {
    return side === SIDE_BID ? this.#buyHead : this.#sellHead;
  }

  /** Whether the order waits here, rather than resting in the book. */
  holds(slot: number): boolean {
    return this.#orders.waiting[slot] === 1;
  }

  insert(slot: number): void {
    const orders = this.#orders;
    orders.waiting[slot] = 1;
    const side = orders.side[slot]!;
    const trigger = orders.priceTicks[slot]!;
    const sign = side === SIDE_BID ? 1 : -1;
    let before = NO_SLOT;
    let after = this.head(side);
    while (after !== NO_SLOT && sign * orders.priceTicks[after]! <= sign * trigger) {
      before = after;
      after = orders.next[after]!;
    }
    orders.previous[slot] = before;
    orders.next[slot] = after;
    if (before === NO_SLOT) this.#setHead(side, slot);
    else orders.next[before] = slot;
    if (after !== NO_SLOT) orders.previous[after] = slot;
    if (side === SIDE_BID) this.buyCount++;
    else this.sellCount++;
  }

  remove(slot: number): void {
    const orders = this.#orders;
    orders.waiting[slot] = 0;
    const side = orders.side[slot]!;
    const next = orders.next[slot]!;
    const previous = orders.previous[slot]!;
    if (previous === NO_SLOT) this.#setHead(side, next);
    else orders.next[previous] = next;
    if (next !== NO_SLOT) orders.previous[next] = previous;
    if (side === SIDE_BID) this.buyCount--;
    else this.sellCount--;
  }

  /** Whether the first stop of the side is elected by a trade at the price. */
  isElectedBy(side: number, tradeTicks: number): boolean {
    const slot = this.head(side);
    if (slot === NO_SLOT) return false;
    const trigger = this.#orders.priceTicks[slot]!;
    return side === SIDE_BID ? trigger <= tradeTicks : trigger >= tradeTicks;
  }

  #setHead(side: number, slot: number): void {
    if (side === SIDE_BID) this.#buyHead = slot;
    else this.#sellHead = slot;
  }
}
