/**
 * The facts of one trading day of one instrument: what the detectors found, with the instant at which each state became known,
 * minutes, levels, and the worst quotes of each second. Outcomes are no part of them: they cannot leak into a rule.
 */
import {
  type FeedSource,
  type FeedTier,
  FLOW_EVENT_TYPES,
  type FlowEventType,
  NEAR_LEVELS,
  PATTERN_TYPES,
  type PatternType,
  type SessionBounds,
} from '@undertow/market';
import type { SessionQuotes } from './session-quotes.ts';

/** Version of the shape and of how it is recorded: facts of another one are made again. */
export const FACTS_VERSION = 3;

export const SPAN_KINDS = ['gap', 'halt', 'news'] as const;

/** A gap of the feed, a halt of trading, or the window of a scheduled release. Milliseconds since 1970 UTC, the end exclusive. */
export interface FactSpan {
  readonly kind: (typeof SPAN_KINDS)[number];
  readonly fromMs: number;
  readonly toMs: number;
}

/** Events first, then patterns: `FindingColumns.type` is a place in this list. */
export const FINDING_TYPES: readonly (FlowEventType | PatternType)[] = [
  ...FLOW_EVENT_TYPES,
  ...PATTERN_TYPES,
];

/** Bit of `FindingColumns.flags`: the exchange's messages prove it. */
export const FINDING_EXACT = 1;

/**
 * One row for each state of a finding that a rule could wait for, in the order in which the states became known: none that is over,
 * withdrawn, raised from a book with gaps, or without proven skill.
 */
export interface FindingColumns {
  readonly count: number;
  /** When the state became known, milliseconds since 1970 UTC; never falls. */
  readonly knownMs: Float64Array;
  /** Position in `ids`. */
  readonly finding: Int32Array;
  readonly type: Int32Array;
  /** 1 bid, -1 ask, 0 none; of a pattern with a direction 1 up, -1 down. */
  readonly side: Int32Array;
  readonly priceTicks: Int32Array;
  readonly lowTicks: Int32Array;
  readonly highTicks: Int32Array;
  /** Contracts. */
  readonly size: Int32Array;
  /** The headline, in thousandths. */
  readonly confidence: Int32Array;
  readonly flags: Int32Array;
  /** Rank by size in thousandths of events a day; -1 while it is not ranked. */
  readonly perDay: Int32Array;
  readonly ids: readonly string[];
}

/** Hundredths of a tick; `NO_LEVEL` where there is none yet. */
export const NO_LEVEL = -0x8000_0000;
export const LEVEL_COUNT = NEAR_LEVELS.length;

/** One row for each minute with a trade, oldest first; known when the minute is over. */
export interface MinuteColumns {
  readonly count: number;
  /** Minutes since the open of the trading day. */
  readonly minute: Int32Array;
  readonly openTicks: Int32Array;
  readonly highTicks: Int32Array;
  readonly lowTicks: Int32Array;
  readonly closeTicks: Int32Array;
  /** Contracts. */
  readonly volume: Int32Array;
  /** Position in `TRENDS` at the end of the minute. */
  readonly trend: Int32Array;
  /** `LEVEL_COUNT` values a row in the order of `NEAR_LEVELS`, hundredths of a tick. */
  readonly levels: Int32Array;
}

export interface SessionFacts {
  readonly version: number;
  readonly instrumentId: number;
  readonly symbol: string;
  readonly tradingDay: string;
  /** The dated contract, for example `ESZ6`; null where it is not known. */
  readonly contract: string | null;
  /** Version of the detectors. */
  readonly detectors: string;
  readonly tier: FeedTier;
  readonly source: FeedSource;
  readonly session: SessionBounds;
  /** From the first row to the last one. */
  readonly recorded: SessionBounds;
  /** Null where they fall away. */
  readonly regular: SessionBounds | null;
  /** Another contract is traded on the next day. */
  readonly isLastOfContract: boolean;
  /** In the order of their beginnings. */
  readonly spans: readonly FactSpan[];
  readonly findings: FindingColumns;
  readonly minutes: MinuteColumns;
  readonly quotes: SessionQuotes;
}
