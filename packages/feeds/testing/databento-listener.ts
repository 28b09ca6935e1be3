/** A listener that keeps its book as a session of the server does: synchronised, with snapshots requested. */
import {
  ACTION_STATUS,
  COL_ACTION,
  COL_AUX,
  type FeedState,
  OrderBook,
  TRADING_STATUSES,
} from '@undertow/market';
import type { Feed, FeedListener, FeedSubscription } from '#feed/feed.ts';
import { SyncedBook } from './synced-book.ts';

/** A bound against hanging, not a measure. */
const TIMEOUT_MS = 20_000;

export class SyncedListener implements FeedListener {
  readonly book = new OrderBook();
  readonly states: FeedState[] = [];
  /** Transport states with their reasons. */
  readonly transport: string[] = [];
  readonly statuses: string[] = [];
  rows = 0;
  readonly #feed: Feed;
  readonly #synced: SyncedBook;
  readonly #subscription: FeedSubscription;
  readonly #timer: NodeJS.Timeout;

  constructor(feed: Feed, instrumentId: number) {
    this.#feed = feed;
    this.#synced = new SyncedBook(this.book, {
      onRow: (rows, at) => {
        this.rows += 1;
        if (rows[at + COL_ACTION] === ACTION_STATUS)
          this.statuses.push(TRADING_STATUSES[rows[at + COL_AUX]!]!);
      },
      onState: ({ state }) => this.states.push(state),
      requestSnapshot: () => this.#subscription.requestSnapshot(),
    });
    this.#subscription = feed.open(instrumentId, this);
    this.#timer = setInterval(() => this.#synced.settle(feed.nowMs()), 20);
  }

  get sync(): SyncedBook['sync'] {
    return this.#synced.sync;
  }

  onBatch(batch: Parameters<FeedListener['onBatch']>[0]): void {
    this.#synced.take(batch, this.#feed.nowMs());
  }

  onTransport(state: 'up' | 'down', reason: string | null): void {
    this.transport.push(reason === null ? state : `${state}: ${reason}`);
    if (state === 'up' && this.rows > 0) this.#synced.reconnect(this.#feed.nowMs());
  }

  onEnd(): void {
    this.transport.push('end');
  }

  requestSnapshot(): void {
    this.#subscription.requestSnapshot();
  }

  close(): void {
    clearInterval(this.#timer);
    this.#subscription.close();
  }
}

export async function until(isDone: () => boolean, what: string): Promise<void> {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  while (!isDone()) {
    if (performance.now() > deadlineMs) throw new Error(`not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
