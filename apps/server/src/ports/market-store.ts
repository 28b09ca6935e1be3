/** The port of stored market data: bars, events with their windows, patterns, top of book and frames. */
import type { EvidenceDelta, FeedStatus } from '@undertow/contracts';
import type { Bar, ContractBar, FlowEvent, FlowEventType, Pattern, PatternType } from '@undertow/market';
import type { Fence } from '#ports/ownership/fence.ts';
import type { FeedGap } from './bus.ts';

/** The recorded deltas around an event, size-capped. */
export interface EventWindow {
  readonly fromMs: number;
  readonly toMs: number;
  readonly truncated: boolean;
  /** Encoded; `EventWindowCodec` reads it. */
  readonly deltas: Uint8Array;
  /** Book and every row, for `EventReplays`; null where they were not stored, or have expired. */
  readonly tape: Uint8Array | null;
}

/** A stored row's origin. */
export interface Origin {
  readonly instrumentId: number;
  readonly source: FeedStatus['source'];
  readonly run: string;
}

/** The origin of bars: their prices are those of one dated contract. */
export interface ContractOrigin extends Origin {
  /** For example `ESZ6`. */
  readonly contract: string;
}

export interface TopOfBookSecond {
  readonly secondMs: number;
  readonly bidTicks: number | null;
  readonly bidSize: number;
  readonly askTicks: number | null;
  readonly askSize: number;
  readonly volume: number;
  readonly buyVolume: number;
  readonly sellVolume: number;
}

export interface StoredEvent {
  readonly event: FlowEvent;
  readonly source: FeedStatus['source'];
  readonly run: string;
}

/**
 * Market data that survives restarts. Writes are batched by the recorder; reads return rows of the same origin only.
 */
export interface MarketStore {
  /** Inserts, or replaces the bars of the same origin, contract and start. */
  saveBars(origin: ContractOrigin, bars: readonly Bar[]): Promise<void>;
  /** Bars of one minute with `fromMs <= startMs < toMs`, oldest first, of the instrument and source, all runs that share its price history. Where two contracts traded in a minute, the earlier one comes first. */
  listBars(
    instrumentId: number,
    source: string,
    fromMs: number,
    toMs: number,
  ): Promise<readonly ContractBar[]>;
  /** Inserts or replaces by event id. `toNotify`: ids that also enter the alert outbox, in the same transaction. */
  saveEvents(
    source: string,
    run: string,
    events: readonly FlowEvent[],
    toNotify?: ReadonlySet<string>,
  ): Promise<void>;
  findEvent(id: string): Promise<StoredEvent | undefined>;
  /** Newest first, detected in `[fromMs, toMs)`. */
  listEvents(
    instrumentIds: readonly number[],
    source: string,
    types: readonly FlowEventType[],
    fromMs: number,
    toMs: number,
    limit: number,
  ): Promise<readonly FlowEvent[]>;
  /** Inserts or replaces by pattern id. */
  savePatterns(source: string, run: string, patterns: readonly Pattern[]): Promise<void>;
  /** Newest first, detected in `[fromMs, toMs)`. */
  listPatterns(
    instrumentIds: readonly number[],
    source: string,
    types: readonly PatternType[],
    fromMs: number,
    toMs: number,
    limit: number,
  ): Promise<readonly Pattern[]>;
  /** In one row: as many as are worth it, the earliest first. Those of an origin that begin with a stored one change nothing. */
  saveTopOfBook(origin: Origin, seconds: readonly TopOfBookSecond[]): Promise<void>;
  /** Seconds with `fromMs <= secondMs < toMs` of all runs, oldest first. */
  listTopOfBook(
    instrumentId: number,
    source: string,
    fromMs: number,
    toMs: number,
  ): Promise<readonly TopOfBookSecond[]>;
  /** The window of deltas around an event, encoded and size-capped by the recorder. */
  saveEventWindow(eventId: string, window: EventWindow): Promise<void>;
  findEventWindow(eventId: string): Promise<EventWindow | undefined>;
  /** Conflated updates of the last minutes, from which the delayed view is refilled after a restart. */
  saveFrames(origin: Origin, frames: readonly { asOfMs: number; frame: Uint8Array }[]): Promise<void>;
  listFrames(
    instrumentId: number,
    source: string,
    fromMs: number,
  ): Promise<readonly { run: string; asOfMs: number; frame: Uint8Array }[]>;
  /** Inserts, or replaces the gaps of the same run and start. */
  saveGaps(origin: ContractOrigin, gaps: readonly FeedGap[]): Promise<void>;
  /** Gaps that overlap `[fromMs, toMs)`, oldest first; one in which an earlier run ended lasts until the next one had data. */
  listGaps(instrumentId: number, source: string, fromMs: number, toMs: number): Promise<readonly FeedGap[]>;
  /** The last stored close, from which the simulated venue resumes. */
  lastBar(instrumentId: number, source: string): Promise<{ run: string; bar: ContractBar } | undefined>;
  /**
   * Removes rows past their retention: events, patterns and bars by settings, top of book and windows 90 days, frames
   * 30 minutes.
   */
  prune(nowMs: number): Promise<void>;
  /** The writes of an owner: each rejects with `FencedOff`, and stores nothing, once a later owner wrote. */
  fenced?(fence: Fence): MarketWrites;
}

/** Everything that is stored for an instrument. */
export type MarketWrites = Pick<
  MarketStore,
  'saveBars' | 'saveEvents' | 'savePatterns' | 'saveTopOfBook' | 'saveEventWindow' | 'saveFrames' | 'saveGaps'
>;

/** What every recorder stores of a market: bars, events with their windows, patterns. */
export type FactStore = Pick<MarketStore, 'saveBars' | 'saveEvents' | 'savePatterns' | 'saveEventWindow'>;

/** Without the others no seconds, frames and gaps are recorded, and what is old is removed elsewhere. */
export type RecordStore = FactStore &
  Partial<Pick<MarketStore, 'saveTopOfBook' | 'saveFrames' | 'saveGaps' | 'prune' | 'fenced'>>;

/** Reads the evidence deltas that the recorder kept beside an event. */
export interface EventWindowCodec {
  decode(bytes: Uint8Array): readonly EvidenceDelta[];
}
