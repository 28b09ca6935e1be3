/** What was pulled and stacked at each price within the last seconds: changes of resting size that trades do not explain. */
import { DEPTH_STRIDE, type DepthChange } from '#book/depth-change.ts';
import { DepthLevels } from '#book/depth-levels.ts';
import { SIDE_ASK, SIDE_BID } from '#events/market-event.ts';
import { PriceVolumes } from '#tape/price-volumes.ts';

export interface LevelFlowRow {
  readonly side: number;
  readonly priceTicks: number;
  /** Contracts that were added, and taken away without a trade: both from 0. */
  readonly stacked: number;
  readonly pulled: number;
}

interface Interval {
  readonly atMs: number;
  /** Added less taken away, by side and price. */
  readonly net: ReadonlyMap<number, number>;
}

const keyOf = (side: number, priceTicks: number): number => priceTicks * 4 + side;

/**
 * Between two samples, `after - before + traded` contracts were added (or, below 0, taken away) at a price; within the
 * window both add up over the samples. What was added and taken away between two samples is not seen. Trades without an
 * aggressor explain nothing. A level that leaves the visible depth counts as pulled.
 */
export class LevelFlow {
  readonly #windowMs: number;
  readonly #levels = new DepthLevels();
  readonly #traded = new PriceVolumes();
  #intervals: Interval[] = [];

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** `side` is the aggressor's. */
  addTrade(priceTicks: number, size: number, side: number): void {
    this.#traded.add(priceTicks, size, side);
  }

  /**
   * What changed since the sample before (`NO_DEPTH_CHANGE` where nothing did); null when the depth became unknown. The
   * trades until the sample have been added.
   */
  sample(atMs: number, change: DepthChange | null): void {
    const traded = this.#traded.sorted();
    this.#traded.clear();
    if (change === null || change.isWhole || !this.#levels.isKnown) {
      this.#restart(change);
      return;
    }
    const net = new Map<number, number>();
    const add = (side: number, priceTicks: number, contracts: number): void => {
      const key = keyOf(side, priceTicks);
      const sum = (net.get(key) ?? 0) + contracts;
      if (sum === 0) net.delete(key);
      else net.set(key, sum);
    };
    for (let at = 0; at < change.levels.length; at += DEPTH_STRIDE) {
      const [side, priceTicks, size] = [change.levels[at]!, change.levels[at + 1]!, change.levels[at + 2]!];
      add(side, priceTicks, size - this.#levels.sizeAt(side, priceTicks));
    }
    for (const { priceTicks, bidVolume, askVolume } of traded) {
      add(SIDE_BID, priceTicks, bidVolume);
      add(SIDE_ASK, priceTicks, askVolume);
    }
    this.#levels.apply(change);
    this.#intervals.push({ atMs, net });
    this.#forget(atMs);
  }

  /** Of the window that ends with the newest sample, lowest price first, bids before asks. */
  rows(): LevelFlowRow[] {
    const stacked = new Map<number, number>();
    const pulled = new Map<number, number>();
    for (const { net } of this.#intervals)
      for (const [key, contracts] of net) {
        const sums = contracts > 0 ? stacked : pulled;
        sums.set(key, (sums.get(key) ?? 0) + Math.abs(contracts));
      }
    return [...new Set([...stacked.keys(), ...pulled.keys()])]
      .sort((a, b) => a - b)
      .map((key) => ({
        side: ((key % 4) + 4) % 4,
        priceTicks: Math.floor(key / 4),
        stacked: stacked.get(key) ?? 0,
        pulled: pulled.get(key) ?? 0,
      }));
  }

  #restart(change: DepthChange | null): void {
    this.#intervals = [];
    if (change === null) this.#levels.clear();
    else this.#levels.apply(change);
  }

  #forget(atMs: number): void {
    const kept = this.#intervals.findIndex((interval) => interval.atMs > atMs - this.#windowMs);
    if (kept > 0) this.#intervals.splice(0, kept);
  }
}
