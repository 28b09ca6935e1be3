/**
 * An AI pattern: the combined evidence of several facts of the flow, with its probability, its levels and its evidence.
 */
import type { EvidenceValue, FlowEventStatus } from './flow-event.ts';
import type { OutcomeBarriers } from './outcome-barriers.ts';
import type { BookSide, FeedTier, FindingState, PatternType, Severity } from './vocabulary.ts';

export const PATTERN_DIRECTIONS = ['up', 'down'] as const;
export type PatternDirection = (typeof PATTERN_DIRECTIONS)[number];

/** A price the chart draws for a pattern, with one or two words that name it: `zone`, `target`, `break`. */
export interface PatternLevel {
  readonly label: string;
  readonly lowTicks: number;
  /** Equal to `lowTicks` for a line. */
  readonly highTicks: number;
}

export interface Pattern {
  /** Stable: the same input gives the same id, live or replayed. */
  readonly id: string;
  readonly type: PatternType;
  /** Kind within the type, for example `lead_lag`. */
  readonly sub: string | null;
  readonly instrumentId: number;
  /** Side of the traders it is about: a buying programme and trapped buyers are bid. Null where there is none. */
  readonly side: BookSide | null;
  /** Where price is expected to go; null where the pattern does not predict it. */
  readonly direction: PatternDirection | null;
  /** Price of the instant it was detected. */
  readonly priceTicks: number;
  readonly levels: readonly PatternLevel[];
  /** Contracts it rests on; 0 where size means nothing. */
  readonly size: number;
  /** What it looks at, in words a trader uses: `10 s`, `5 min`, `session`. */
  readonly timeframe: string;
  readonly tier: FeedTier;
  /** The exchange's messages prove it; `confidence` is then 1 less the rate of feed gaps. */
  readonly exact: boolean;
  /**
   * The headline, 0 to 1: that it holds where its type declares an outcome of its own, else that it is there. With the ends
   * of its interval; the three are equal where there is none.
   */
  readonly confidence: number;
  readonly confidenceLow: number;
  readonly confidenceHigh: number;
  /** That it is there, 0 to 1, where the headline is that it then holds. */
  readonly existence?: number;
  /** The evidence that it is there has fallen away since it was raised: it is no longer claimed. */
  readonly isWithdrawn?: boolean;
  /** Too few outcomes are known in this market to state the headline in full: it is capped. */
  readonly isNew?: boolean;
  /** What the headline is worth. Absent in what earlier versions stored. */
  readonly state?: FindingState;
  /** What the calibrator was given, a logit; null for exact facts. */
  readonly score: number | null;
  /** Name and version of the calibrator, `exact`, or `score` while not calibrated. */
  readonly calibrator: string;
  readonly status: FlowEventStatus;
  /** Exchange times, nanoseconds since 1970 UTC. */
  readonly startNs: bigint;
  readonly detectedNs: bigint;
  readonly updatedNs: bigint;
  readonly expiresNs: bigint;
  /** Raised while the feed was recovering: shown with a notch, not alerted, not counted. */
  readonly degraded: boolean;
  /** One factual sentence. Prices in it are decimal. */
  readonly description: string;
  readonly severity: Severity;
  /** Where its detector declares an outcome of its own. Not stored: the track record keeps what was declared. */
  readonly barriers?: OutcomeBarriers;
  readonly evidence: { readonly [key: string]: EvidenceValue };
}
