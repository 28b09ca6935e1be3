/**
 * Rates by the length of each queue, at fixed distances from a reference price that moves when a best queue empties (Huang,
 * Lehalle, Rosenbaum 2015).
 */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { awayStep } from '#flow/book-weights.ts';
import type { CrowdOptions } from '#flow/crowd-flow.ts';
import { pickRecentOrder } from '#flow/pick-recent-order.ts';
import { FamilyFlow } from './family-flow.ts';

const LEVELS = 10;
/** Chance that the reference follows an emptied best queue, and that the book is drawn again then. */
const FOLLOWS = [0.6, 0.9] as const;
const REDRAWS = [0.1, 0.9] as const;
/** Levels a side that are drawn again. */
const REDRAWN = 3;
/** Farther than this from its own reference the book has moved by itself: the reference follows it. */
const MAX_LAG_TICKS = 3;

export class QueueFamily extends FamilyFlow {
  readonly #follows: number;
  readonly #redraws: number;
  readonly #changes: number;
  /** Price of the first bid queue; the first ask queue is a tick above. */
  #reference = 0;
  readonly #adds = new Float64Array(2 * LEVELS);
  readonly #cancels = new Float64Array(2 * LEVELS);
  #addTotal = 0;
  #cancelTotal = 0;
  #takerRate = 0;
  #buyShare = 0.5;
  #redrawWanted = false;

  constructor(options: CrowdOptions) {
    super(options);
    this.#follows = this.random.uniform(...FOLLOWS);
    this.#redraws = this.random.uniform(...REDRAWS);
    this.#changes = (this.takers * this.profile.changesPerAggressor) / (4 * LEVELS);
  }

  override fillBook(timeNs: number, openTicks: number): void {
    this.#reference = openTicks - 1;
    super.fillBook(timeNs, openTicks);
  }

  rate(): number {
    return this.conditions.pace * (this.#takerRate + this.#addTotal + this.#cancelTotal);
  }

  act(timeNs: number): void {
    if (this.#redrawWanted) this.#redraw(timeNs);
    else {
      const drawn = this.random.unit() * (this.#takerRate + this.#addTotal + this.#cancelTotal);
      if (drawn < this.#takerRate) this.take(timeNs, this.random.chance(this.#buyShare) ? 1 : -1);
      else if (drawn < this.#takerRate + this.#addTotal) this.#add(timeNs, drawn - this.#takerRate);
      else this.#withdraw(timeNs, drawn - this.#takerRate - this.#addTotal);
    }
  }

  override readBook(): void {
    super.readBook();
    this.#moveReference();
    let addTotal = 0;
    let cancelTotal = 0;
    for (let cell = 0; cell < 2 * LEVELS; cell++) {
      const side = cell < LEVELS ? SIDE_BID : SIDE_ASK;
      const length = this.#lengthOf(side, cell % LEVELS);
      // New orders prefer short queues; leaving rises with the queue up to its usual length
      addTotal += this.#adds[cell] = this.#changes * (1 - 0.4 * Math.min(1, length / 2)) * 1.4;
      cancelTotal += this.#cancels[cell] =
        this.#changes * Math.min(length, 1 + 0.2 * Math.max(0, length - 1));
    }
    this.#addTotal = addTotal;
    this.#cancelTotal = cancelTotal;
    const bid = this.#lengthOf(SIDE_BID, 0);
    const ask = this.#lengthOf(SIDE_ASK, 0);
    // Takers hurry for a short queue and leave a long one alone
    const buyers = 1 / (0.5 + ask);
    const sellers = 1 / (0.5 + bid);
    this.#takerRate = 0.75 * this.takers * (buyers + sellers);
    this.#buyShare = buyers / (buyers + sellers);
  }

  /** Contracts of a queue in units of its usual length. */
  #lengthOf(side: number, level: number): number {
    const contracts = this.engine.ladder.sizeAt(side, this.#priceOf(side, level));
    return contracts / (this.levelOrders(level) * this.addSizes.mean);
  }

  #priceOf(side: number, level: number): number {
    return (side === SIDE_BID ? this.#reference : this.#reference + 1) + awayStep(side) * level;
  }

  #moveReference(): void {
    const { bestBidTicks, bestAskTicks } = this.engine.ladder;
    const down = bestBidTicks < this.#reference;
    const up = bestAskTicks > this.#reference + 1;
    if (!down && !up) return;
    const isFar =
      this.#reference - bestBidTicks > MAX_LAG_TICKS || bestAskTicks - this.#reference - 1 > MAX_LAG_TICKS;
    if (isFar) this.#reference = down ? bestBidTicks : bestAskTicks - 1;
    else if (down !== up && this.random.chance(this.#follows)) {
      this.#reference += up ? 1 : -1;
      this.#redrawWanted = this.random.chance(this.#redraws);
    }
  }

  #add(timeNs: number, drawn: number): void {
    const cell = cellAt(this.#adds, drawn);
    const side = cell < LEVELS ? SIDE_BID : SIDE_ASK;
    this.restPassive(timeNs, side, this.#priceOf(side, cell % LEVELS));
  }

  #withdraw(timeNs: number, drawn: number): void {
    const cell = cellAt(this.#cancels, drawn);
    const side = cell < LEVELS ? SIDE_BID : SIDE_ASK;
    this.cancel(timeNs, pickRecentOrder(this.engine, this.random, side, this.#priceOf(side, cell % LEVELS)));
  }

  /** The first queues are brought to what they usually have: one order is entered or withdrawn for each. */
  #redraw(timeNs: number): void {
    this.#redrawWanted = false;
    for (const side of [SIDE_BID, SIDE_ASK])
      for (let level = 0; level < REDRAWN; level++) {
        const wanted = this.levelOrders(level) * (0.4 + 1.2 * this.random.unit());
        const price = this.#priceOf(side, level);
        const has = this.engine.ladder.countAt(side, price);
        for (let n = has; n < wanted; n++) this.restPassive(timeNs, side, price);
        for (let n = has; n > wanted + 1; n--)
          this.cancel(timeNs, pickRecentOrder(this.engine, this.random, side, price));
      }
  }
}

/** The cell in which a number below the sum of all falls. */
function cellAt(weights: Float64Array, drawn: number): number {
  let left = drawn;
  for (let cell = 0; cell < weights.length - 1; cell++) {
    left -= weights[cell]!;
    if (left < 0) return cell;
  }
  return weights.length - 1;
}
