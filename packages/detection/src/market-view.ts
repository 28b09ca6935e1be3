/** The read-only facts a detector may look at. */
import type { FeedTier, Instrument } from '@undertow/market';

export interface MarketView {
  readonly instrument: Instrument;
  readonly tier: FeedTier;
  /** Best prices in ticks, `NO_PRICE` when a side is empty. */
  readonly bestBidTicks: number;
  readonly bestAskTicks: number;
  /** Rolling median and quantiles of aggressor size (contracts) and of order add size. */
  readonly medianTradeSize: number;
  tradeSizeQuantile(p: number): number;
  addSizeQuantile(p: number): number;
  /** Rate of feed gaps so far, 0 to 1: what exact confidence falls short of 1. */
  readonly gapRate: number;
}
