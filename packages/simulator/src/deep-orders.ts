/** The slow inventory behind the tenth level: entered in hope, withdrawn after long, so that a move never finds a void. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { awayStep, NEAR_LEVELS } from './book-weights.ts';
import type { FlowProfile } from './flow-profile.ts';
import type { MatchingEngine } from './matching-engine.ts';
import { NO_SLOT } from './order-store.ts';
import type { RandomStream } from './random.ts';
import type { SizeLaw } from './size-law.ts';

/** Deep orders remembered in the order of their entry. */
const REMEMBERED = 8192;

export class DeepOrders {
  readonly #engine: MatchingEngine;
  readonly #random: RandomStream;
  readonly #deepTicks: number;
  readonly #slots = new Int32Array(REMEMBERED);
  readonly #ids = new Float64Array(REMEMBERED);
  #oldest = 0;
  #count = 0;
  #wanted = 0;

  constructor(engine: MatchingEngine, profile: FlowProfile, random: RandomStream) {
    this.#engine = engine;
    this.#random = random;
    this.#deepTicks = profile.deepTicks;
  }

  /** Fills both sides evenly with `perLevel` orders a tick. */
  fill(timeNs: number, sizes: SizeLaw, perLevel: number): void {
    this.#wanted = Math.min(REMEMBERED - 1, Math.floor(2 * this.#deepTicks * perLevel));
    for (let n = 0; n < this.#wanted; n++) this.#add(timeNs, sizes);
  }

  /** One change: an add when there are fewer than wanted, else the oldest leaves. */
  change(timeNs: number, sizes: SizeLaw): void {
    if (this.#count <= this.#wanted && this.#random.chance(0.5)) this.#add(timeNs, sizes);
    else this.#cancelOldest(timeNs);
  }

  #add(timeNs: number, sizes: SizeLaw): void {
    const side = this.#random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const best = this.#engine.ladder.bestTicks(side);
    if (best === NO_PRICE || this.#count === REMEMBERED) return;
    const price = best + awayStep(side) * (NEAR_LEVELS + this.#random.below(this.#deepTicks));
    const slot = this.#engine.addLimit(timeNs, side, price, sizes.draw(this.#random));
    if (slot === NO_SLOT) return;
    const at = (this.#oldest + this.#count++) % REMEMBERED;
    this.#slots[at] = slot;
    this.#ids[at] = this.#engine.orders.id[slot] as number;
  }

  /** Withdraws the oldest that still rests behind the tenth level; those the market came to are the crowd's now. */
  #cancelOldest(timeNs: number): void {
    const { orders, ladder } = this.#engine;
    while (this.#count > 0) {
      const slot = this.#slots[this.#oldest] as number;
      const id = this.#ids[this.#oldest] as number;
      this.#oldest = (this.#oldest + 1) % REMEMBERED;
      this.#count--;
      if (orders.id[slot] !== id) continue;
      const side = orders.side[slot] as number;
      const distance = ((orders.priceTicks[slot] as number) - ladder.bestTicks(side)) * awayStep(side);
      if (distance < NEAR_LEVELS) continue;
      this.#engine.cancel(timeNs, slot);
      return;
    }
  }
}
