/**
 * Signs with a long memory, prices by a Student law about the own best price, and orders that leave by how far they have
 * travelled (Mike, Farmer 2008).
 */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { NO_SLOT } from '#engine/order-store.ts';
import type { CrowdOptions } from '#flow/crowd-flow.ts';
import { SignMemory } from '#flow/sign-memory.ts';
import { exp, pow } from '#random/exact-math.ts';
import { FamilyFlow, sideOf, signOf } from './family-flow.ts';

/** Degrees of freedom and scale (in usual spreads) of the law of prices. */
const FREEDOM = [1.1, 1.6] as const;
const SCALE = [0.5, 2.5] as const;
/** Hurst exponent of the signs; the lag's exponent of the memory that has it is 3 - 2H. */
const HURST = [0.65, 0.8] as const;
const PERSISTENCE = 0.5;
/** Share of placements that trade, about, and the constants of cancelling as published. */
const TRADING_SHARE = 0.25;
const CROWDED = 0.2;
const MAX_DISTANCE_TICKS = 200;
/** Levels a side over which the usual book of the family is spread. */
const SPREAD_OVER = 12;

export class RelativeFamily extends FamilyFlow {
  readonly #freedom: number;
  readonly #scaleTicks: number;
  readonly #signs: SignMemory;
  readonly #placements: number;
  readonly #usualOrders: number;
  /** Distance of an order from the opposite best price at its entry, by slot. */
  readonly #firstDistance = new Map<number, number>();

  constructor(options: CrowdOptions) {
    super(options);
    this.#freedom = this.random.uniform(...FREEDOM);
    this.#scaleTicks = this.spacingTicks * this.random.logUniform(...SCALE);
    this.#signs = new SignMemory(this.signRandom, PERSISTENCE, 3 - 2 * this.random.uniform(...HURST));
    this.#placements = this.takers / TRADING_SHARE;
    this.#usualOrders = 2 * SPREAD_OVER * this.profile.ordersPerLevel;
  }

  rate(): number {
    return this.conditions.pace * (this.#placements + this.#attempts());
  }

  /** Looks at an order that may leave: as often as orders are placed while the book has its usual number. */
  #attempts(): number {
    return (2 * this.#placements * this.pool.size) / this.#usualOrders;
  }

  act(timeNs: number): void {
    if (this.random.unit() * (this.#placements + this.#attempts()) < this.#placements) this.#place(timeNs);
    else this.#reconsider(timeNs);
  }

  protected override rest(timeNs: number, side: number, priceTicks: number): number {
    const slot = super.rest(timeNs, side, priceTicks);
    if (slot !== NO_SLOT) this.#firstDistance.set(slot, Math.max(1, this.#distanceOf(side, priceTicks)));
    return slot;
  }

  #distanceOf(side: number, priceTicks: number): number {
    const { bestBidTicks, bestAskTicks } = this.engine.ladder;
    return side === SIDE_BID ? bestAskTicks - priceTicks : priceTicks - bestBidTicks;
  }

  #place(timeNs: number): void {
    const sign = this.#signs.next(0.5);
    const { bestBidTicks, bestAskTicks } = this.engine.ladder;
    const spread = bestAskTicks - bestBidTicks;
    const towards = Math.round(this.#scaleTicks * this.#student());
    const side = sideOf(sign);
    if (towards >= spread) {
      this.take(timeNs, sign);
      this.#signs.remember(sign);
    } else {
      const best = side === SIDE_BID ? bestBidTicks : bestAskTicks;
      this.rest(timeNs, side, best + sign * Math.max(-MAX_DISTANCE_TICKS, towards));
    }
  }

  /** A Student variable of the law's freedom (Bailey 1994). */
  #student(): number {
    for (;;) {
      const u = 2 * this.random.unit() - 1;
      const v = 2 * this.random.unit() - 1;
      const w = u * u + v * v;
      if (w <= 0 || w >= 1) continue;
      return u * Math.sqrt((this.#freedom * (pow(w, -2 / this.#freedom) - 1)) / w);
    }
  }

  /** Leaves with a chance that grows as the price comes nearer or goes, and with the crowd on its side. */
  #reconsider(timeNs: number): void {
    const slot = this.pool.draw(this.random);
    if (slot === NO_SLOT) return;
    const { orders, ladder } = this.engine;
    const price = orders.priceTicks[slot]!;
    const side = ladder.bestAskTicks > price ? SIDE_BID : SIDE_ASK;
    const ratio = this.#distanceOf(side, price) / (this.#firstDistance.get(slot) ?? 1);
    const bids = ladder.countAt(SIDE_BID, ladder.bestBidTicks);
    const asks = ladder.countAt(SIDE_ASK, ladder.bestAskTicks);
    const imbalance = (signOf(side) > 0 ? bids : asks) / (bids + asks + 1);
    if (this.random.chance((1 - exp(-ratio)) * Math.min(1, imbalance + CROWDED))) this.cancel(timeNs, slot);
  }
}
