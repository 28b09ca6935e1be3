/** Displayed size of the best, the five best and the ten best levels of each side, and its rolling median. */
import { type LevelBook, type OrderBook, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { type QuantileState, RollingQuantile } from './rolling-quantile.ts';

const MAX_LEVELS = 10;
const MEDIAN_EVERY_MS = 1000;
/** Where the running sum of a side's levels is kept. */
const CUTS = [1, 5, 10] as const;

interface SideState {
  readonly sums: Float64Array;
  readonly quantiles: readonly QuantileState[];
}

/** What was known of the depths at an instant, as plain data. */
export interface DepthState {
  readonly bids: SideState;
  readonly asks: SideState;
  readonly dueMs: number;
}

class SideDepths {
  readonly sums = new Float64Array(CUTS.length);
  readonly quantiles: readonly RollingQuantile[];

  constructor(halfLifeMs: number) {
    this.quantiles = CUTS.map(() => new RollingQuantile(halfLifeMs));
  }

  save(): SideState {
    return { sums: this.sums.slice(), quantiles: this.quantiles.map((quantile) => quantile.save()) };
  }

  restore({ sums, quantiles }: SideState): void {
    this.sums.set(sums);
    for (const [cut, state] of quantiles.entries()) this.quantiles[cut]?.restore(state);
  }

  onClock(timeMs: number, isSample: boolean): void {
    const { quantiles, sums } = this;
    for (let cut = 0; cut < quantiles.length; cut += 1) {
      const quantile = quantiles[cut]!;
      quantile.advance(timeMs);
      if (isSample) quantile.add(sums[cut]!);
    }
  }
}

export class DepthBaseline {
  readonly #bids: SideDepths;
  readonly #asks: SideDepths;
  readonly #prices = new Int32Array(MAX_LEVELS);
  readonly #sizes = new Int32Array(MAX_LEVELS);
  readonly #orders = new Int32Array(MAX_LEVELS);
  #dueMs = 0;

  constructor(halfLifeMs: number) {
    this.#bids = new SideDepths(halfLifeMs);
    this.#asks = new SideDepths(halfLifeMs);
  }

  save(): DepthState {
    return { bids: this.#bids.save(), asks: this.#asks.save(), dueMs: this.#dueMs };
  }

  restore(state: DepthState): void {
    this.#bids.restore(state.bids);
    this.#asks.restore(state.asks);
    this.#dueMs = state.dueMs;
  }

  /** Contracts on the best levels of a side when the book was last read. */
  depth(side: number, levels: 1 | 5 | 10): number {
    return this.#of(side).sums[cutOf(levels)]!;
  }

  /** Rolling median of `depth`, sampled each second; 1 before there was any. */
  median(side: number, levels: 1 | 5 | 10): number {
    return this.#of(side).quantiles[cutOf(levels)]!.quantile(0.5);
  }

  onClock(timeMs: number): void {
    const isDue = timeMs >= this.#dueMs;
    if (isDue) this.#dueMs = timeMs + MEDIAN_EVERY_MS;
    this.#bids.onClock(timeMs, isDue);
    this.#asks.onClock(timeMs, isDue);
  }

  read(book: OrderBook | LevelBook): void {
    this.#readSide(book, SIDE_BID);
    this.#readSide(book, SIDE_ASK);
  }

  #readSide(book: OrderBook | LevelBook, side: number): void {
    const { sums } = this.#of(side);
    const levels = book.copyTop(side, MAX_LEVELS, this.#prices, this.#sizes, this.#orders);
    let sum = 0;
    let level = 0;
    for (let cut = 0; cut < CUTS.length; cut += 1) {
      for (; level < levels && level < CUTS[cut]!; level += 1) sum += this.#sizes[level]!;
      sums[cut] = sum;
    }
  }

  #of(side: number): SideDepths {
    return side === SIDE_BID ? this.#bids : this.#asks;
  }
}

function cutOf(levels: 1 | 5 | 10): number {
  return levels === 1 ? 0 : levels === 5 ? 1 : 2;
}
