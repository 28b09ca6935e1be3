/** Slices on feeds of levels: an increase after a trade at the price represents the order that made it. */
import { type MatchEvent, SIDE_BID, type TouchedColumns } from '@undertow/market';
import { LevelSteps } from '#orders/level-steps.ts';
import type { MarketView } from '#view/market-view.ts';
import type { SyntheticChain } from './iceberg-synthetic-chain.ts';
import type { SliceTracker } from './iceberg-synthetic-tracker.ts';

export class LevelSliceReader {
  readonly #tracker: SliceTracker;
  readonly #steps = new LevelSteps();

  constructor(tracker: SliceTracker) {
    this.#tracker = tracker;
  }

  read(event: MatchEvent, view: MarketView): void {
    this.#steps.read(view.market.book);
    if (event.rounds.count > 0) this.#readTrades(event.touched);
    this.#readSteps(event.touched, view);
  }

  clear(): void {
    this.#steps.clear();
  }

  #readTrades(touched: TouchedColumns): void {
    for (let level = 0; level < touched.count; level += 1) {
      const side = touched.side[level]!;
      const priceTicks = touched.priceTicks[level]!;
      const traded = touched.traded[level]!;
      this.#tracker.noteVolume(side, priceTicks, traded);
      const chain = this.#restingChain(side, priceTicks);
      if (chain === undefined) {
        this.#tracker.noteFilled(side, priceTicks, traded, undefined);
        continue;
      }
      // The slice queues behind what was there before it: gone once that much has traded.
      chain.tradedSince += traded;
      chain.executed += Math.min(traded, chain.sliceSize);
      if (chain.tradedSince < chain.sliceSize) continue;
      this.#tracker.noteFilled(side, priceTicks, chain.sliceSize, chain);
    }
  }

  #readSteps(touched: TouchedColumns, view: MarketView): void {
    const steps = this.#steps;
    const tracker = this.#tracker;
    const { book } = view.market;
    for (let step = 0; step < steps.count; step += 1) {
      const side = steps.side[step]!;
      const priceTicks = steps.priceTicks[step]!;
      const change = steps.after[step]! - steps.before[step]! + tradedAt(touched, side, priceTicks);
      if (change > 0) {
        const { slice } = tracker;
        slice.side = side;
        slice.priceTicks = priceTicks;
        slice.size = change;
        slice.atTouch = priceTicks === (side === SIDE_BID ? book.bestBidTicks : book.bestAskTicks);
        tracker.noteOrder();
      } else if (change < 0) {
        const chain = this.#restingChain(side, priceTicks);
        if (chain !== undefined && -change === chain.sliceSize) tracker.noteWithdrawn(chain);
      }
    }
  }

  #restingChain(side: number, priceTicks: number): SyntheticChain | undefined {
    const { chains } = this.#tracker;
    for (let index = 0; index < chains.length; index += 1) {
      const chain = chains[index]!;
      if (chain.inUse && chain.resting && chain.side === side && chain.priceTicks === priceTicks)
        return chain;
    }
    return undefined;
  }
}

function tradedAt(touched: TouchedColumns, side: number, priceTicks: number): number {
  for (let level = 0; level < touched.count; level += 1) {
    if (touched.side[level] === side && touched.priceTicks[level] === priceTicks)
      return touched.traded[level]!;
  }
  return 0;
}
