/** Naive institutional activity: three very large aggressors of one direction within five minutes. */
import { joinNs, type MatchEvent, MINUTE_MS, ROUND_AUCTION, SIDE_BID } from '@undertow/market';
import { SlidingSum } from '#statistics/sliding-sum.ts';
import type { Detector } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import type { BaselineContext, BaselineEntry } from './baseline.ts';

const WINDOW_MS = 5 * MINUTE_MS;
const QUANTILE = 0.99;
const NEEDED = 3;
const QUIET_MS = 20 * MINUTE_MS;

class LargePrints implements Detector {
  readonly #context: BaselineContext;
  readonly #counts = [new SlidingSum(WINDOW_MS), new SlidingSum(WINDOW_MS)] as const;
  readonly #foundMs: [number, number] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  constructor(context: BaselineContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    const { rounds, timeMs } = event;
    if (rounds.count === 0 || rounds.kind[0] === ROUND_AUCTION) return;
    const large = view.tradeSizeQuantile(QUANTILE);
    for (let round = 0; round < rounds.count; round += 1) {
      const size = rounds.size[round]!;
      if (size < large) continue;
      const index = rounds.side[round] === SIDE_BID ? 0 : 1;
      this.#counts[index].add(timeMs, 1);
      if (this.#counts[index].sum(timeMs) < NEEDED || timeMs < this.#foundMs[index] + QUIET_MS) continue;
      this.#foundMs[index] = timeMs;
      const priceTicks = rounds.priceTicks[round]!;
      this.#context.find({
        side: index === 0 ? 'bid' : 'ask',
        detectedNs: joinNs(event.timeHi, event.timeLo),
        priceLowTicks: priceTicks,
        priceHighTicks: priceTicks,
        size,
      });
    }
  }

  onClock(): void {
    // The rule reads trades only.
  }

  onDiscontinuity(): void {
    for (const count of this.#counts) count.clear();
  }
}

export const NAIVE_INSTITUTIONAL: BaselineEntry = {
  type: 'institutional_activity',
  sub: null,
  rule: 'Three aggressors above the 99 % quantile of one direction within five minutes',
  tiers: ['L3', 'L2S', 'L2C', 'L1T'],
  create: (context) => new LargePrints(context),
};
