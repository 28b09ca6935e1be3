/** A tested claim about a trader: effect, interval, sample, what it would cost, and its confidence. */
import type { Severity } from '@undertow/market';
import type { Micros } from '#numbers/money.ts';

export const INSIGHT_KINDS = [
  'data-quality',
  'edge-overall',
  'time-of-day',
  'weekday',
  'symbol',
  'strategy',
  'side',
  'size',
  'holding-time',
  'after-loss',
  'revenge',
  'after-loss-streak',
  'overtrading',
  'give-back',
  'daily-stop',
  'early-exit',
  'wide-stop',
  'tight-stop',
  'no-stop',
  'cost-drag',
  'consistency',
  'change-over-time',
  'correlated-trades',
  'context',
] as const;
export type InsightKind = (typeof INSIGHT_KINDS)[number];

/** Status of a finding: only `proven` ones may be called strength or weakness. */
export type Standing = 'proven' | 'to-watch' | 'fact' | 'not-enough-data';

export interface InsightDetail {
  readonly name: string;
  readonly value: number;
  readonly unit: 'micros' | 'rate' | 'ratio' | 'count' | 'minutes';
}

export interface Insight {
  /** The same finding has the same key in every generation: `weekday:friday`. */
  readonly key: string;
  readonly kind: InsightKind;
  readonly insightType: 'strength' | 'weakness' | 'recommendation' | 'other';
  readonly standing: Standing;
  readonly title: string;
  readonly description: string;
  /** One change that can be checked later; empty where there is none. */
  readonly actionable: string;
  /** "About 37 more trades before this can be distinguished from chance."; empty where it is settled. */
  readonly settles: string;
  readonly priority: Severity;
  /** Whole percent, at most 99, as the reference defines it. */
  readonly confidence: number;
  readonly effect: {
    /** Difference per trade shrunk to zero for small samples (k = 20), or the figure itself, in `unit`. */
    readonly value: number;
    readonly ci95: readonly [number, number] | null;
    readonly unit: 'micros-per-trade' | 'micros' | 'rate' | 'ratio' | 'count';
    /** Trades in the slice and days they came from. */
    readonly n: number;
    readonly days: number;
    /** Average of the slice as it was, in `unit`. */
    readonly mean: number;
    /** Average of the rest, in `unit`; null where the claim compares with nothing. */
    readonly baseline: number | null;
  } | null;
  /** Further figures that the text names: win rates, costs, levels. */
  readonly details: readonly InsightDetail[];
  /** How this was computed: what was compared with what, and which test was used. */
  readonly definition: string;
  readonly p: number | null;
  readonly q: number | null;
  /** Sign and size again in the last 30% of the data; null where it was not tested. */
  readonly seenAgain: boolean | null;
  readonly restsOnOneTrade: boolean;
  /** Effect times trades a month. */
  readonly impactMicrosPerMonth: Micros | null;
  readonly currency: string | null;
  /** Trades it is about, newest first, at most 1,000. */
  readonly tradeIds: readonly string[];
}

/** What one generation gives: findings, and how many claims were tested to get them. */
export interface InsightGeneration {
  readonly insights: readonly Insight[];
  readonly tested: number;
  /** Trades (positions, copied accounts merged) and days examined. */
  readonly n: number;
  readonly days: number;
}
