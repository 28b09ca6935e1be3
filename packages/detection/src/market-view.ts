/** The read-only facts a detector may look at. */
import type { FeedTier, Instrument, LevelFacts } from '@undertow/market';
import type { Swing } from './primitives/swings.ts';

/** Levels of the trading day with its running extremes. */
export interface DayLevels extends LevelFacts {
  readonly dayHighTicks: number | null;
  readonly dayLowTicks: number | null;
}

export interface MarketView {
  readonly instrument: Instrument;
  readonly tier: FeedTier;
  /** Best prices in ticks, `NO_PRICE` when a side is empty. */
  readonly bestBidTicks: number;
  readonly bestAskTicks: number;
  /** Rolling median and quantiles of aggressor size (contracts) and of order add size, without the event at hand. */
  readonly medianTradeSize: number;
  tradeSizeQuantile(p: number): number;
  /** On feeds without orders: of aggressor size. */
  addSizeQuantile(p: number): number;
  /** Rate of feed gaps so far, 0 to 1: what exact confidence falls short of 1. */
  readonly gapRate: number;
  /** Volatility of the mid in ticks per square root of a second. */
  readonly sigma1Ticks: number;
  /** Average true range of ten-minute bars in ticks; estimated from `sigma1Ticks` before there are bars. */
  readonly atr10Ticks: number;
  /** Last trade before the event at hand, `NO_PRICE` before the first. */
  readonly lastTicks: number;
  /** Contracts displayed on the five best levels of a side (`SIDE_BID`, `SIDE_ASK`) before the event, to 100 ms. */
  depth5(side: number): number;
  /** Rolling median of `depth5`. */
  medianDepth5(side: number): number;
  /** Milliseconds since the open of the trading day; NaN before anything was heard. */
  readonly sinceOpenMs: number;
  /** As they stood five to ten seconds ago: a run must not move the extreme that it breaches. */
  readonly levels: DayLevels;
  /** The newest swings of trade prices that were unbroken until the instant. */
  unbrokenHighs(count: number, untilMs: number): readonly Swing[];
  unbrokenLows(count: number, untilMs: number): readonly Swing[];
}
