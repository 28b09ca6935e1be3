/** Naive absorption: much more volume than the mean at one price within ten seconds, and price stays. */
import { joinNs, type MatchEvent, MINUTE_MS, ROUND_AUCTION, SIDE_BID } from '@undertow/market';
import type { Detector } from '#view/detector.ts';
import type { BaselineContext, BaselineEntry } from './baseline.ts';

const WINDOW_MS = 10_000;
const MULTIPLE = 5;
const QUIET_MS = MINUTE_MS;
/** Windows before a mean is meaningful. */
const ENOUGH = 30;

/** One side: what hit its price of the moment since it is that price, and what a window usually brings. */
class Side {
  readonly side: number;
  priceTicks = 0;
  sinceMs = Number.NEGATIVE_INFINITY;
  volume = 0;
  windows = 0;
  mean = 0;
  foundMs = Number.NEGATIVE_INFINITY;

  constructor(side: number) {
    this.side = side;
  }

  /** Begins a window at a price; the previous one is part of the mean. */
  turn(timeMs: number, priceTicks: number): void {
    if (this.volume > 0) {
      this.windows += 1;
      this.mean += (this.volume - this.mean) / this.windows;
    }
    this.volume = 0;
    this.sinceMs = timeMs;
    this.priceTicks = priceTicks;
  }
}

class VolumeWithoutProgress implements Detector {
  readonly #context: BaselineContext;
  readonly #sides = [new Side(1), new Side(2)] as const;

  constructor(context: BaselineContext) {
    this.#context = context;
  }

  onMatch(event: MatchEvent): void {
    if (event.rounds.count === 0 || event.rounds.kind[0] === ROUND_AUCTION) return;
    const { touched, timeMs } = event;
    for (let row = 0; row < touched.count; row += 1) {
      const side = this.#sides[touched.side[row] === SIDE_BID ? 0 : 1];
      const priceTicks = touched.priceTicks[row]!;
      if (priceTicks !== side.priceTicks || timeMs > side.sinceMs + WINDOW_MS) side.turn(timeMs, priceTicks);
      side.volume += touched.traded[row]!;
      if (side.windows < ENOUGH || side.volume < MULTIPLE * side.mean) continue;
      if (timeMs < side.foundMs + QUIET_MS) continue;
      side.foundMs = timeMs;
      this.#context.find({
        side: side.side === SIDE_BID ? 'bid' : 'ask',
        detectedNs: joinNs(event.timeHi, event.timeLo),
        priceLowTicks: priceTicks,
        priceHighTicks: priceTicks,
        size: side.volume,
      });
    }
  }

  onClock(): void {
    // The rule reads trades only.
  }

  onDiscontinuity(timeMs: number): void {
    for (const side of this.#sides) side.turn(timeMs, side.priceTicks);
  }
}

export const NAIVE_ABSORPTION: BaselineEntry = {
  type: 'absorption',
  sub: null,
  rule: 'Five times the mean volume at one price within ten seconds',
  tiers: ['L3', 'L2S', 'L2C', 'L1T'],
  create: (context) => new VolumeWithoutProgress(context),
};
