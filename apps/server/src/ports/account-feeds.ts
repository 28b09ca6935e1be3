/**
 * The ports of connected accounts: live lines that only their owner sees, which line's views a viewer gets, and what is
 * stored of a line: reached through its owner, sealed with the owner's key, and never by anybody else.
 */
import type { InstrumentAccess } from '@undertow/contracts';
import type { KnownOutcomes, TrackRow } from '@undertow/detection';
import type { RithmicFeed } from '@undertow/feeds';
import type { AlertOutboxEntry } from './alerts.ts';
import type { Entitlement } from './entitlements.ts';
import type { HistoryStore } from './history.ts';
import type { ContextStore } from './journal.ts';
import type { LiveViews } from './live-views.ts';
import type { FactStore, MarketStore, Origin } from './market-store.ts';
import type { TrackStore } from './track-store.ts';

/**
 * One live line per connected user, beside the platform feed. What it shows and stores is its owner's alone.
 */
export interface AccountFeedLines {
  /**
   * Takes ownership of the feed, and closes it with the line. Replaces the user's previous line. `onResync` receives
   * each book
   * that was rebuilt after a gap, and how long it had no data.
   */
  open(userId: string, feed: RithmicFeed, onResync: (withoutDataMs: number) => void): Promise<void>;
  /** No effect where the user has none. */
  close(userId: string): Promise<void>;
  /**
   * Runs `act` while nothing of the user's feed is stored, for what replaces their stored data and key. A line that is open
   * stores what waits before, and starts its instruments anew afterwards.
   */
  pausing<T>(userId: string, act: () => Promise<T>): Promise<T>;
}

/** The viewer. An administrator in a view as the user is not the owner of what the user connected. */
export interface Viewer {
  readonly userId: string;
  readonly view?: { readonly administratorId: string };
  /** The replay that the request is about: its market is read then, and no other. */
  readonly replay?: string;
}

/**
 * Where a viewer's views come from: their account feed in real time, or the platform feed as plan and licence of the
 * venue allow.
 */
export interface ViewSource {
  readonly views: LiveViews;
  /** What the viewer may have of an instrument: everything at once of an account feed, which is licensed to its owner. */
  access(instrumentId: number): InstrumentAccess;
  /** True for the viewer's account feed: nothing of it is in the house's stores. */
  readonly isAccountFeed: boolean;
  /** What is stored of the account feed; null for the platform feed, and where nothing is stored. */
  readonly market: AccountMarket | null;
}

export interface ViewResolver {
  /** A memory lookup. */
  resolve(viewer: Viewer, entitlement: Entitlement): ViewSource;
  /** What is stored of the viewer's own feed, connected or not; null where nothing is, and in a view as the user. */
  marketOf(viewer: Viewer): AccountMarket | null;
  /** The viewer's own source first, then the platform feed where that is another one: alerts refer to it. */
  resolveAll(viewer: Viewer, entitlement: Entitlement): readonly ViewSource[];
}

/** A key as the database stores it. */
export interface SealedKey {
  /** Name of the operator's key that sealed `dataKey`. */
  readonly keyId: string;
  readonly dataKey: string;
}

/** The opened key of an owner. `place` names table and row: what was sealed for one place opens nowhere else. */
export interface OwnerKey {
  seal(place: string, plain: Uint8Array): Uint8Array;
  /** Throws `SecretUnreadable`. */
  open(place: string, sealed: Uint8Array): Uint8Array;
  /** A key for one purpose, to be destroyed by itself: it opens nothing that this one sealed, nor does it lead back to it. */
  derive(purpose: string): OwnerKey;
  /** Overwrites the key: nothing opens after it. */
  destroy(): void;
}

export interface OwnerSeal {
  /** A new key for the owner. */
  create(userId: string): SealedKey;
  /** The caller destroys the key after use. Throws `SecretUnreadable`. */
  open(userId: string, sealed: SealedKey): OwnerKey;
  /** The same key under the operator's first key; null where it is already. Throws `SecretUnreadable`. */
  reseal<K extends SealedKey>(userId: string, sealed: K): K | null;
}

/** What a line of the owner records. Its type is not that of the house's store: neither stands in for the other. */
export interface AccountRecord extends FactStore, Pick<MarketStore, 'saveGaps'> {
  readonly ownerId: string;
  /** Rows that are stored already are left out. */
  saveOutcomes(origin: Origin, rows: readonly TrackRow[]): Promise<void>;
}

/**
 * The stored market of one owner. Everything rejects with `SecretUnreadable` where the owner's key does not open, and
 * with `OwnerGone` where the account was erased.
 */
export interface AccountMarket
  extends Pick<
    MarketStore,
    'listBars' | 'lastBar' | 'listGaps' | 'findEvent' | 'listEvents' | 'listPatterns' | 'findEventWindow'
  > {
  readonly ownerId: string;
  readonly history: Omit<HistoryStore, 'totals'>;
  readonly contexts: ContextStore;
  record(): AccountRecord;
  /** Bars of one contract only. */
  barsOf(contract: string): Pick<MarketStore, 'listBars' | 'lastBar'>;
  outcomeOf: TrackStore['outcomeOf'];
  latestOutcomes(source: string, instrumentId: number): Promise<KnownOutcomes | undefined>;
  /**
   * The key of the owner's recordings, derived from theirs, which is created where there is none. The caller destroys
   * it.
   */
  recordingKey(): Promise<OwnerKey>;
  /** The same key for reading; undefined where nothing was ever stored. */
  findRecordingKey(): Promise<OwnerKey | undefined>;
}

/** What a deletion removed, in rows. */
export interface DeletedOwnRows {
  readonly events: number;
  readonly patterns: number;
  readonly bars: number;
  readonly windows: number;
  readonly outcomes: number;
  readonly alerts: number;
}

export interface OwnData {
  /**
   * Deletes everything that is stored of the owner's feed, and their key with it: copies of it open nowhere. Waits for
   * what is being written; the next write begins another key.
   */
  deleteAll(userId: string, nowMs: number, requestId: string): Promise<DeletedOwnRows>;
}

/** A state of an owner's event whose alerts are not stored yet. */
export interface AccountDueEvent extends Omit<AlertOutboxEntry, 'delaySeconds'> {
  readonly userId: string;
  readonly source: Origin['source'];
}

export interface AccountMarkets {
  of(userId: string): AccountMarket;
  /** Of all owners, oldest first. What does not open is left out until its key is there. */
  due(limit: number): Promise<readonly AccountDueEvent[]>;
  /** A state that is newer than the notified one stays due. */
  settle(states: readonly Omit<AccountDueEvent, 'event' | 'source'>[]): Promise<void>;
}

/** The account was erased: nothing is stored for it any more. */
export class OwnerGone extends Error {
  override readonly name = 'OwnerGone';
}

/** What an alert of an own feed quotes of it. */
export interface AlertWords {
  readonly title: string;
  readonly message: string;
  readonly eventSize: number | null;
}

/** Seals the texts of alerts of own feeds, each for its row. */
export interface AccountAlertTexts {
  seal(userId: string, texts: ReadonlyMap<string, AlertWords>): Promise<ReadonlyMap<string, Uint8Array>>;
  /** By id of the alert. What does not open is left out. */
  open(userId: string, sealed: ReadonlyMap<string, Uint8Array>): Promise<ReadonlyMap<string, AlertWords>>;
}

/** Opens rows of these tables for the export of their owner. */
export interface AccountExport {
  /**
   * The rows with what was sealed in `content`, which states why where it does not open. Rows of other tables are
   * refused.
   */
  open(
    userId: string,
    table: string,
    rows: readonly Readonly<Record<string, unknown>>[],
  ): Promise<readonly Readonly<Record<string, unknown>>[]>;
}
