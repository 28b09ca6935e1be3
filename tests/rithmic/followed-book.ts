/** An instrument of a feed followed as a session follows it: guarded, with snapshots requested and its book maintained. */
import { BookSync, type Feed, type FeedSubscription } from '@undertow/feeds';
import {
  ACTION_HEARTBEAT,
  COL_ACTION,
  COL_FLAGS,
  type EventBatch,
  FLAG_SNAPSHOT,
  LevelBook,
  OrderBook,
  orderIdString,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';

const CLOCK_MS = 50;
const DEPTH = 8192;

interface ShownLevel {
  readonly priceTicks: number;
  readonly size: number;
  /** Identifier and size of each order, in queue order; none on a feed of levels. */
  readonly queue: readonly string[];
}

export class FollowedBook {
  readonly book: OrderBook | LevelBook;
  readonly sync: BookSync;
  /** Rows outside snapshots. */
  rows = 0;
  /** `performance.now()` of the last of them. */
  rowMs = 0;
  readonly #feed: Feed;
  #subscription: FeedSubscription | null = null;
  readonly #timer: NodeJS.Timeout;

  constructor(feed: Feed, instrumentId: number) {
    const book = feed.tier === 'L3' ? new OrderBook() : new LevelBook();
    this.book = book;
    this.sync = new BookSync({ book });
    this.#feed = feed;
    this.#subscription = feed.open(instrumentId, {
      onBatch: (batch) => this.#take(batch),
      onTransport: (state) => {
        if (state !== 'up') return;
        this.sync.reconnect(feed.nowMs());
        this.#settle();
      },
      onEnd: () => undefined,
    });
    this.#timer = setInterval(() => this.#settle(), CLOCK_MS);
  }

  close(): void {
    clearInterval(this.#timer);
    this.#subscription?.close();
  }

  /** False on a feed of levels. */
  get isByOrder(): boolean {
    return this.book instanceof OrderBook;
  }

  side(side: 'bids' | 'asks'): readonly ShownLevel[] {
    const { book } = this;
    const wanted = side === 'bids' ? SIDE_BID : SIDE_ASK;
    const [prices, sizes, counts] = [new Int32Array(DEPTH), new Int32Array(DEPTH), new Int32Array(DEPTH)];
    const levels = book.copyTop(wanted, DEPTH, prices, sizes, counts);
    return Array.from({ length: levels }, (_, level) => ({
      priceTicks: prices[level]!,
      size: sizes[level]!,
      queue: book instanceof OrderBook ? queueOf(book, wanted, prices[level]!) : [],
    }));
  }

  #take(batch: EventBatch): void {
    const { rows, count } = this.sync.accept(batch, this.#feed.nowMs());
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) this.#apply(rows, at);
    this.#settle();
  }

  #settle(): void {
    if (this.sync.settle(this.#feed.nowMs()).needsSnapshot) this.#subscription?.requestSnapshot();
  }

  #apply(rows: Int32Array, at: number): void {
    this.book.applyRow(rows, at);
    const isSnapshot = (rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0;
    if (isSnapshot || rows[at + COL_ACTION] === ACTION_HEARTBEAT) return;
    this.rows += 1;
    this.rowMs = performance.now();
  }
}

function queueOf(book: OrderBook, side: number, priceTicks: number): readonly string[] {
  const queue: string[] = [];
  for (let slot = book.firstOrder(side, priceTicks); slot >= 0; slot = book.nextOrder(slot))
    queue.push(`${orderIdString(book.orderHi(slot), book.orderLo(slot))}:${book.orderSize(slot)}`);
  return queue;
}
