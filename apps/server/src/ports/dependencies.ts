/** The ports of the server: what modules and the live line may ask for, without knowing who answers. */
import type {
  AlertDto,
  EventCounts,
  EvidenceDelta,
  FeedStatus,
  MarketDataBar,
  OrderBookRow,
  OrderFlowEventDto,
  Preferences,
  SessionFacts,
  Tier,
  TierRules,
  TimeframeName,
} from '@undertow/contracts';
import type { RaisedRow, SettledRow, TrackCounts, TrackRow } from '@undertow/detection';
import type { EpochMs, FlowEvent, FlowEventType, Pattern, PatternType, TradedSpan } from '@undertow/market';

/** The one clock. Anchored to a monotonic source, so that a jump of the machine's clock moves no delay. */
export interface Clock {
  nowMs(): EpochMs;
}

/** A bar in ticks. `startMs` is the start of its interval; volumes in contracts. */
export interface BarFacts {
  readonly startMs: number;
  readonly openTicks: number;
  readonly highTicks: number;
  readonly lowTicks: number;
  readonly closeTicks: number;
  readonly volume: number;
  readonly buyVolume: number;
  readonly sellVolume: number;
  readonly trades: number;
  /** VWAP of the trading day at the bar's end, in ticks with a fraction; null before the day's first trade. */
  readonly vwapTicks: number | null;
}

export interface BookLevelFacts {
  readonly priceTicks: number;
  readonly size: number;
  readonly orders: number | null;
}

export interface BookFacts {
  /** Best first, at most ten a side. */
  readonly bids: readonly BookLevelFacts[];
  readonly asks: readonly BookLevelFacts[];
}

/**
 * What changed about one instrument since the update before. The publisher makes at most ten a second; recorder,
 * alerts, views and sockets hear the same one through the bus. Plain data, so that a remote bus can carry it.
 */
export interface InstrumentUpdate {
  readonly instrumentId: number;
  /** Source and run of the feed: rows of different runs never mix. */
  readonly source: FeedStatus['source'];
  readonly run: string;
  /** Rises by one with each update of the instrument and run. */
  readonly sequence: number;
  /** The feed's own present, milliseconds since 1970 UTC. */
  readonly asOfMs: EpochMs;
  /** Where a delay counts from its arrival and that was later: history of the last seconds, in what is recorded of it. */
  readonly heldFromMs?: EpochMs;
  /** True while history is being made or read at start: stored as bars and events, never alerted. */
  readonly backfill: boolean;
  /** Bars of one minute that closed, oldest first. */
  readonly closedBars: readonly BarFacts[];
  /** The forming bar of one minute; null when no trade came yet in this minute. */
  readonly formingBar: BarFacts | null;
  /** Trades since the update before; null without one. */
  readonly traded: TradedSpan | null;
  /** Null when the book is unchanged. */
  readonly book: BookFacts | null;
  /** When the book became so, where that was before `asOfMs`: in what was made of several updates. */
  readonly bookAtMs?: EpochMs;
  readonly events: readonly { readonly event: FlowEvent; readonly change: 'new' | 'update' }[];
  /** Rows of the track record since the update before. */
  readonly trackRows: readonly TrackRow[];
  readonly patterns: readonly { readonly pattern: Pattern; readonly change: 'new' | 'update' }[];
  /** Null when unchanged; at most one a second. */
  readonly facts: SessionFacts | null;
  readonly status: FeedStatus | null;
}

/** Messages of the bus by topic. */
export interface BusMessages {
  instrument: InstrumentUpdate;
  /** An alert was stored for a user. */
  alert: { readonly userId: string; readonly alert: AlertDto };
  /** Tier, role, instruments or preferences of a user changed: sockets look again within a second. */
  userChanged: { readonly userId: string };
  /** Rules of alerts of a user changed. */
  alertRulesChanged: { readonly userId: string };
  /** A switch or the notice changed. */
  controlsChanged: Readonly<Record<string, never>>;
  /** Sessions that ended (logout, revocation, erasure). */
  sessionEnded: { readonly sessionIds: readonly string[] };
  /** A session began or ended to see the product as another user: its sockets close and come back. */
  viewChanged: { readonly sessionId: string };
}

export type BusTopic = keyof BusMessages;

/** In-process by default, NATS later: publisher, recorder, alerts and sockets meet nowhere else. */
export interface Bus {
  publish<T extends BusTopic>(topic: T, message: BusMessages[T]): void;
  subscribe<T extends BusTopic>(topic: T, listener: (message: BusMessages[T]) => void): () => void;
  close(): Promise<void>;
}

/** What a user may see now: the one gate that every channel asks. */
export interface Entitlement {
  readonly userId: string;
  readonly tier: Tier;
  readonly rules: TierRules;
  /** Instruments of the user that the plan's limit keeps active. */
  readonly activeInstrumentIds: readonly number[];
  /** Instruments of the user's watchlist within its limit. */
  readonly watchlistIds: readonly number[];
}

export interface Entitlements {
  /** A memory lookup after the first call; refreshed when `userChanged` is heard. */
  of(userId: string): Promise<Entitlement>;
}

/** One instrument as a viewer of one delay sees it: the state as it stood `delaySeconds` ago, not a filtered list of today's. */
export interface LiveView {
  readonly instrumentId: number;
  readonly delaySeconds: number;
  /** The instant this view shows, milliseconds since 1970 UTC on the feed's clock. */
  readonly asOfMs: number;
  /** Oldest first, from memory and storage; `endMs` serves the past. */
  bars(timeframe: TimeframeName, limit: number, endMs: number | null): Promise<readonly MarketDataBar[]>;
  orderBook(): readonly OrderBookRow[];
  /** One event with its evidence as this view shows it; undefined when memory does not hold it. */
  event(id: string): FlowEvent | undefined;
  /** Newest first, of the given types; `active` leaves out what has expired at `asOfMs`. */
  events(types: readonly FlowEventType[], active: boolean): readonly OrderFlowEventDto[];
  counts(types: readonly FlowEventType[]): EventCounts;
  /** Newest first, of the given types, as they stand: expired ones included. */
  patterns(types: readonly PatternType[]): readonly Pattern[];
  facts(): SessionFacts;
  status(): FeedStatus;
}

export interface LiveViews {
  /** Starts the instrument when nobody looked at it before. Undefined for an instrument that the feed does not offer. */
  view(instrumentId: number, delaySeconds: number): LiveView | undefined;
  /** The same without starting it. */
  peek(instrumentId: number, delaySeconds: number): LiveView | undefined;
  /** The feed's source and the instant that a reader of this delay may see: of what is stored, whether or not anybody watches it. */
  present(delaySeconds: number): { readonly source: FeedStatus['source']; readonly asOfMs: number };
  /** The window of an event that is over and waits for its turn to be stored. */
  waitingWindow(eventId: string): EventWindow | undefined;
  /** The window of an event that is too young to be stored, cut from memory as far as it goes. */
  recentWindow(event: FlowEvent): EventWindow | undefined;
  /** Bars of one minute with `fromMs <= startMs < toMs`, oldest first, as the line's past is kept; not cut by any delay. */
  minuteBars(instrumentId: number, fromMs: number, toMs: number): Promise<readonly BarFacts[]>;
  readonly instrumentIds: readonly number[];
}

/** The recorded deltas around an event, size-capped. */
export interface EventWindow {
  readonly fromMs: number;
  readonly toMs: number;
  readonly truncated: boolean;
  /** Encoded; `EventWindowCodec` reads it. */
  readonly deltas: Uint8Array;
  /** Book and every row, for `EventReplays`; null where they were not kept, or no longer are. */
  readonly tape: Uint8Array | null;
}

/** A stored row's origin. */
export interface Origin {
  readonly instrumentId: number;
  readonly source: FeedStatus['source'];
  readonly run: string;
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

/** Market data that survives restarts. Writes are batched by the recorder; reads answer from the same origin only. */
export interface MarketStore {
  /** Inserts, or replaces the bars of the same origin and start. */
  saveBars(origin: Origin, bars: readonly BarFacts[]): Promise<void>;
  /** Bars of one minute with `fromMs <= startMs < toMs`, oldest first, of the instrument and source, all runs that share its price history. */
  listBars(instrumentId: number, source: string, fromMs: number, toMs: number): Promise<readonly BarFacts[]>;
  /** Inserts or replaces by event id. `toTell` of them owe alerts: that is written with them, or neither is. */
  saveEvents(
    source: string,
    run: string,
    events: readonly FlowEvent[],
    toTell?: ReadonlySet<string>,
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
  saveTopOfBook(origin: Origin, seconds: readonly TopOfBookSecond[]): Promise<void>;
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
  /** The last stored close, from which the simulated venue resumes. */
  lastBar(instrumentId: number, source: string): Promise<{ run: string; bar: BarFacts } | undefined>;
  /** Removes what its retention no longer keeps: events, patterns and bars by settings, top of book and windows 90 days, frames 30 minutes. */
  prune(nowMs: number): Promise<void>;
}

/** What the check of one chain of the track record found; `fault` is null when it is whole. */
export interface TrackVerdict {
  readonly chain: string;
  readonly count: number;
  readonly fault: string | null;
}

/** The live track record. Rows are appended in hash chains; nothing changes or removes one. */
export interface TrackStore {
  /** Rows that the chain of the origin holds already are left out. */
  append(origin: Origin, rows: readonly TrackRow[]): Promise<void>;
  /** What was raised in `[fromMs, toMs)`, and how it came out before `toMs`: counted by the database. */
  counts(query: {
    readonly source: string;
    readonly instrumentIds: readonly number[];
    readonly fromMs: number;
    readonly toMs: number;
  }): Promise<TrackCounts>;
  /** What was declared of a signal and how it came out before `toMs`; null where it was raised later or never. */
  outcomeOf(
    signalId: string,
    toMs: number,
  ): Promise<{ raised: RaisedRow; settled: SettledRow | null } | null>;
  /** Compares the end of every chain with the file beside the table: quick, for a start. */
  verifyHeads(): Promise<readonly TrackVerdict[]>;
  /** Walks every chain from its first row. */
  verify(): Promise<readonly TrackVerdict[]>;
}

export interface PreferenceStore {
  get(userId: string): Promise<Preferences>;
  save(userId: string, changes: Partial<Preferences>): Promise<Preferences>;
}

/** Reads the evidence deltas that the recorder kept beside an event. */
export interface EventWindowCodec {
  decode(bytes: Uint8Array): readonly EvidenceDelta[];
}
