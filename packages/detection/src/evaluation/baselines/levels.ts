/** Naive support and resistance: every swing extreme is a level, found when price returns to it. */
import { NO_PRICE, NS_PER_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Detector } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import type { BaselineContext, BaselineEntry } from './baseline.ts';

const SWINGS = 3;
const NEAR_TICKS = 2;

class SwingLevels implements Detector {
  readonly #context: BaselineContext;
  readonly #side: number;
  #found = new Set<string>();

  constructor(context: BaselineContext, side: number) {
    this.#context = context;
    this.#side = side;
  }

  onMatch(): void {
    // Prices are looked at on the clock.
  }

  onClock(timeMs: number, view: MarketView): void {
    if (view.lastTicks === NO_PRICE) return;
    const swings =
      this.#side === SIDE_BID ? view.unbrokenLows(SWINGS, timeMs) : view.unbrokenHighs(SWINGS, timeMs);
    for (const { priceTicks, timeMs: madeMs } of swings) {
      const key = `${priceTicks}|${madeMs}`;
      if (Math.abs(view.lastTicks - priceTicks) > NEAR_TICKS || this.#found.has(key)) continue;
      this.#found.add(key);
      this.#context.find({
        side: this.#side === SIDE_BID ? 'bid' : 'ask',
        detectedNs: BigInt(Math.round(timeMs)) * NS_PER_MS,
        priceLowTicks: priceTicks - 1,
        priceHighTicks: priceTicks + 1,
        size: 0,
      });
    }
  }

  onDiscontinuity(): void {
    this.#found = new Set();
  }
}

const entryOf = (type: 'support' | 'resistance', side: number): BaselineEntry => ({
  type,
  sub: null,
  rule: 'Each of the last three unbroken swing extremes, once price is within two ticks of it',
  tiers: ['L3', 'L2S', 'L2C', 'L1T'],
  create: (context) => new SwingLevels(context, side),
});

export const NAIVE_SUPPORT = entryOf('support', SIDE_BID);
export const NAIVE_RESISTANCE = entryOf('resistance', SIDE_ASK);
