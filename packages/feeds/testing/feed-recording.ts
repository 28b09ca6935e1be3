/** What a conformance test receives from a feed: order, flags, clock, and the book its rows build. */
import {
  ACTION_ADD,
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  ACTION_LEVEL,
  ACTION_NONE,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  type EventBatch,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  LevelBook,
  OrderBook,
  ROW_LENGTH,
  rowTimeMs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import type { Feed, FeedListener, FeedSubscription } from '#feed/feed.ts';

/** A level feed's snapshot of an empty book changes nothing. */
const SNAPSHOT_ACTIONS = [ACTION_CLEAR, ACTION_ADD, ACTION_LEVEL, ACTION_NONE];

/** How long a feed may take for what a test waits for: a bound against hanging, not a measure. */
const TIMEOUT_MS = 30_000;

/** Listens to one instrument and keeps the book twice: as rows built it, and as the last snapshot rebuilt it. */
export class FeedRecording {
  readonly feed: Feed;
  readonly calls: string[] = [];
  foreignRows = 0;
  /** Rows of snapshots that neither clear nor add. */
  strangeSnapshotRows = 0;
  mostBackMs = 0;
  mostAheadMs = Number.NEGATIVE_INFINITY;
  clockWentBack = 0;
  ends = 0;
  snapshots = 0;
  built: object = {};
  rebuilt: object = {};
  readonly #instrumentId: number;
  readonly #book: OrderBook | LevelBook;
  #liveRows = 0;
  #latestMs = Number.NEGATIVE_INFINITY;
  #nowMs = Number.NEGATIVE_INFINITY;
  #isInSnapshot = false;

  constructor(feed: Feed, instrumentId: number) {
    this.feed = feed;
    this.#instrumentId = instrumentId;
    this.#book = feed.tier === 'L3' ? new OrderBook() : new LevelBook();
  }

  listen(): FeedSubscription {
    return this.feed.open(this.#instrumentId, this.listener());
  }

  listener(): FeedListener {
    return {
      onBatch: (batch) => {
        this.calls.push('batch');
        this.#onBatch(batch);
      },
      onTransport: (state) => this.calls.push(state),
      onEnd: () => this.calls.push('end'),
    };
  }

  /** Waits for rows outside snapshots. */
  async rows(count: number): Promise<void> {
    await this.until(() => this.#liveRows >= count);
  }

  /** Changes of orders that no row had added. */
  get unknownOrders(): number {
    return this.#book instanceof OrderBook ? this.#book.unknownOrderEvents : 0;
  }

  async until(isDone: () => boolean): Promise<void> {
    const deadlineMs = performance.now() + TIMEOUT_MS;
    while (!isDone()) {
      if (performance.now() > deadlineMs) throw new Error('the feed did not do it in time');
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }

  #onBatch({ rows, count }: EventBatch): void {
    const nowMs = this.feed.nowMs();
    if (nowMs < this.#nowMs) this.clockWentBack += 1;
    this.#nowMs = nowMs;
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) this.#onRow(rows, at, nowMs);
  }

  #onRow(rows: Int32Array, at: number, nowMs: number): void {
    const flags = rows[at + COL_FLAGS]!;
    if (rows[at + COL_INSTRUMENT] !== this.#instrumentId) this.foreignRows += 1;
    if ((flags & FLAG_LAST) !== 0) this.ends += 1;
    if ((flags & FLAG_SNAPSHOT) !== 0) {
      this.#onSnapshotRow(rows, at, flags);
      return;
    }
    this.#liveRows += 1;
    if (this.#isInSnapshot) this.#endSnapshot();
    const timeMs = rowTimeMs(rows, at);
    this.mostBackMs = Math.max(this.mostBackMs, this.#latestMs - timeMs);
    this.mostAheadMs = Math.max(this.mostAheadMs, timeMs - nowMs);
    if (rows[at + COL_ACTION] !== ACTION_HEARTBEAT) this.#latestMs = Math.max(this.#latestMs, timeMs);
    this.#book.applyRow(rows, at);
  }

  #onSnapshotRow(rows: Int32Array, at: number, flags: number): void {
    const action = rows[at + COL_ACTION]!;
    if (!this.#isInSnapshot) this.built = bookOf(this.#book);
    this.#isInSnapshot = true;
    if (!SNAPSHOT_ACTIONS.includes(action)) this.strangeSnapshotRows += 1;
    this.#book.applyRow(rows, at);
    if ((flags & FLAG_LAST) !== 0) this.#endSnapshot();
  }

  /** By its flag, or where a recording's snapshot has none by the first row after it. */
  #endSnapshot(): void {
    this.#isInSnapshot = false;
    this.snapshots += 1;
    this.rebuilt = bookOf(this.#book);
  }
}

/** Every level with its size and number of orders, and every order in queue order. */
function bookOf(book: OrderBook | LevelBook): object {
  const depth = 4096;
  const sides = [SIDE_BID, SIDE_ASK].map((side) => {
    const columns = [new Int32Array(depth), new Int32Array(depth), new Int32Array(depth)] as const;
    const count = book.copyTop(side, depth, ...columns);
    return Array.from({ length: count }, (_, level) => ({
      price: columns[0][level]!,
      size: columns[1][level]!,
      orders: columns[2][level]!,
      queue: book instanceof OrderBook ? queueOf(book, side, columns[0][level]!) : [],
    }));
  });
  return { bids: sides[0], asks: sides[1] };
}

function queueOf(book: OrderBook, side: number, price: number): number[] {
  const queue: number[] = [];
  for (let slot = book.firstOrder(side, price); slot >= 0; slot = book.nextOrder(slot))
    queue.push(book.orderHi(slot), book.orderLo(slot), book.orderSize(slot));
  return queue;
}
