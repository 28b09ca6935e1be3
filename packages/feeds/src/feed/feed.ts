/** What every source of market data looks like to the rest of the platform. */
import type { EpochMs, EventBatch, FeedSource, FeedTier } from '@undertow/market';

/**
 * What a feed sends to the one session that listens to an instrument. Calls come in exchange order, never re-entrant.
 */
export interface FeedListener {
  /** Rows of this instrument. Valid during the call only. */
  onBatch(batch: EventBatch): void;
  /**
   * Trades of this instrument before its first book, oldest first: history that makes bars, profile and VWAP, never
   * signals. Comes before every `onBatch` or not at all. Valid during the call only.
   */
  onPast?(batch: EventBatch): void;
  /** Transport state: `down` starts STALE timers, `up` follows a (re)connect and is followed by a snapshot. */
  onTransport(state: 'up' | 'down', reason: string | null): void;
  /** The feed has ended (a replayed file is over). */
  onEnd(): void;
}

export interface FeedSubscription {
  /** Requests a fresh snapshot: CLEAR, rows flagged SNAPSHOT, then live rows that follow it without a hole. */
  requestSnapshot(): void;
  close(): void;
}

/** Data of the contract that the feed serves for an instrument. */
export interface FeedContract {
  readonly instrumentId: number;
  /** Dated contract, for example `ESZ6`. */
  readonly code: string;
  readonly expiry: string | null;
  /** Since when it is the front one by the vendor's own statement, milliseconds since 1970 UTC; left out where none is made. */
  readonly sinceMs?: number;
}

/** Figures of a contract as the exchange announced them last; nothing for what it has not announced. */
export interface AnnouncedFigures {
  /** Of the last trading days (`YYYY-MM-DD`), newest first. */
  readonly settlements: readonly { readonly day: string; readonly ticks: number }[];
  /** Contracts. */
  readonly openInterest: number | null;
}

/** The session of a feed that keeps one with a vendor. Times are milliseconds since 1970 UTC, null before there was one. */
export interface FeedSessionStatus {
  readonly session: 'connecting' | 'running' | 'waiting' | 'ended';
  /** Why the last session ended, null before one did. */
  readonly reason: string | null;
  /** Records of all sessions. */
  readonly records: number;
  /** The newest times of exchange, the vendor's capture and the gateway's sending, and when we received anything. */
  readonly exchangeMs: number | null;
  readonly vendorMs: number | null;
  readonly gatewayMs: number | null;
  readonly receivedMs: number | null;
  readonly reconnects: number;
  /** Holes: books that the vendor or the order of rows made doubtful, records that were skipped, cuts. */
  readonly gaps: number;
  /** The last time without a session while it should have run: from the last instant seen to the start of the next one. */
  readonly lastCut: { readonly fromMs: number; readonly toMs: number } | null;
  /** Bytes received and not yet decoded. */
  readonly backlogBytes: number;
  /** Instruments that the vendor does not serve, with the reason. */
  readonly unknown: ReadonlyMap<number, string>;
}

export interface Feed {
  readonly source: FeedSource;
  readonly tier: FeedTier;
  /** Names this run of the feed; stored rows of different runs are never mixed. */
  readonly run: string;
  /** Instruments that can be opened. */
  readonly instrumentIds: readonly number[];
  /** True while an operator holds the flow back; feeds that cannot be held back leave it out. */
  readonly isHeldBack?: boolean;
  /**
   * Messages that were skipped because nobody described them, since the feed was opened; left out where none can be.
   */
  readonly messagesNotUnderstood?: number;
  readonly replaySpeed: number | null;
  /** True where one viewer replays a recording: statuses state it. Left out by every other feed. */
  readonly isReplay?: true;
  contractOf(instrumentId: number): FeedContract;
  /** Left out by feeds without a session of their own. */
  status?(): FeedSessionStatus | null;
  /** What the exchange announced of the contract; left out by feeds that carry no such messages. */
  announced?(instrumentId: number): AnnouncedFigures | null;
  /**
   * The venue's present in milliseconds since 1970 UTC: the server's clock for live and simulated venues, the replayed
   * instant for a recording. Delays, windows and `asOf` count on this clock.
   */
  nowMs(): EpochMs;
  /** Starts the flow of one instrument; the first rows are its history or snapshot. One listener an instrument. */
  open(instrumentId: number, listener: FeedListener): FeedSubscription;
  /**
   * Calls back, outside any call of a listener's, when another contract has become an instrument's front month;
   * `contractOf` returns the new one. Feeds whose contract never changes leave it out. One listener a feed.
   */
  onRoll?(listener: (instrumentId: number) => void): void;
  close(): Promise<void>;
}
