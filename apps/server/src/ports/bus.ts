/**
 * The bus, and the update of an instrument that it carries: the only connection of publisher, recorder, alerts, views
 * and sockets.
 */
import type { AlertDto, EncodableLevel, FeedStatus, SessionFacts } from '@undertow/contracts';
import type { TrackRow } from '@undertow/detection';
import type { Bar, DepthChange, EpochMs, FlowEvent, Pattern, PrintRows, TradedSpan } from '@undertow/market';

export interface BookFacts {
  /** Best first, at most ten a side. */
  readonly bids: readonly EncodableLevel[];
  readonly asks: readonly EncodableLevel[];
}

/** A time in which an instrument had no data, milliseconds since 1970 UTC; `toMs` is null while it lasts. */
export interface FeedGap {
  readonly fromMs: number;
  readonly toMs: number | null;
}

/**
 * What changed about one instrument since the previous update. The publisher makes at most ten a second; recorder,
 * alerts, views and sockets receive the same one through the bus. Plain data, so that a remote bus can carry it.
 */
export interface InstrumentUpdate {
  readonly instrumentId: number;
  /** Source and run of the feed: rows of different runs never mix. */
  readonly source: FeedStatus['source'];
  readonly run: string;
  /** The dated contract of every price in the update, for example `ESZ6`. */
  readonly contract: string;
  /** The last update of its contract: another one is the front contract, and nothing of this one stays active. */
  readonly endsContract?: true;
  /**
   * The first update of an owner whose session ran before it owned the instrument: it contains everything, and repeats what
   * the owner before may have published or stored last.
   */
  readonly takesOver?: true;
  /** Incremented by each update of the instrument and run. */
  readonly sequence: number;
  /** The feed's own present, milliseconds since 1970 UTC. */
  readonly asOfMs: EpochMs;
  /** Where a delay counts from its arrival and that was later: history of the last seconds, when it is recorded. */
  readonly heldFromMs?: EpochMs;
  /** True while the session catches up with the present: it is published as of its own time. */
  readonly backfill: boolean;
  /** Exchange time of its newest row: earlier than `asOfMs` while rows come late. */
  readonly marketMs: EpochMs;
  /**
   * What changed before this instant is history, stored and never alerted: it was before the session was opened, or came
   * far too late. What changed later is news, though its rows come late (decision 0057).
   */
  readonly newsFromMs: EpochMs;
  /** Bars of one minute that closed, oldest first. */
  readonly closedBars: readonly Bar[];
  /** The forming bar of one minute; null when no trade came yet in this minute. */
  readonly formingBar: Bar | null;
  /** Trades since the previous update; null without one. */
  readonly traded: TradedSpan | null;
  /** Null when the book is unchanged. */
  readonly book: BookFacts | null;
  /** Changed levels of the visible depth, all of them in the first update of a session; null when unchanged. */
  readonly depth: DepthChange | null;
  /** Executions since the previous update; null without one. */
  readonly prints: PrintRows | null;
  /** When the book last changed, where that was before `asOfMs`: in an update conflated from several. */
  readonly bookAtMs?: EpochMs;
  readonly events: readonly { readonly event: FlowEvent; readonly change: 'new' | 'update' }[];
  /** Rows of the track record since the previous update. */
  readonly trackRows: readonly TrackRow[];
  readonly patterns: readonly { readonly pattern: Pattern; readonly change: 'new' | 'update' }[];
  /** Null when unchanged; at most one a second. */
  readonly facts: SessionFacts | null;
  readonly status: FeedStatus | null;
  /** Gaps that began or ended since the previous update; left out where none did. */
  readonly gaps?: readonly FeedGap[];
}

/** Messages of the bus by topic. */
export interface BusMessages {
  instrument: InstrumentUpdate;
  /** An alert was stored for a user. */
  alert: { readonly userId: string; readonly alert: AlertDto };
  /** Tier, role, instruments or preferences of a user changed: sockets check again within a second. */
  userChanged: { readonly userId: string };
  /** A device of a user connected while others of theirs are at other processes: their number may be too large now. */
  devicesChanged: { readonly userId: string };
  alertRulesChanged: { readonly userId: string };
  /** A switch or the notice changed. */
  controlsChanged: Readonly<Record<string, never>>;
  /** Sessions that ended (logout, revocation, erasure). */
  sessionEnded: { readonly sessionIds: readonly string[] };
  /** A view as another user began or ended: the session's sockets close and reconnect. */
  viewChanged: { readonly sessionId: string };
}

export type BusTopic = keyof BusMessages;

/** Where updates come from: the bus, or an own line's updates, which reach what its owner owns and nothing else. */
export interface UpdateSource {
  subscribe(topic: 'instrument', listener: (update: InstrumentUpdate) => void): () => void;
}

/** In-process by default, NATS later: the only connection of publisher, recorder, alerts and sockets. */
export interface Bus {
  publish<T extends BusTopic>(topic: T, message: BusMessages[T]): void;
  subscribe<T extends BusTopic>(topic: T, listener: (message: BusMessages[T]) => void): () => void;
  close(): Promise<void>;
}
