/** A track record as counts: signals and random instants that were alike, with how many of them there were. */
import type { MarketCondition, RaisedRow } from './track-row.ts';

/** Raised signals of one kind, condition and forecast that came out alike. */
export interface RaisedCount {
  readonly type: RaisedRow['type'];
  readonly sub: string | null;
  /** Rule, direction and forecast as declared. */
  readonly rule: string | null;
  readonly direction: number;
  readonly probability: number | null;
  readonly condition: MarketCondition;
  /** Null while it is not settled, and where it can never be known. */
  readonly hit: boolean | null;
  readonly count: number;
}

/** Random instants put to one rule in one condition. */
export interface BaseCount {
  readonly rule: string;
  readonly direction: number;
  readonly condition: MarketCondition;
  readonly resolved: number;
  readonly hits: number;
}

export interface TrackCounts {
  readonly raised: readonly RaisedCount[];
  readonly base: readonly BaseCount[];
}
