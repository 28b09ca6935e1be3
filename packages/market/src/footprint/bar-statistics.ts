/** What stands below and beside a footprint's bar: volume, delta and its extremes, the price most traded, unfinished auctions. */
import { pointOfControlOf } from '#tape/volume-profile.ts';
import { deltaOf, type FlowBar } from './flow-bar.ts';

export interface BarStatistics {
  readonly volume: number;
  /** Buys less sells. */
  readonly delta: number;
  /** Delta in per cent of the volume, with a fraction. */
  readonly deltaPercent: number;
  readonly minDelta: number;
  readonly maxDelta: number;
  /** Sum of the deltas from the first bar to this one, or since the trading day opened. */
  readonly cumulativeDelta: number;
  /** Price with the most volume. */
  readonly pointOfControlTicks: number;
  /** Both sides traded at the extreme: the auction there did not end. */
  readonly unfinishedHigh: boolean;
  readonly unfinishedLow: boolean;
}

/**
 * Statistics of bars that have volume, oldest first. The cumulative delta begins anew wherever `dayOf` changes, at
 * `before` for the first bar.
 */
export function barStatistics(
  bars: readonly FlowBar[],
  dayOf: (timeMs: number) => string,
  before = 0,
): BarStatistics[] {
  let [cumulativeDelta, day] = [before, bars[0] === undefined ? '' : dayOf(bars[0].startMs)];
  return bars.map((bar) => {
    const ofBar = dayOf(bar.startMs);
    if (ofBar !== day) cumulativeDelta = 0;
    day = ofBar;
    const delta = deltaOf(bar);
    cumulativeDelta += delta;
    return {
      volume: bar.volume,
      delta,
      deltaPercent: bar.volume > 0 ? (delta / bar.volume) * 100 : 0,
      minDelta: bar.minDelta,
      maxDelta: bar.maxDelta,
      cumulativeDelta,
      pointOfControlTicks: pointOfControlOf(bar.prices) ?? bar.closeTicks,
      ...unfinishedAuctions(bar),
    };
  });
}

/** An auction is finished where only one side traded at the extreme: sellers alone at the low, buyers alone at the high. */
export function unfinishedAuctions({ prices }: Pick<FlowBar, 'prices'>): {
  readonly unfinishedHigh: boolean;
  readonly unfinishedLow: boolean;
} {
  const [low, high] = [prices[0], prices.at(-1)];
  return {
    unfinishedHigh: high !== undefined && high.bidVolume > 0 && high.askVolume > 0,
    unfinishedLow: low !== undefined && low.bidVolume > 0 && low.askVolume > 0,
  };
}
