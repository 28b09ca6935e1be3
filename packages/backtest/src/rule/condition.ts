/** What a rule waits for, as plain data: the vocabulary that rules of alerts and of backtests share, and patterns. */
import type {
  BookSide,
  FlowEventType,
  LevelTest,
  LineExtent,
  NearLevel,
  PatternDirection,
  PatternType,
  Trend,
} from '@undertow/market';

/** A price of the user's own, or a level of the session: exactly one of the two. */
export interface Near {
  /** Decimal text. */
  readonly price: string | null;
  readonly level: NearLevel | null;
  readonly withinTicks: number;
}

export interface PriceLevelCondition {
  readonly kind: 'price_level';
  readonly test: LevelTest;
  /** Decimal text. */
  readonly price: string;
}

export interface LinePoint {
  /** ISO 8601. */
  readonly at: string;
  /** Decimal text. */
  readonly price: string;
}

/** A drawn line. It is known from the later of its two points on, so that it is not compared with trades before that. */
export interface PriceLineCondition<Part extends string = string> {
  readonly kind: 'price_line';
  readonly test: LevelTest;
  readonly drawingId: string;
  readonly part: Part;
  readonly line: {
    readonly name: string;
    readonly from: LinePoint;
    readonly to: LinePoint;
    readonly extent: LineExtent;
    /** Whose prices they are; null: of whichever contract is traded. */
    readonly contract: string | null;
  };
}

/** Exactly one of `ticks` and `percent`. */
export interface PriceMoveCondition {
  readonly kind: 'price_move';
  readonly direction: 'up' | 'down' | 'either';
  readonly ticks: number | null;
  readonly percent: number | null;
  readonly withinMinutes: number;
}

/** Volume of the last minutes is at least this multiple of the usual volume at this time of day. */
export interface VolumeCondition<WindowMinutes extends number = number> {
  readonly kind: 'volume';
  readonly multiple: number;
  readonly windowMinutes: WindowMinutes;
}

/** The daily trend changes to one of these. */
export interface TrendCondition {
  readonly kind: 'trend';
  readonly to: readonly Trend[];
}

/** Roughly so many of the largest events of a day; `chosen` is the user's preference, null is any size. */
export type PerDay = 'chosen' | 3 | 10 | 30 | null;

export interface EventCondition {
  readonly kind: 'event';
  readonly eventTypes: readonly FlowEventType[];
  /** Null: either side. */
  readonly side: BookSide | null;
  /** 0 to 1; what the exchange's messages prove always qualifies, so that 1 means such events only. */
  readonly minConfidence: number;
  /** Contracts. */
  readonly minSize: number;
  readonly perDay: PerDay;
  readonly near: Near | null;
}

export interface PatternCondition {
  readonly kind: 'pattern';
  readonly patternTypes: readonly PatternType[];
  /** Null: either way, and patterns that predict none. */
  readonly direction: PatternDirection | null;
  readonly minConfidence: number;
  readonly minSize: number;
  readonly near: Near | null;
}

export type Condition =
  | PriceLevelCondition
  | PriceLineCondition
  | PriceMoveCondition
  | VolumeCondition
  | TrendCondition
  | EventCondition
  | PatternCondition;
