/** What the crowds of all families do alike: fill a book, rest, take and withdraw, and follow news that the price has not. */
import { NO_PRICE, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { oppositeSide } from '#engine/match-rounds.ts';
import type { MatchingEngine } from '#engine/matching-engine.ts';
import { NO_SLOT } from '#engine/order-store.ts';
import { awayStep } from '#flow/book-weights.ts';
import type { CrowdFlow, CrowdOptions, PlanCancel } from '#flow/crowd-flow.ts';
import type { FlowProfile } from '#flow/flow-profile.ts';
import type { MarketConditions } from '#flow/market-conditions.ts';
import { ADD_SIZES, AGGRESSOR_SIZES, SizeLaw } from '#flow/size-law.ts';
import type { RandomStream } from '#random/random.ts';
import { OrderPool } from './order-pool.ts';

/** Levels that a first book and a refilled side have. */
export const BOOK_LEVELS = 20;
/** A market order takes as far as it must, within a band. */
const BAND_TICKS = 400;
/** Share of takers who trade towards a worth that news has moved away from the price. */
const INFORMED = 0.7;
/** Share of takers who take more than the best price shows, where they want more. */
const SWEEPERS = 0.25;
/** Share of the resting orders that news puts on the wrong side of the worth and that are withdrawn before they trade. */
const WITHDRAWN_ON_NEWS = 0.9;
/** Seconds that a withdrawal on news takes on average: those of machines in one session, of people in another. */
const REACTION_SECONDS = [0.002, 0.3] as const;

export const signOf = (side: number): number => (side === SIDE_BID ? 1 : -1);
export const sideOf = (sign: number): number => (sign > 0 ? SIDE_BID : SIDE_ASK);

export abstract class FamilyFlow implements CrowdFlow {
  protected readonly engine: MatchingEngine;
  protected readonly profile: FlowProfile;
  protected readonly random: RandomStream;
  protected readonly signRandom: RandomStream;
  protected readonly conditions: MarketConditions;
  protected readonly planCancel: PlanCancel;
  protected readonly pool: OrderPool;
  protected readonly addSizes: SizeLaw;
  protected readonly takerSizes: SizeLaw;
  protected readonly spacingTicks: number;
  /** Takers a second, while the pace is 1. */
  protected readonly takers: number;
  /** Where news and drifts put the product; the price itself while they do not. */
  protected worthTicks = 0;
  readonly #reactionNs: number;
  #ledBy = 0;
  #drift = 0;

  constructor(options: CrowdOptions) {
    this.engine = options.engine;
    this.profile = options.profile;
    this.random = options.random;
    this.signRandom = options.signRandom;
    this.conditions = options.conditions;
    this.planCancel = options.planCancel;
    this.pool = new OrderPool(options.engine.orders);
    this.addSizes = new SizeLaw(ADD_SIZES, options.profile.sizePower, options.sizeFactor);
    this.takerSizes = new SizeLaw(AGGRESSOR_SIZES, options.profile.sizePower, options.sizeFactor);
    this.spacingTicks = options.spacingTicks;
    this.#reactionNs = SECOND_NS * this.random.logUniform(...REACTION_SECONDS);
    this.takers = options.profile.aggressorsPerSecond * options.conditions.scale;
  }

  abstract rate(): number;
  abstract act(timeNs: number): void;

  fillBook(timeNs: number, openTicks: number): void {
    this.worthTicks = openTicks;
    for (const side of [SIDE_BID, SIDE_ASK]) {
      const best = side === SIDE_BID ? openTicks - 1 : openTicks;
      for (let level = 0; level < BOOK_LEVELS; level++) this.fillLevel(timeNs, side, best, level);
    }
    this.readBook();
  }

  decay(_seconds: number): void {
    // Nothing is excited unless a family says so.
  }

  stepSecond(): void {
    this.#drift += this.conditions.driftTicks;
    const whole = Math.trunc(this.#drift);
    this.#drift -= whole;
    this.conditions.valueJump += whole;
  }

  learn(): void {
    // Nothing is remembered unless a family says so.
  }

  restock(timeNs: number): void {
    const { ladder } = this.engine;
    if (this.conditions.valueJump !== 0) this.fleeNews(timeNs);
    if (this.#ledBy !== 0) this.#quoteUpToWorth(timeNs);
    for (const side of [SIDE_BID, SIDE_ASK]) {
      if (ladder.bestTicks(side) !== NO_PRICE) continue;
      const opposite = ladder.bestTicks(oppositeSide(side));
      const touch = opposite === NO_PRICE ? Math.round(this.worthTicks) : opposite;
      for (let level = 0; level < BOOK_LEVELS; level++)
        this.rest(timeNs, side, touch + awayStep(side) * (1 + this.spaced(level)));
    }
  }

  readBook(): void {
    const { conditions } = this;
    const mid = this.engine.ladder.midTicks;
    // News counts from the worth before the trades that came with it
    this.worthTicks += conditions.valueJump;
    if (conditions.valueJump !== 0) this.#ledBy = Math.sign(this.worthTicks - mid);
    else if ((this.worthTicks - mid) * this.#ledBy <= 0) this.#ledBy = 0;
    conditions.valueJump = 0;
    if (this.#ledBy === 0) this.worthTicks = mid;
    conditions.gapTicks = this.worthTicks - mid;
  }

  /** Most of what rests between the price and its new worth is withdrawn, each order after a reaction of its own. */
  protected fleeNews(timeNs: number): void {
    const { ladder, orders } = this.engine;
    const worth = this.worthTicks + this.conditions.valueJump;
    const sign = Math.sign(worth - ladder.midTicks);
    const side = sideOf(-sign);
    const best = ladder.bestTicks(side);
    // A side that was swept empty has nothing to withdraw
    if (best === NO_PRICE) return;
    for (let price = best; (worth - price) * sign > 0; price += sign)
      for (let slot = ladder.headAt(side, price); slot !== NO_SLOT; slot = orders.next[slot]!)
        if (orders.owner[slot] === 0 && this.random.chance(WITHDRAWN_ON_NEWS)) {
          const waitNs = Math.ceil(this.random.exponential() * this.#reactionNs);
          this.planCancel(timeNs + waitNs, slot, orders.id[slot]!);
        }
  }

  /** Where quotes fled, those who trade the other way quote up to what is left. */
  #quoteUpToWorth(timeNs: number): void {
    const { ladder } = this.engine;
    const side = sideOf(this.#ledBy);
    const against = ladder.bestTicks(oppositeSide(side));
    const best = ladder.bestTicks(side);
    const price = against - this.#ledBy;
    if (best === NO_PRICE || against === NO_PRICE || (price - best) * this.#ledBy < this.spacingTicks) return;
    if ((this.worthTicks - price) * this.#ledBy > 0) this.fillLevel(timeNs, side, price, 0);
  }

  /** Orders that an undisturbed level has, `level` ticks behind the best price. */
  protected levelOrders(level: number): number {
    return (this.profile.ordersPerLevel * this.conditions.depth * (1 + Math.min(level, 4) / 4)) / 1.5;
  }

  protected fillLevel(timeNs: number, side: number, best: number, level: number): void {
    const orders = Math.max(1, Math.round(this.levelOrders(level) * (0.6 + 0.8 * this.random.unit())));
    for (let n = 0; n < orders; n++) this.rest(timeNs, side, best + awayStep(side) * this.spaced(level));
  }

  /** Ticks to the price that a level of the book has: levels are ticks where these are large. */
  protected spaced(level: number): number {
    return level === 0
      ? 0
      : Math.max(level, Math.floor((level - this.random.unit()) * this.spacingTicks + 0.5));
  }

  /** Rests an order of the crowd; returns its slot, or `NO_SLOT` where nothing rests. */
  protected rest(timeNs: number, side: number, priceTicks: number): number {
    const slot = this.engine.addLimit(timeNs, side, priceTicks, this.addSizes.draw(this.random));
    if (slot !== NO_SLOT) this.pool.add(slot);
    return slot;
  }

  /** As `rest`, but behind the opposite best price where it would trade. */
  protected restPassive(timeNs: number, side: number, priceTicks: number): number {
    const touch = this.engine.ladder.bestTicks(oppositeSide(side));
    const away = awayStep(side);
    const isCrossing = touch !== NO_PRICE && (priceTicks - touch) * away <= 0;
    return this.rest(timeNs, side, isCrossing ? touch + away : priceTicks);
  }

  /** Takes from the other side; towards the worth where news has moved it. */
  protected take(timeNs: number, sign: number): void {
    const led = this.#ledBy !== 0 && this.random.chance(INFORMED) ? this.#ledBy : sign;
    const side = sideOf(led);
    const against = oppositeSide(side);
    const { ladder } = this.engine;
    const best = ladder.bestTicks(against);
    if (best === NO_PRICE) return;
    const wanted = this.takerSizes.draw(this.random);
    const isSweep = wanted > ladder.sizeAt(against, best) && this.random.chance(SWEEPERS);
    const limit = isSweep ? best - awayStep(side) * BAND_TICKS : best;
    this.engine.addImmediate(timeNs, side, limit, wanted);
  }

  protected cancel(timeNs: number, slot: number): void {
    if (slot !== NO_SLOT) this.engine.cancel(timeNs, slot);
  }
}
