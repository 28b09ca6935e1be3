/** The read-only facts that zones are made of, and that a detector may look at beside them. */
import type { FeedTier, Instrument, InstrumentMarket, LevelFacts, NewsWindow } from '@undertow/market';
import type { OrderFlow } from '#flow/order-flow.ts';
import type { Swing, Swings } from '#statistics/swings.ts';

/** Levels of the trading day with its running extremes. */
export interface DayLevels extends LevelFacts {
  readonly dayHighTicks: number | null;
  readonly dayLowTicks: number | null;
}

/** Depths are kept of the best, the five best and the ten best levels. */
export type DepthLevels = 1 | 5 | 10;

export interface ViewFacts {
  readonly instrument: Instrument;
  readonly tier: FeedTier;
  /** Book and facts of the instrument as they are after the current event; read-only. */
  readonly market: InstrumentMarket;
  /** Last full 100 ms of exchange time that was received, milliseconds since 1970 UTC; NaN before the first. */
  readonly timeMs: number;
  /** Order flow before the current event. */
  readonly flow: OrderFlow;
  /** Best prices in ticks, `NO_PRICE` when a side is empty. */
  readonly bestBidTicks: number;
  readonly bestAskTicks: number;
  /**
   * The feed warned of a gap, or ids restarted, less than a minute before the current event; on the clock, the last
   * one.
   */
  readonly isDegraded: boolean;
  /** Rolling median and quantiles of aggressor size (contracts) and of order add size, without the current event. */
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
  /** Last trade before the current event, `NO_PRICE` before the first. */
  readonly lastTicks: number;
  /** Contracts displayed on the best levels of a side (`SIDE_BID`, `SIDE_ASK`) before the event, to 100 ms. */
  depth(side: number, levels: DepthLevels): number;
  /** Rolling median of `depth`; 1 before there was any. */
  medianDepth(side: number, levels: DepthLevels): number;
  /**
   * The window around a scheduled release that lasts; null outside. In one, everything that is learnt of what is usual (sizes,
   * depths, volatility) belongs to windows alone.
   */
  readonly newsWindow: NewsWindow | null;
  /** Milliseconds since the open of the trading day; NaN before anything was received. */
  readonly sinceOpenMs: number;
  /** As they were five to ten seconds ago: a run must not move the extreme that it breaches. */
  readonly levels: DayLevels;
  /** Swings of trade prices and the leg that runs; only read. */
  readonly swings: Swings;
  /** The newest swings of trade prices that were unbroken until the instant. */
  unbrokenHighs(count: number, untilMs: number): readonly Swing[];
  unbrokenLows(count: number, untilMs: number): readonly Swing[];
}
