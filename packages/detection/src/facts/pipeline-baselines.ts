/** What a pipeline has learnt of what is usual, as plain data: from it a replay of a short window starts with the state of the live one. */

import type { NewsWindow } from '@undertow/market';
import type { OutcomeStates } from '#calibration/outcome-calibration.ts';
import type { DepthState } from '#statistics/depth-baseline.ts';
import type { QuantileState } from '#statistics/rolling-quantile.ts';
import type { VolatilityState } from '#statistics/volatility.ts';
import type { DayLevels } from './view-facts.ts';

/** What is learnt of what is usual: once of the market as it mostly is, once of it around releases. */
export interface LearntState {
  readonly tradeSizes: QuantileState;
  readonly addSizes: QuantileState;
  readonly depths: DepthState;
  readonly volatility: VolatilityState;
}

/** Where a market is between its usual self and a release. */
export interface NewsState {
  /** As it was stated last, whether or not it is over. */
  readonly window: NewsWindow | null;
  /** While a window lasts, what had been learnt before it. */
  readonly usual: LearntState | null;
  /** Outside, what was learnt in the windows before; null before the first one ended. */
  readonly news: LearntState | null;
}

/** Baselines that all detectors share: sizes, depths, volatility, levels of the day. Zones, swings and flow are not in it. */
export interface ViewBaselines extends LearntState {
  /** Left out in tapes of earlier releases. */
  readonly news?: NewsState;
  readonly levels: DayLevels;
  readonly newerLevels: DayLevels;
  readonly bestBidTicks: number;
  readonly bestAskTicks: number;
  readonly lastTicks: number;
  readonly gapRate: number;
  readonly atrTicks: number;
  /** When each of the things that are sampled on a grid is due again, exchange time in milliseconds. */
  readonly depthDueMs: number;
  readonly midDueMs: number;
  readonly levelsDueMs: number;
  readonly atrDueMs: number;
}

/** What was learnt of forecasts up to an instant of exchange time. */
export interface KnownOutcomes {
  readonly states: OutcomeStates;
  readonly sinceMs: number;
}

export interface PipelineBaselines {
  /** Last full 100 ms of exchange time that was received; NaN before the first. */
  readonly tickMs: number;
  readonly view: ViewBaselines;
  /** What was learnt of forecasts, and since when: null where they are stated as trained. */
  readonly outcomes: KnownOutcomes | null;
  /** Milliseconds since the open of the trading day at `tickMs`. */
  readonly sinceOpenMs: number;
  /** What single detectors have learnt, in the order of the registry; null for those that save none. */
  readonly memories: readonly unknown[];
}
