/** The ports of backtests: their storage, and that of the facts of recorded sessions. */
import type { BacktestResult, BacktestTrade, PerDay, TriedRules } from '@undertow/backtest';
import type { ContractBar } from '@undertow/market';
import type { JobKind } from '#ports/jobs/job-kind.ts';
import type { JobClaim } from '#ports/jobs/job-queue.ts';
import type { UploadRead } from './uploads.ts';

/** Recorded sessions of one product that one version of the detectors read. */
export interface FactsOf {
  readonly source: string;
  readonly product: string;
  readonly detectors: string;
}

export interface StoredFacts {
  readonly tradingDay: string;
  readonly contract: string | null;
  readonly gaps: number;
  readonly tookMs: number;
}

export interface NewFacts extends StoredFacts {
  /** Compressed with zstd. */
  readonly facts: Uint8Array;
}

/** Of the present shape of facts only. */
export interface FactsStore {
  /** Oldest day first. */
  list(of: FactsOf): Promise<readonly StoredFacts[]>;
  /** Compressed; undefined where there are none. */
  read(of: FactsOf, tradingDay: string): Promise<Uint8Array | undefined>;
  /** In place of what was there of the day. Throws `FencedOff` for a claim that is not the newest one. */
  save(claim: JobClaim, of: FactsOf, facts: NewFacts, nowMs: number): Promise<void>;
}

export interface BacktestOrder {
  readonly name: string;
  readonly ruleText: string;
  readonly source: string;
  readonly product: string;
  readonly fromDay: string;
  readonly toDay: string;
  readonly zone: string;
  /** The user's preference for events a day. */
  readonly perDay: Exclude<PerDay, 'chosen'>;
  readonly seed: number;
}

/** A result without its trades, which are stored beside it. */
export type StoredResult = Omit<BacktestResult, 'trades'>;

/** Sessions that the detectors have to read before the rule is tested. */
export interface Preparing {
  /** When it began. */
  readonly of: number;
  readonly left: number;
  /** For those that are left; null where none was measured yet. */
  readonly remainingMs: number | null;
}

export interface StoredBacktest extends BacktestOrder {
  readonly id: string;
  readonly userId: string;
  readonly jobId: string;
  readonly createdMs: number;
  /** Null before the first answer. */
  readonly result: StoredResult | null;
  /** The result has its base line. */
  readonly isWhole: boolean;
  /** Null where every session was read before. */
  readonly preparing: Preparing | null;
  /** Recorded sessions that could not be read. */
  readonly leftOut: number;
}

/** Sessions of a product from one source. */
export interface TriedOnData {
  readonly product: string;
  readonly source: string;
  readonly rules: number;
  readonly sinceMs: number;
}

export interface BacktestStore {
  /** With its job, in one transaction; undefined where the user has `most` of them. */
  create(
    userId: string,
    order: BacktestOrder,
    kind: JobKind<{ readonly backtestId: string }>,
    limit: { readonly most: number; readonly nowMs: number },
  ): Promise<StoredBacktest | undefined>;
  /** Newest first. */
  list(userId: string): Promise<readonly StoredBacktest[]>;
  find(userId: string, id: string): Promise<StoredBacktest | undefined>;
  /** With its job. False where there is none of the user. */
  remove(userId: string, id: string): Promise<boolean>;
  /** The latest first. */
  trades(userId: string, id: string, from: number, most: number): Promise<readonly BacktestTrade[]>;
  /** Throws `FencedOff` for a claim that is not the newest one. */
  notePreparing(claim: JobClaim, of: StoredBacktest, left: number, remainingMs: number | null): Promise<void>;
  /** Throws `FencedOff` for a claim that is not the newest one. A whole result counts as a rule that was tried. */
  saveResult(
    claim: JobClaim,
    of: StoredBacktest,
    result: BacktestResult,
    facts: { readonly isWhole: boolean; readonly leftOut: number; readonly nowMs: number },
  ): Promise<void>;
  /** Other rules of the user on the same data: product and source. */
  triedBefore(of: StoredBacktest): Promise<TriedRules>;
  triedOn(userId: string): Promise<readonly TriedOnData[]>;
}

/** Recordings of one trading day, in the order of their start. */
export interface SessionTask {
  readonly paths: readonly string[];
  readonly instrumentId: number;
  readonly source: string;
  readonly tradingDay: string;
  readonly detectors: string;
  readonly isLastOfContract: boolean;
  /** Minutes of the trading day before, oldest first, as they were stored while it was traded: its levels are known from the open on. */
  readonly priorBars: readonly ContractBar[];
}

/** A whole file of a user. */
export interface UploadTask {
  readonly path: string;
  readonly bytes: number;
  readonly detectors: string;
}

/** Where the rows of a session are: in recordings, in the order of their start, or among others in a user's file. */
export type RowsOfSession =
  | { readonly kind: 'recordings'; readonly paths: readonly string[] }
  | { readonly kind: 'file'; readonly path: string };

/** A session that a rule is tested on. */
export interface TestedSession {
  /** Compressed. */
  readonly facts: Uint8Array;
  /** Another contract is traded on the next day; null where the facts know it. */
  readonly isLastOfContract: boolean | null;
  /** Null where they are not kept: orders that wait for a place in the queue are not filled then. */
  readonly rows: RowsOfSession | null;
}

export interface BacktestTask {
  readonly ruleText: string;
  readonly source: string;
  readonly seed: number;
  readonly zone: string;
  readonly perDay: Exclude<PerDay, 'chosen'>;
  readonly tried: TriedRules;
  /** Sets of random entries; 0 for the first answer, which is always filled fast. */
  readonly sets: number;
}

/** Computes in threads. All end with `signal`, and throw what failed. */
export interface BacktestThreads {
  /** The session's facts; null where its recordings have no row. `onProgress`: from 0 to 1. */
  readSession(
    task: SessionTask,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<Omit<NewFacts, 'tookMs'> | null>;
  readUpload(
    task: UploadTask,
    signal: AbortSignal,
    onProgress: (fraction: number) => void,
  ): Promise<UploadRead>;
  /** `sessions`: oldest first, of which one at a time is taken. */
  test(
    task: BacktestTask,
    sessions: AsyncIterable<TestedSession>,
    signal: AbortSignal,
  ): Promise<BacktestResult>;
}
