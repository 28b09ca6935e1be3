/** How far a posture leaned the book: weighted imbalance of ten levels with and without it (Tao et al. 2022). */
import { type LevelBook, NO_PRICE, type OrderBook, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Posture } from './spoofing-posture.ts';

const LEVELS = 10;
/** The weight of a level falls with its distance from the best price. */
const DECAY = 0.35;
const WEIGHTS = Float64Array.from({ length: 2 * LEVELS }, (_, ticks) => Math.exp(-DECAY * ticks));

export class WeightedImbalance {
  readonly #prices = new Int32Array(LEVELS);
  readonly #sizes = new Int32Array(LEVELS);
  readonly #orders = new Int32Array(LEVELS);

  /** (bid - ask) / (bid + ask) of the weighted levels, -1 to 1; 0 for an empty book. */
  of(book: OrderBook | LevelBook): number {
    const bid = this.#weightOf(book, SIDE_BID);
    const ask = this.#weightOf(book, SIDE_ASK);
    return bid + ask === 0 ? 0 : (bid - ask) / (bid + ask);
  }

  /** How much more the book leaned to the posture's side while it rested; the book is the one without it. */
  lift(book: OrderBook | LevelBook, posture: Posture): number {
    const own = this.#weightOf(book, posture.side);
    const other = this.#weightOf(book, SIDE_BID + SIDE_ASK - posture.side);
    const best = posture.side === SIDE_BID ? book.bestBidTicks : book.bestAskTicks;
    let added = 0;
    for (const order of posture.orders) {
      const ticks = best === NO_PRICE ? 0 : Math.abs(best - order.priceTicks);
      added += order.size * weightAt(ticks);
    }
    const total = own + other;
    const without = total === 0 ? 0 : (own - other) / total;
    return (own + added - other) / Math.max(1e-9, total + added) - without;
  }

  #weightOf(book: OrderBook | LevelBook, side: number): number {
    const levels = book.copyTop(side, LEVELS, this.#prices, this.#sizes, this.#orders);
    const best = this.#prices[0]!;
    let sum = 0;
    for (let level = 0; level < levels; level += 1) {
      const ticks = Math.abs(this.#prices[level]! - best);
      sum += this.#sizes[level]! * weightAt(ticks);
    }
    return sum;
  }
}

function weightAt(ticks: number): number {
  return WEIGHTS[Math.min(ticks, WEIGHTS.length - 1)]!;
}

/** Middle of the best prices in ticks; NaN where a side is empty. */
export function midOf({ bestBidTicks, bestAskTicks }: OrderBook | LevelBook): number {
  const isWhole = bestBidTicks !== NO_PRICE && bestAskTicks !== NO_PRICE;
  return isWhole ? (bestBidTicks + bestAskTicks) / 2 : Number.NaN;
}
