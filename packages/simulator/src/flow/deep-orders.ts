/** The slow inventory behind the tenth level: entered in hope, withdrawn after long, so that a move never finds a void. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { MatchingEngine } from '#engine/matching-engine.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import type { RandomStream } from '#random/random.ts';
import { awayStep, NEAR_LEVELS } from './book-weights.ts';
import type { FlowProfile } from './flow-profile.ts';
import type { SizeLaw } from './size-law.ts';

/** Deep orders of one side remembered in the order of their entry. */
const REMEMBERED = 4096;

/** Slots and ids, first in first out. */
class OrderQueue {
  count = 0;
  readonly #slots = new Int32Array(REMEMBERED);
  readonly #ids = new Float64Array(REMEMBERED);
  #oldest = 0;

  push(slot: number, id: number): void {
    const at = (this.#oldest + this.count++) % REMEMBERED;
    this.#slots[at] = slot;
    this.#ids[at] = id;
  }

  get oldestSlot(): number {
    return this.#slots[this.#oldest]!;
  }

  get oldestId(): number {
    return this.#ids[this.#oldest]!;
  }

  drop(): void {
    this.#oldest = (this.#oldest + 1) % REMEMBERED;
    this.count--;
  }
}

/** Each side has its own queue: a long trend must not leave one side of the book without depth. */
export class DeepOrders {
  readonly #engine: MatchingEngine;
  readonly #random: RandomStream;
  readonly #deepTicks: number;
  readonly #bids = new OrderQueue();
  readonly #asks = new OrderQueue();
  #wanted = 0;

  constructor(engine: MatchingEngine, profile: FlowProfile, random: RandomStream) {
    this.#engine = engine;
    this.#random = random;
    this.#deepTicks = profile.deepTicks;
  }

  /** Fills both sides evenly with `perLevel` orders a tick. */
  fill(timeNs: number, sizes: SizeLaw, perLevel: number): void {
    this.#wanted = Math.min(REMEMBERED - 1, Math.floor(this.#deepTicks * perLevel));
    for (let n = 0; n < this.#wanted; n++) {
      this.#add(timeNs, SIDE_BID, this.#bids, sizes);
      this.#add(timeNs, SIDE_ASK, this.#asks, sizes);
    }
  }

  /** One change of one side: an add when there are fewer than wanted, else as often as not the oldest leaves. */
  change(timeNs: number, sizes: SizeLaw): void {
    const side = this.#random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const queue = side === SIDE_BID ? this.#bids : this.#asks;
    const isFull = queue.count > this.#wanted;
    if (!isFull && this.#random.chance(0.6)) this.#add(timeNs, side, queue, sizes);
    else this.#cancelOldest(timeNs, side, queue);
  }

  #add(timeNs: number, side: number, queue: OrderQueue, sizes: SizeLaw): void {
    const best = this.#engine.ladder.bestTicks(side);
    if (best === NO_PRICE) return;
    const price = best + awayStep(side) * (NEAR_LEVELS + this.#random.below(this.#deepTicks));
    const slot = this.#engine.addLimit(timeNs, side, price, sizes.draw(this.#random));
    if (slot !== NO_SLOT) queue.push(slot, this.#engine.orders.id[slot]!);
  }

  /** Withdraws the oldest that still rests behind the tenth level; those the market came to are the crowd's now. */
  #cancelOldest(timeNs: number, side: number, queue: OrderQueue): void {
    const { orders, ladder } = this.#engine;
    while (queue.count > 0) {
      const slot = queue.oldestSlot;
      const id = queue.oldestId;
      queue.drop();
      if (orders.id[slot] !== id) continue;
      const distance = (orders.priceTicks[slot]! - ladder.bestTicks(side)) * awayStep(side);
      if (distance < NEAR_LEVELS) continue;
      this.#engine.cancel(timeNs, slot);
      return;
    }
  }
}
