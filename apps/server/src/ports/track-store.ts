/** The port of the stored track record: rows in hash chains, appended to and never changed. */
import type {
  KnownOutcomes,
  OutcomeStates,
  RaisedRow,
  SessionOutcomes,
  SettledRow,
  TrackCounts,
  TrackRow,
} from '@undertow/detection';
import type { FeedSource } from '@undertow/market';
import type { Fence } from '#ports/ownership/fence.ts';
import type { Origin } from './market-store.ts';

/** The result of checking one chain of the track record; `fault` is null when it is intact. */
export interface TrackVerdict {
  readonly chain: string;
  readonly count: number;
  readonly fault: string | null;
}

/** What is served of the forecasts of an instrument since `atMs`. */
export interface InstrumentStates {
  readonly source: FeedSource;
  readonly instrumentId: number;
  readonly atMs: number;
  readonly states: OutcomeStates;
}

export interface DriftMailFacts {
  /** To every administrator. */
  readonly model_drifting: {
    readonly source: string;
    readonly symbol: string;
    readonly model: string;
    /** Trading day that begins, `YYYY-MM-DD`; `session` is what the model forecast before it. */
    readonly day: string;
    readonly session: SessionOutcomes | null;
  };
}

/** The live track record. Rows are appended in hash chains; nothing changes or removes one. */
export interface TrackStore {
  /**
   * Rows that the chain of the origin contains already are left out. Administrators are notified of models that drift
   * in the same transaction. With a fence it rejects with `FencedOff`, and appends nothing, once a later owner appended.
   */
  append(origin: Origin, rows: readonly TrackRow[], fence?: Fence): Promise<void>;
  /** Into the chain of the source's headlines, which has one writer. Rows that it contains already are left out. */
  appendHeadlines(source: FeedSource, rows: readonly (RaisedRow | SettledRow)[]): Promise<void>;
  /** Headlines declared before the instant and not settled, the oldest first. */
  openHeadlines(source: FeedSource, beforeMs: number, limit: number): Promise<readonly RaisedRow[]>;
  /** What was raised in `[fromMs, toMs)`, and its outcome before `toMs`: counted by the database. */
  counts(query: {
    readonly source: string;
    readonly instrumentIds: readonly number[];
    readonly fromMs: number;
    readonly toMs: number;
    /** Left out: of everything. */
    readonly only?: 'headlines';
  }): Promise<TrackCounts>;
  /** What was declared of a signal and its outcome before `toMs`; null where it was raised later or never. */
  outcomeOf(
    signalId: string,
    toMs: number,
  ): Promise<{ raised: RaisedRow; settled: SettledRow | null } | null>;
  /** What was learnt of forecasts up to the newest trading day that began; undefined before the first. */
  latestOutcomes(source: string, instrumentId: number): Promise<KnownOutcomes | undefined>;
  /** The newest states of every instrument, where a trading day began since the instant. */
  latestStates(sinceMs: number): Promise<readonly InstrumentStates[]>;
  /** Compares the end of every chain with the file beside the table: quick, for the start. */
  verifyHeads(): Promise<readonly TrackVerdict[]>;
  /** Walks every chain from its first row. */
  verify(): Promise<readonly TrackVerdict[]>;
}
