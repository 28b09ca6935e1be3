/** The input of the watches of rules, the market's changes since the previous step, and their output. */
import type { NearLevel } from '@undertow/contracts';
import type { Bar, EpochMs, FlowEvent, TradedSpan, Trend } from '@undertow/market';
import type { CompiledRule } from './compile-rule.ts';

/** A recorded minute, with its contract where the record names it. */
export type PastBar = Bar & { readonly contract?: string };

/** Volume and price range of one minute so far. */
export interface MinuteFacts {
  /** The dated contract that was traded; left out where it is not known. */
  readonly contract?: string;
  readonly startMs: number;
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly volume: number;
}

/** Levels of the session in ticks, with a fraction for averages; null where there is none yet. */
export type LevelTicks = Readonly<Record<NearLevel, number | null>>;

export interface MarketStep {
  /** The market's time, milliseconds since 1970 UTC; never back. */
  readonly atMs: EpochMs;
  /** What fires is dated with this: earlier than `atMs` while rows come late. */
  readonly firedMs: EpochMs;
  /** The dated contract of every price in it; null where it is not known. */
  readonly contract: string | null;
  readonly traded: TradedSpan | null;
  /** Minutes that closed, oldest first, and the one that is under way. */
  readonly closed: readonly MinuteFacts[];
  readonly forming: MinuteFacts | null;
  /** Null when unchanged. */
  readonly trend: Trend | null;
  readonly levels: LevelTicks | null;
  readonly events: readonly FlowEvent[];
  /** True while history is read that is no news: state is updated, and nothing fires. */
  readonly isHistory: boolean;
}

/** What fired, for the text of an alert. */
export type MarketFact =
  | {
      readonly kind: 'crossed';
      readonly isUp: boolean;
      readonly levelTicks: number;
      /** Of a line that was drawn; left out for a price. */
      readonly lineName?: string;
    }
  | { readonly kind: 'reached'; readonly levelTicks: number; readonly lineName?: string }
  | { readonly kind: 'moved'; readonly ticks: number; readonly fromTicks: number; readonly windowMs: number }
  | {
      readonly kind: 'volume';
      readonly times: number;
      readonly volume: number;
      readonly windowMinutes: number;
      /** Earlier trading days in the normal; null when it is of the last two hours. */
      readonly days: number | null;
    }
  | { readonly kind: 'trend'; readonly from: Trend; readonly to: Trend };

export type FiringFact = MarketFact | { readonly kind: 'event'; readonly event: FlowEvent };

export interface Firing {
  readonly compiled: CompiledRule;
  readonly atMs: EpochMs;
  /** Last price when it fired; null before the first trade. */
  readonly priceTicks: number | null;
  readonly fact: FiringFact;
}

/** Called when a rule's condition becomes true. */
export type Fire = (compiled: CompiledRule, fact: FiringFact) => void;
