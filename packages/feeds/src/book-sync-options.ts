/** What a book's guard is told, and what it counts. */
import type { EventBatch, FeedState } from '@undertow/market';
import type { BookPrices, FeedHours } from './feed-overlay.ts';

/** Where the book stands, whatever lies over it. */
export type SyncState = 'syncing' | 'live' | 'gap' | 'resync';

export interface BookSyncOptions {
  /** Rows in order, without faults. Valid during the call only. */
  readonly onRows: (batch: EventBatch) => void;
  /** The state changed; everything accepted before was handed over already. */
  readonly onState: (state: FeedState, atMs: number) => void;
  /** Asks the feed for a snapshot (`FeedSubscription.requestSnapshot`). */
  readonly requestSnapshot: () => void;
  /** Called when continuity is lost: detectors forget what rests on it, windows that cover the instant are dropped. */
  readonly onDiscontinuity?: (atMs: number) => void;
  /** The book that `onRows` fills; its best prices show a crossed market. */
  readonly book?: BookPrices;
  /** When the venue trades: silence outside its hours is not staleness. Without it the venue never closes. */
  readonly hours?: FeedHours;
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
