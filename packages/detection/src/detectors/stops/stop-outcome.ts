/**
 * What became of a run beyond a level: price returns inside and stays, or it does not. Reference: detection, section 8.
 */
import { NO_PRICE, type OutcomeBarriers, SIDE_BID } from '@undertow/market';
import type { MarketView } from '#view/market-view.ts';

/** Reversal: the mid is two ticks inside the level within two minutes and stays for half a minute. */
const INSIDE_TICKS = 2;
const OUTCOME_MS = 120_000;
const STAY_MS = 30_000;

export interface WatchedRun {
  readonly side: number;
  /** Price that the outcome is measured from. */
  readonly anchorTicks: number;
  /** Last time it continued. */
  readonly lastMs: number;
  /** When the mid returned inside; NaN while it is beyond. Kept by `outcomeOf`. */
  insideSinceMs: number;
}

/** Looks at a run at a full 100 ms; null while nothing is decided. */
export function outcomeOf(
  run: WatchedRun,
  timeMs: number,
  view: MarketView,
): 'reversal' | 'continuation' | null {
  const inside = insideTicks(run, view);
  if (!(inside >= INSIDE_TICKS)) run.insideSinceMs = Number.NaN;
  else if (Number.isNaN(run.insideSinceMs)) run.insideSinceMs = timeMs;
  if (timeMs >= run.insideSinceMs + STAY_MS) return 'reversal';
  return timeMs > run.lastMs + OUTCOME_MS && Number.isNaN(run.insideSinceMs) ? 'continuation' : null;
}

/** What a run declares when it is raised: no price decides against a reversal, only time. */
export function reversalBarriers({ side, anchorTicks }: WatchedRun): OutcomeBarriers {
  const winTicks = side === SIDE_BID ? anchorTicks - INSIDE_TICKS : anchorTicks + INSIDE_TICKS;
  return { winTicks, loseTicks: null, withinMs: OUTCOME_MS, stayMs: STAY_MS };
}

/** How far the mid is back inside the anchor, against the run's direction, in ticks; NaN without a mid. */
function insideTicks({ side, anchorTicks }: WatchedRun, view: MarketView): number {
  if (view.bestBidTicks === NO_PRICE || view.bestAskTicks === NO_PRICE) return Number.NaN;
  const mid = (view.bestBidTicks + view.bestAskTicks) / 2;
  return side === SIDE_BID ? anchorTicks - mid : mid - anchorTicks;
}
