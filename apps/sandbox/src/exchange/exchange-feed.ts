/** The exchange of a stand-in: opened for the first reader, and frozen while two books are compared. */
import type { Feed } from '@undertow/feeds';
import { type EventBatch, ROW_LENGTH } from '@undertow/market';

export class ExchangeFeed {
  readonly #openFeed: () => Feed;
  #feed: Feed | null = null;
  /** Batches that wait while the exchange is frozen; null while it runs. */
  #waiting: (() => void)[] | null = null;

  /** `openFeed` is called for the first reader: exchanges take memory. */
  constructor(openFeed: () => Feed) {
    this.#openFeed = openFeed;
  }

  /** Starts an instrument, once. */
  open(instrumentId: number, onBatch: (batch: EventBatch) => void): void {
    this.#feed ??= this.#openFeed();
    this.#feed.open(instrumentId, {
      onBatch: (batch) => this.#pass(batch, onBatch),
      onTransport: () => undefined,
      onEnd: () => undefined,
    });
  }

  /** Withholds the rows of every instrument, so that two books can be compared at one instant. */
  freeze(): void {
    this.#waiting ??= [];
  }

  thaw(): void {
    const waiting = this.#waiting ?? [];
    this.#waiting = null;
    for (const apply of waiting) apply();
  }

  async close(): Promise<void> {
    await this.#feed?.close();
  }

  #pass(batch: EventBatch, onBatch: (batch: EventBatch) => void): void {
    if (this.#waiting === null) {
      onBatch(batch);
      return;
    }
    const rows = batch.rows.slice(0, batch.count * ROW_LENGTH);
    this.#waiting.push(() => onBatch({ rows, count: batch.count }));
  }
}
