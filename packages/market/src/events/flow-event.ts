/** A detected order-flow event with its evidence: made when a detector fires, updated until it ends, never repeated. */
import type { FlowEventType } from './event-types.ts';
import type { OutcomeBarriers } from './outcome-barriers.ts';
import type { BookSide, FeedTier, FindingState, Severity } from './vocabulary.ts';

export const FLOW_EVENT_STATUSES = ['open', 'confirmed', 'failed', 'expired'] as const;
export type FlowEventStatus = (typeof FLOW_EVENT_STATUSES)[number];

/** Evidence values are plain data: prices in ticks (`…Ticks`), times in nanoseconds as decimal strings (`…Ns`). */
export type EvidenceValue =
  | string
  | number
  | boolean
  | null
  | readonly EvidenceValue[]
  | { readonly [key: string]: EvidenceValue };

export interface FlowEvent {
  /** Stable: the same input gives the same id, live or replayed. */
  readonly id: string;
  readonly type: FlowEventType;
  /** Kind within the type, for example `native`. */
  readonly sub: string | null;
  readonly instrumentId: number;
  /** The resting or posted side; for `stop_run` the side of the elected stops (buy stops are bid). */
  readonly side: BookSide;
  readonly priceTicks: number;
  readonly priceLowTicks: number;
  readonly priceHighTicks: number;
  /** Contracts. */
  readonly size: number;
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
  /** When it was first detected. */
  readonly detectedNs: bigint;
  /** When it last changed; visibility windows and fades count from here. */
  readonly updatedNs: bigint;
  readonly expiresNs: bigint;
  /** Raised while the feed was recovering: shown with a notch, not alerted, not counted. */
  readonly degraded: boolean;
  /** One factual sentence. Prices in it are decimal. */
  readonly description: string;
  readonly severity: Severity;
  /** Height of the price zone in ticks, where there is a zone. */
  readonly zoneHeightTicks: number | null;
  /**
   * How many events a day rank as high or higher by size on this instrument's own trading day; 1 is the largest of a
   * day. What was known when it last grew. Absent until it is ranked, and in events that earlier versions stored.
   */
  readonly perDay?: number;
  /** Where its detector declares an outcome of its own. Not stored: the track record keeps what was declared. */
  readonly barriers?: OutcomeBarriers;
  readonly evidence: { readonly [key: string]: EvidenceValue };
}

/** Neither failed nor over. */
export function isActive({ status }: Pick<FlowEvent, 'status'>): boolean {
  return status !== 'failed' && status !== 'expired';
}

/** That a finding is there, 0 to 1, whatever its headline is. */
export function existenceOf({
  existence,
  confidence,
}: {
  readonly existence?: number;
  readonly confidence: number;
}): number {
  return existence ?? confidence;
}

/** What the headline of a finding is worth; of one that an earlier version stored by whether it is exact. */
export function stateOf({
  state,
  exact,
}: {
  readonly state?: FindingState;
  readonly exact: boolean;
}): FindingState {
  return state ?? (exact ? 'exact' : 'calibrated');
}
