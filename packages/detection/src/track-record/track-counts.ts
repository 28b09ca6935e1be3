/** A track record as counts: signals that came out alike, with how many of them there were. */
import type { RaisedRow } from './track-row.ts';

/** Raised signals of one kind and forecast that came out alike. */
export interface RaisedCount {
  readonly type: RaisedRow['type'];
  readonly sub: string | null;
  /** Rule and forecast as declared. */
  readonly rule: string | null;
  readonly probability: number | null;
  /** Null while it is not settled, and where it can never be known. */
  readonly hit: boolean | null;
  readonly count: number;
  /** Those of them that were settled beside a base rate: only these are compared. */
  readonly compared: number;
  /** Sum of these base rates, and how many instants they rest on together. */
  readonly baseSum: number;
  readonly instants: number;
}

export type TrackCounts = readonly RaisedCount[];
