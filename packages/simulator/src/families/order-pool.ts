/** The resting orders of a crowd, of which any is drawn with the same chance. */
import { NO_SLOT, type OrderStore } from '#engine/order-store.ts';
import type { RandomStream } from '#random/random.ts';

/** Orders that were filled or withdrawn are dropped when they are drawn. */
export class OrderPool {
  readonly #orders: OrderStore;
  readonly #slots: number[] = [];
  readonly #ids: number[] = [];

  constructor(orders: OrderStore) {
    this.#orders = orders;
  }

  /** Orders that rest, and those gone that were not drawn yet. */
  get size(): number {
    return this.#slots.length;
  }

  add(slot: number): void {
    this.#slots.push(slot);
    this.#ids.push(this.#orders.id[slot]!);
  }

  /** A resting order, which stays in the pool, or `NO_SLOT` when the one that was drawn is gone. */
  draw(random: RandomStream): number {
    if (this.#slots.length === 0) return NO_SLOT;
    const at = random.below(this.#slots.length);
    const slot = this.#slots[at]!;
    if (this.#orders.id[slot] === this.#ids[at]) return slot;
    const lastSlot = this.#slots.pop() as number;
    const lastId = this.#ids.pop() as number;
    if (at < this.#slots.length) {
      this.#slots[at] = lastSlot;
      this.#ids[at] = lastId;
    }
    return NO_SLOT;
  }
}
