/** Picks the crowd of a generator. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { oppositeSide } from '#engine/match-rounds.ts';
import type { MatchingEngine } from '#engine/matching-engine.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import type { RandomStream } from '#random/random.ts';
import { BackgroundFlow } from './background-flow.ts';
import { awayStep } from './book-weights.ts';
import type { CrowdFlow, CrowdOptions } from './crowd-flow.ts';
import type { Generator } from './generator.ts';
import { ADD_SIZES, AGGRESSOR_SIZES, SizeLaw } from './size-law.ts';

/** Orders are entered evenly up to this many ticks from the opposite best price. */
const REACH_TICKS = 24;
/** A market order of the crowd sweeps as far as it must, within a band. */
const BAND_TICKS = 400;

/**
 * Santa Fe model (Daniels et al. 2003; Smith, Farmer, Gillemot and Krishnamurthy 2003): limit orders arrive at one rate
 * per price, market orders at another, and every resting order is withdrawn at the same rate. Sizes are those of the
 * recording, so that only the timing is without memory.
 */
class PoissonFlow implements CrowdFlow {
  readonly #engine: MatchingEngine;
  readonly #random: RandomStream;
  readonly #addSizes: SizeLaw;
  readonly #aggressorSizes: SizeLaw;
  readonly #marketRate: number;
  readonly #limitRate: number;
  /** Withdrawals a second of one order. */
  readonly #withdrawalRate: number;
  readonly #perLevel: number;
  readonly #conditions: CrowdOptions['conditions'];
  /** Slots and ids of what the crowd entered; those gone are dropped when they are drawn. */
  readonly #slots: number[] = [];
  readonly #ids: number[] = [];

  constructor(options: CrowdOptions) {
    const { engine, profile, random, conditions, sizeFactor } = options;
    this.#engine = engine;
    this.#random = random;
    this.#conditions = conditions;
    this.#addSizes = new SizeLaw(ADD_SIZES, profile.sizePower, sizeFactor);
    this.#aggressorSizes = new SizeLaw(AGGRESSOR_SIZES, profile.sizePower, sizeFactor);
    this.#perLevel = profile.ordersPerLevel;
    this.#marketRate = profile.aggressorsPerSecond * conditions.scale;
    this.#limitRate = (this.#marketRate * profile.changesPerAggressor) / 2;
    this.#withdrawalRate = this.#limitRate / (2 * REACH_TICKS * profile.ordersPerLevel);
  }

  fillBook(timeNs: number, openTicks: number): void {
    for (const side of [SIDE_BID, SIDE_ASK]) {
      const best = side === SIDE_BID ? openTicks - 1 : openTicks;
      for (let k = 0; k < REACH_TICKS; k++)
        for (let n = 0; n < this.#perLevel; n++) this.#rest(timeNs, side, best + awayStep(side) * k);
    }
  }

  rate(): number {
    const { pace } = this.#conditions;
    return pace * (this.#marketRate + this.#limitRate + this.#withdrawalRate * this.#slots.length);
  }

  decay(): void {
    // Nothing is excited.
  }

  stepSecond(): void {
    // Nothing depends on the time.
  }

  learn(): void {
    // Nothing is remembered.
  }

  readBook(): void {
    // The rates do not depend on the book.
  }

  act(timeNs: number): void {
    const all = this.#marketRate + this.#limitRate + this.#withdrawalRate * this.#slots.length;
    const drawn = this.#random.unit() * all;
    if (drawn < this.#marketRate) this.#trade(timeNs);
    else if (drawn < this.#marketRate + this.#limitRate) this.#enter(timeNs);
    else this.#withdraw(timeNs);
  }

  restock(timeNs: number): void {
    const { ladder } = this.#engine;
    for (const side of [SIDE_BID, SIDE_ASK]) {
      const touch = ladder.bestTicks(oppositeSide(side));
      if (ladder.bestTicks(side) !== NO_PRICE || touch === NO_PRICE) continue;
      for (let k = 1; k <= REACH_TICKS; k++) this.#rest(timeNs, side, touch + awayStep(side) * k);
    }
  }

  #trade(timeNs: number): void {
    const side = this.#random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const best = this.#engine.ladder.bestTicks(oppositeSide(side));
    const size = this.#aggressorSizes.draw(this.#random);
    this.#engine.addImmediate(timeNs, side, best - awayStep(side) * BAND_TICKS, size);
  }

  #enter(timeNs: number): void {
    const side = this.#random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const opposite = this.#engine.ladder.bestTicks(oppositeSide(side));
    this.#rest(timeNs, side, opposite + awayStep(side) * (1 + this.#random.below(REACH_TICKS)));
  }

  #rest(timeNs: number, side: number, priceTicks: number): void {
    const slot = this.#engine.addLimit(timeNs, side, priceTicks, this.#addSizes.draw(this.#random));
    if (slot === NO_SLOT) return;
    this.#slots.push(slot);
    this.#ids.push(this.#engine.orders.id[slot]!);
  }

  /** One order leaves the list; it leaves the book too unless it was filled. */
  #withdraw(timeNs: number): void {
    const at = this.#random.below(this.#slots.length);
    const slot = this.#slots[at]!;
    const id = this.#ids[at]!;
    const lastSlot = this.#slots.pop() as number;
    const lastId = this.#ids.pop() as number;
    if (at < this.#slots.length) {
      this.#slots[at] = lastSlot;
      this.#ids[at] = lastId;
    }
    if (this.#engine.orders.id[slot] === id) this.#engine.cancel(timeNs, slot);
  }
}

export function createCrowd(generator: Generator, options: CrowdOptions): CrowdFlow {
  return generator === 'g0' ? new PoissonFlow(options) : new BackgroundFlow(options);
}
