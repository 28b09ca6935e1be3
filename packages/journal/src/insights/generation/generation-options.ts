/** What a generation of insights is given, and how much computing it may use. */
import type { TradeContext } from '#insights/claims/trade-context.ts';

/** An insight shown before, and when it was first shown. */
export interface PreviousSighting {
  readonly key: string;
  readonly firstMs: number;
}

export interface GenerationOptions {
  /** From the user's id and the data: the same trades and seed give the same insights. A safe integer. */
  readonly seed: number;
  readonly context?: readonly TradeContext[] | undefined;
  /** The trader's own daily stop, money above zero; never chosen from the results. */
  readonly dailyStopMicros?: number | null | undefined;
  readonly previous?: readonly PreviousSighting[] | undefined;
  readonly effort?: Effort | undefined;
}

/** Length of the tests. Fewer shuffles give coarser p-values that are still valid. */
export interface Effort {
  /** Shuffles of a permutation test; fewer where trades x shuffles would pass `shuffledTrades`. */
  readonly shuffles: number;
  /** Shuffles at least as extreme as the data after which a test is given up as hopeless. */
  readonly enough: number;
  /** Draws of the day bootstrap. */
  readonly resamples: number;
  /** Most trades moved in one test; a hundred thousand trades get 2,000 shuffles. */
  readonly shuffledTrades: number;
}

export const FULL_EFFORT: Effort = { shuffles: 10_000, enough: 50, resamples: 5000, shuffledTrades: 2e8 };
