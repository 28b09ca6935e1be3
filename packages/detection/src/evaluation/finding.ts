/**
 * One thing that a detector found, as a scorer reads it: one line a finding, at the instant it first reached its
 * confidence.
 */
import type { BookSide } from '@undertow/market';

export interface Finding {
  readonly id: string;
  /** Type of the event or pattern, or `stop_election`. */
  readonly type: string;
  readonly sub: string | null;
  readonly side: BookSide | null;
  readonly symbol: string;
  readonly detectedNs: bigint;
  readonly priceLowTicks: number;
  readonly priceHighTicks: number;
  /** Contracts as last reported. */
  readonly size: number;
  /** 0 to 1, the highest that it reached. */
  readonly confidence: number;
  /** What judged it then; absent where nothing did. */
  readonly calibrator?: string;
  readonly exact: boolean;
  /** Raised in or after a gap of the feed: it leaves the score. */
  readonly degraded: boolean;
}
