/** A naive rule on the same facts as a detector: what the detector must beat to be worth its place (simulator, 3.1). */
import type { BookSide, FeedTier, FlowEventType, PatternType } from '@undertow/market';
import type { Detector } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';

/** What a rule returns when it fires; the runner adds id, symbol, tier and a confidence of 1. */
export interface BaselineFinding {
  readonly side: BookSide | null;
  /** Instant of the current event, nanoseconds: `joinNs(event.timeHi, event.timeLo)`. */
  readonly detectedNs: bigint;
  readonly priceLowTicks: number;
  readonly priceHighTicks: number;
  /** Contracts; 0 where size means nothing. */
  readonly size: number;
}

export interface BaselineContext {
  /** The same view as a detector's: facts before the current event, `market` after it. */
  readonly view: MarketView;
  find(finding: BaselineFinding): void;
}

/** One line of `baselines/registry.ts`. The rule receives what a detector receives. */
export interface BaselineEntry {
  /** The detector it is compared with. */
  readonly type: FlowEventType | PatternType;
  readonly sub: string | null;
  /** The rule in one sentence, for the table. */
  readonly rule: string;
  readonly tiers: readonly FeedTier[];
  create(context: BaselineContext): Detector;
}
