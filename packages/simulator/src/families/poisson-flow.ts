/** Limits by distance, takers, exponential lives: nobody looks at the book (Cont, Stoikov, Talreja 2010). */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { oppositeSide } from '#engine/match-rounds.ts';
import { awayStep } from '#flow/book-weights.ts';
import type { CrowdOptions } from '#flow/crowd-flow.ts';
import { pow } from '#random/exact-math.ts';
import { BOOK_LEVELS, FamilyFlow } from './family-flow.ts';

/** Withdrawals a second of one order, and orders a second at the touch, which bounds them in deep books. */
const WITHDRAWALS = [0.05, 0.6] as const;
const MAX_AT_TOUCH = 12;
/** Power by which arrivals fall with the distance from the opposite best price; 0.52 on Tokyo's stocks. */
const EXPONENT = [0.2, 0.9] as const;

export class PoissonFamily extends FamilyFlow {
  readonly #withdrawalRate: number;
  readonly #limitRate: number;
  /** Of the distances 1, 2, … from the opposite best price. */
  readonly #weights: readonly number[];
  readonly #weightSum: number;

  constructor(options: CrowdOptions) {
    super(options);
    const { ordersPerLevel } = this.profile;
    const drawn = this.random.logUniform(...WITHDRAWALS);
    this.#withdrawalRate = Math.min(drawn, MAX_AT_TOUCH / ordersPerLevel);
    const exponent = this.random.uniform(...EXPONENT);
    const eaten = (0.5 * this.takers * this.takerSizes.mean) / this.addSizes.mean;
    const atTouch = this.#withdrawalRate * ordersPerLevel + eaten;
    const weights = Array.from({ length: BOOK_LEVELS }, (_, index) => pow(index + 1, -exponent));
    this.#weightSum = weights.reduce((sum, weight) => sum + weight, 0);
    this.#weights = weights;
    this.#limitRate = 2 * atTouch * this.#weightSum;
  }

  rate(): number {
    return this.conditions.pace * (this.takers + this.#limitRate + this.#withdrawalRate * this.pool.size);
  }

  act(timeNs: number): void {
    const all = this.takers + this.#limitRate + this.#withdrawalRate * this.pool.size;
    const drawn = this.random.unit() * all;
    if (drawn < this.takers) this.take(timeNs, this.random.chance(0.5) ? 1 : -1);
    else if (drawn < this.takers + this.#limitRate) this.#enter(timeNs);
    else this.cancel(timeNs, this.pool.draw(this.random));
  }

  #enter(timeNs: number): void {
    const side = this.random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    let drawn = this.random.unit() * this.#weightSum;
    let level = 0;
    while (level < BOOK_LEVELS - 1 && drawn >= this.#weights[level]!) {
      drawn -= this.#weights[level]!;
      level++;
    }
    const distance = 1 + this.spaced(level);
    this.rest(timeNs, side, this.engine.ladder.bestTicks(oppositeSide(side)) + awayStep(side) * distance);
  }
}
