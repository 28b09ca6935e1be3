/** The naive rule for volume spikes: ten seconds that trade several times the session's mean. */
import { joinNs, type MatchEvent, MINUTE_MS } from '@undertow/market';
import type { Detector } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import type { BaselineContext, BaselineEntry } from './baseline.ts';

const WINDOW_MS = 10_000;
const MULTIPLE = 4;
const REFRACTORY_MS = MINUTE_MS;
/** Means of less are no means. */
const MIN_WINDOWS = 12;

class MultipleOfMean implements Detector {
  readonly #context: BaselineContext;
  #windows = 0;
  #sum = 0;
  #dueMs = Number.NaN;
  #firedMs = Number.NEGATIVE_INFINITY;

  constructor(context: BaselineContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    if (event.rounds.count === 0 || this.#windows < MIN_WINDOWS) return;
    const volume = view.flow.volume(WINDOW_MS);
    const isLoud = volume > MULTIPLE * (this.#sum / this.#windows);
    if (!isLoud || event.timeMs - this.#firedMs < REFRACTORY_MS) return;
    this.#firedMs = event.timeMs;
    this.#context.find({
      side: null,
      detectedNs: joinNs(event.timeHi, event.timeLo),
      priceLowTicks: view.bestBidTicks,
      priceHighTicks: view.bestAskTicks,
      size: volume,
    });
  }

  onClock(timeMs: number, view: MarketView): void {
    if (timeMs < this.#dueMs) return;
    if (!Number.isNaN(this.#dueMs)) {
      this.#windows += 1;
      this.#sum += view.flow.volume(WINDOW_MS);
    }
    this.#dueMs = timeMs + WINDOW_MS;
  }

  onDiscontinuity(): void {
    this.#dueMs = Number.NaN;
  }
}

export const NAIVE_VOLUME_SPIKE: BaselineEntry = {
  type: 'volume_spike',
  sub: null,
  rule: `ten seconds trade more than ${MULTIPLE} times the session's mean, at most once a minute`,
  tiers: ['L3', 'L2S', 'L2C', 'L1T'],
  create: (context) => new MultipleOfMean(context),
};
