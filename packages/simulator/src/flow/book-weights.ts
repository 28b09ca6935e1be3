/** How likely each place of the book is to change next: queue-reactive weights of the ten best levels of both sides. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { PriceLadder } from '#engine/price-ladder.ts';
import type { RandomStream } from '#random/random.ts';
import type { FlowProfile } from './flow-profile.ts';
import type { MarketConditions } from './market-conditions.ts';

/** Levels with a rate of their own; what lies beyond is slow inventory. */
export const NEAR_LEVELS = 10;

/** Share of the book's changes by distance from the best price of the own side, ticks. */
const ACTIVITY = [0.3, 0.17, 0.12, 0.09, 0.075, 0.065, 0.055, 0.05, 0.04, 0.035];
/** Undisturbed orders by distance, relative to the profile's level: flat from the third on. */
const TARGET = [0.66, 0.95, 1.05, 1.05, 1, 1, 1, 1, 1, 1];

/** How much faster an empty level is filled than an undisturbed one. */
const EAGERNESS = 1.0;
/** A queue counts as at most this often its undisturbed length: orders of agents are not the crowd's to withdraw. */
const MAX_FILLED = 3;
/** How strongly the best queues follow their imbalance: the shorter one is left and no longer joined. */
const LEAN = 0.75;

/** Sign of the direction away from the touch. */
export function awayStep(side: number): number {
  return side === SIDE_BID ? -1 : 1;
}

/**
 * Weights after Huang, Lehalle and Rosenbaum 2015: an add is likelier where the queue is short, a cancel in proportion
 * to the orders that wait. Both equal the level's activity share when the queue has its undisturbed length.
 */
export class BookWeights {
  /** Sums over both sides; about 1 each in an undisturbed book. */
  addTotal = 0;
  cancelTotal = 0;
  /** Chosen by `pickAdd` and `pickCancel`. */
  side = SIDE_BID;
  distance = 0;
  readonly #add = new Float64Array(2 * NEAR_LEVELS);
  readonly #cancel = new Float64Array(2 * NEAR_LEVELS);
  readonly #target = new Float64Array(NEAR_LEVELS);
  readonly #ladder: PriceLadder;
  readonly #conditions: MarketConditions;

  constructor(ladder: PriceLadder, profile: FlowProfile, conditions: MarketConditions) {
    this.#ladder = ladder;
    this.#conditions = conditions;
    for (let k = 0; k < NEAR_LEVELS; k++) this.#target[k] = TARGET[k]! * profile.ordersPerLevel;
  }

  /** Orders that an undisturbed level holds. */
  target(distance: number): number {
    return this.#target[Math.min(distance, NEAR_LEVELS - 1)]! * this.#conditions.depth;
  }

  /** Reads the book again; call after every event. `pressure` is what liquidity leans against, above 0 for buying. */
  refresh(pressure: number): void {
    this.addTotal = 0;
    this.cancelTotal = 0;
    const { bestBidTicks, bestAskTicks } = this.#ladder;
    const bid = this.#ladder.countAt(SIDE_BID, bestBidTicks);
    const ask = this.#ladder.countAt(SIDE_ASK, bestAskTicks);
    const lean = (LEAN * (bid - ask)) / (bid + ask + 1) - pressure;
    this.#refreshSide(SIDE_BID, 0, lean);
    this.#refreshSide(SIDE_ASK, NEAR_LEVELS, -lean);
  }

  #refreshSide(side: number, offset: number, lean: number): void {
    const best = this.#ladder.bestTicks(side);
    if (best === NO_PRICE) {
      this.#add.fill(0, offset, offset + NEAR_LEVELS);
      this.#cancel.fill(0, offset, offset + NEAR_LEVELS);
      return;
    }
    const step = awayStep(side);
    const { depth } = this.#conditions;
    let adds = 0;
    let cancels = 0;
    for (let k = 0; k < NEAR_LEVELS; k++) {
      const filled = this.#ladder.countAt(side, best + step * k) / (this.#target[k]! * depth);
      const activity = 0.5 * ACTIVITY[k]!;
      const touch = k === 0 ? lean : 0;
      const add = activity * (filled < 1 ? 1 + EAGERNESS * (1 - filled) : 2 / (1 + filled)) * (1 + touch);
      const crowded = Math.min(MAX_FILLED, filled);
      const cancel = activity * crowded * (0.6 + 0.4 * crowded) * (1 - touch);
      this.#add[offset + k] = add;
      this.#cancel[offset + k] = cancel;
      adds += add;
      cancels += cancel;
    }
    this.addTotal += adds;
    this.cancelTotal += cancels;
  }

  /** Draws where the next order is added. */
  pickAdd(random: RandomStream): void {
    this.#pick(this.#add, random.unit() * this.addTotal);
  }

  /** Draws where the next order is withdrawn. */
  pickCancel(random: RandomStream): void {
    this.#pick(this.#cancel, random.unit() * this.cancelTotal);
  }

  /** Draws a distance on one side by the weights of adds. */
  pickAddDistance(random: RandomStream, side: number): number {
    const offset = side === SIDE_BID ? 0 : NEAR_LEVELS;
    let total = 0;
    for (let k = 0; k < NEAR_LEVELS; k++) total += this.#add[offset + k]!;
    let left = random.unit() * total;
    for (let k = 0; k < NEAR_LEVELS; k++) {
      left -= this.#add[offset + k]!;
      if (left < 0) return k;
    }
    return NEAR_LEVELS - 1;
  }

  #pick(weights: Float64Array, target: number): void {
    let left = target;
    let at = 0;
    while (at < 2 * NEAR_LEVELS - 1) {
      left -= weights[at]!;
      if (left < 0) break;
      at++;
    }
    this.side = at < NEAR_LEVELS ? SIDE_BID : SIDE_ASK;
    this.distance = at < NEAR_LEVELS ? at : at - NEAR_LEVELS;
  }
}
