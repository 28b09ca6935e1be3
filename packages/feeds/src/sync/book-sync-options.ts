/** What the synchronisation of a book is given, returns and counts. */
import type { EventBatch, FeedState } from '@undertow/market';
import type { BookPrices, FeedHours } from './feed-overlay.ts';

/** State of the book itself, without silence, halts and closed hours. */
export type SyncState = 'syncing' | 'live' | 'gap' | 'resync';

export interface BookSyncOptions {
  /** The book that accepted rows are applied to; its best prices show a crossed market. */
  readonly book?: BookPrices;
  /** When the venue trades: silence outside its hours is not staleness. Without it the venue never closes. */
  readonly hours?: FeedHours;
}

/** A change of state among accepted rows. With `gap` continuity is lost: windows that cover the instant are void. */
export interface StateChange {
  /** So many of the accepted rows belong before it. */
  readonly afterRows: number;
  readonly state: FeedState;
  /** The feed's present, milliseconds since 1970 UTC. */
  readonly atMs: number;
}

/** Rows in order, without faults, to be applied before `settle` is called. Valid until then. */
export interface AcceptedRows extends EventBatch {
  readonly changes: readonly StateChange[];
}

export interface Settled {
  /** Changes that follow from the book as it is now. */
  readonly changes: readonly StateChange[];
  /** A snapshot is to be requested from the feed (`FeedSubscription.requestSnapshot`). */
  readonly needsSnapshot: boolean;
}

export interface BookSyncCounts {
  accepted: number;
  duplicates: number;
  /** Rows that came ahead of their turn and were put back in order. */
  reordered: number;
  refused: number;
  gaps: number;
  snapshots: number;
}
