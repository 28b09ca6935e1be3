/**
 * Rows of the live track record: what was raised with the outcome it is judged by, and how that came out beside how
 * often it comes about anyway.
 */

import type { EvidenceValue, FlowEventType, PatternType } from '@undertow/market';
import type { OutcomeStates } from '#calibration/outcome-calibration.ts';

/** Volatility of the instant among that of the last hours: lowest, middle and highest third. */
export const VOLATILITY_THIRDS = ['low', 'middle', 'high'] as const;
export type VolatilityThird = (typeof VOLATILITY_THIRDS)[number];

/** Hour of the day in UTC, and third of volatility. */
export interface MarketCondition {
  readonly hour: number;
  readonly volatility: VolatilityThird;
}

/** What is judged: events, patterns, and the sentiment of headlines. */
export type TrackedType = FlowEventType | PatternType | 'headline';

/** What was declared before the outcome could be known. */
export interface DeclaredOutcome {
  /** Name of the rule, for example `bounce`; null for a signal that forecasts nothing. */
  readonly rule: string | null;
  /** 1 up, -1 down, 0 either way. */
  readonly direction: number;
  /**
   * Barriers of the mid in ticks from its price when raised, and the time within which one must be reached; all 0 where
   * the detector settles it itself. Of a headline the time after which the sign of the move is that of the direction.
   */
  readonly targetTicks: number;
  readonly adverseTicks: number;
  readonly horizonMs: number;
  /** How long the mid has to stay beyond the target. Absent in rows of earlier versions, as is the next. */
  readonly stayMs?: number;
  /** Neither barrier within the time is a miss, not undecided. */
  readonly isMissAtEnd?: boolean;
  /** The forecast of this outcome, 0 to 1; null where the detector makes none. */
  readonly probability: number | null;
}

export interface RaisedRow {
  readonly kind: 'raised';
  /** Id of the event or pattern. */
  readonly signalId: string;
  readonly instrumentId: number;
  /** Exchange time, nanoseconds since 1970 UTC in decimal. */
  readonly atNs: string;
  readonly type: TrackedType;
  readonly sub: string | null;
  readonly exact: boolean;
  readonly confidence: number;
  readonly score: number | null;
  /** Calibrator with its version, `exact` or `score`: with the detector's own version it identifies what judged. */
  readonly calibrator: string;
  readonly tier: string;
  readonly midTicks: number;
  /** Null for headlines: no market is watched where they are scored. */
  readonly condition: MarketCondition | null;
  readonly declared: DeclaredOutcome;
}

/** How often the same outcome came true at other instants; `resolved` is never 0. */
export interface BaseRate {
  readonly resolved: number;
  readonly rate: number;
}

export interface SettledRow {
  readonly kind: 'settled';
  readonly signalId: string;
  readonly instrumentId: number;
  readonly atNs: string;
  readonly type: TrackedType;
  /** True hit, false miss, null when it cannot be known: the feed broke, or neither barrier was reached. */
  readonly hit: boolean | null;
  /**
   * What was declared, at past instants of the last hour and of the same volatility; of levels, touches of arbitrary
   * prices; of headlines, every minute of the last hour. Null where none is known; absent in rows of earlier versions.
   */
  readonly base?: BaseRate | null;
}

/** What was learnt of forecasts up to the beginning of a trading day: what they are stated by from then on. */
export interface CalibrationRow {
  readonly kind: 'calibration';
  readonly signalId: string;
  readonly instrumentId: number;
  readonly atNs: string;
  readonly states: OutcomeStates;
}

export type TrackRow = RaisedRow | SettledRow | CalibrationRow;

/** The same row gives the same text whatever the order of its keys: what the hash chain is made of. */
export function canonicalText(row: TrackRow): string {
  return JSON.stringify(sorted(row as unknown as EvidenceValue));
}

function sorted(value: EvidenceValue): EvidenceValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: EvidenceValue) => sorted(item));
  const entries = Object.entries(value as { readonly [key: string]: EvidenceValue });
  return Object.fromEntries(
    entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, sorted(item)]),
  );
}
