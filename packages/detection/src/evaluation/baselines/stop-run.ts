/** Naive stop run: price pierces the newest unbroken swing by two ticks. */
import { joinNs, type MatchEvent, ROUND_AUCTION, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { Detector } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import type { BaselineContext, BaselineEntry } from './baseline.ts';

const PIERCE_TICKS = 2;
const QUIET_MS = 30_000;

class SwingPierce implements Detector {
  readonly #context: BaselineContext;
  /** Newest unbroken high and low as of the last full 100 ms; NaN where there is none. */
  #highTicks = Number.NaN;
  #lowTicks = Number.NaN;
  #foundMs = Number.NEGATIVE_INFINITY;

  constructor(context: BaselineContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent): void {
    const { rounds, timeMs } = event;
    if (rounds.count === 0 || rounds.kind[0] === ROUND_AUCTION || timeMs < this.#foundMs + QUIET_MS) return;
    const last = rounds.count - 1;
    const priceTicks = rounds.priceTicks[last]!;
    const buys = rounds.side[last] === SIDE_BID;
    const pierced = buys
      ? priceTicks >= this.#highTicks + PIERCE_TICKS
      : rounds.side[last] === SIDE_ASK && priceTicks <= this.#lowTicks - PIERCE_TICKS;
    if (!pierced) return;
    this.#foundMs = timeMs;
    const level = buys ? this.#highTicks : this.#lowTicks;
    this.#context.find({
      side: buys ? 'bid' : 'ask',
      detectedNs: joinNs(event.timeHi, event.timeLo),
      priceLowTicks: Math.min(level, priceTicks),
      priceHighTicks: Math.max(level, priceTicks),
      size: 0,
    });
  }

  onClock(timeMs: number, view: MarketView): void {
    this.#highTicks = view.unbrokenHighs(1, timeMs)[0]?.priceTicks ?? this.#highTicks;
    this.#lowTicks = view.unbrokenLows(1, timeMs)[0]?.priceTicks ?? this.#lowTicks;
  }

  onDiscontinuity(): void {
    this.#highTicks = Number.NaN;
    this.#lowTicks = Number.NaN;
  }
}

export const NAIVE_STOP_RUN: BaselineEntry = {
  type: 'stop_run',
  sub: null,
  rule: 'Price trades two ticks beyond the newest unbroken swing',
  tiers: ['L3', 'L2S', 'L2C', 'L1T'],
  create: (context) => new SwingPierce(context),
};
