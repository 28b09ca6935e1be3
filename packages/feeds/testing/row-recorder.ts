/** A listener that keeps what a feed calls it with: transports in words, rows as objects, and the book that they build. */
import {
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RPT_SEQ,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  type EventBatch,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  type LevelBook,
  OrderBook,
  ROW_LENGTH,
  rowTimeMs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import type { FeedListener } from '#feed/feed.ts';

export interface Row {
  readonly action: number;
  readonly side: number;
  readonly priceTicks: number;
  readonly size: number;
  readonly id: number;
  readonly aux: number;
  readonly timeMs: number;
  readonly sequence: number;
  readonly rptSeq: number;
  readonly instrumentId: number;
  readonly isSnapshot: boolean;
  readonly isLast: boolean;
}

export class RowRecorder implements FeedListener {
  /** Transports, and batches by their actions, in the order of the calls. */
  readonly calls: string[] = [];
  /** Rows of each batch. */
  batches: Row[][] = [];
  readonly #book: OrderBook | LevelBook;

  constructor(book: OrderBook | LevelBook = new OrderBook()) {
    this.#book = book;
  }

  onBatch({ rows, count }: EventBatch): void {
    const batch: Row[] = [];
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      this.#book.applyRow(rows, at);
      batch.push(rowAt(rows, at));
    }
    this.batches.push(batch);
    this.calls.push(batch[0]?.isSnapshot === true ? 'snapshot' : batch.map(({ action }) => action).join(' '));
  }

  onTransport(state: 'up' | 'down', reason: string | null): void {
    this.calls.push(reason === null ? state : `${state}: ${reason}`);
  }

  onEnd(): void {
    this.calls.push('end');
  }

  get rows(): readonly Row[] {
    return this.batches.flat();
  }

  /** Its calls since the last time. */
  takeCalls(): readonly string[] {
    return this.calls.splice(0);
  }

  /** Its batches since the last time. */
  takeBatches(): readonly (readonly Row[])[] {
    const taken = this.batches;
    this.batches = [];
    return taken;
  }

  /** Price in ticks and size of each level, best first. */
  levels(side: 'bid' | 'ask'): readonly (readonly [priceTicks: number, size: number])[] {
    const most = 64;
    const [prices, sizes, orders] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)];
    const count = this.#book.copyTop(side === 'bid' ? SIDE_BID : SIDE_ASK, most, prices, sizes, orders);
    return [...prices.subarray(0, count)].map((price, at) => [price, sizes[at] ?? 0]);
  }
}

function rowAt(rows: Int32Array, at: number): Row {
  const flags = rows[at + COL_FLAGS]!;
  return {
    action: rows[at + COL_ACTION]!,
    side: rows[at + COL_SIDE]!,
    priceTicks: rows[at + COL_PRICE_TICKS]!,
    size: rows[at + COL_SIZE]!,
    id: rows[at + COL_ORDER_HI]! * 2 ** 32 + (rows[at + COL_ORDER_LO]! >>> 0),
    aux: rows[at + COL_AUX]!,
    timeMs: rowTimeMs(rows, at),
    sequence: rows[at + COL_SEQUENCE]!,
    rptSeq: rows[at + COL_RPT_SEQ]!,
    instrumentId: rows[at + COL_INSTRUMENT]!,
    isSnapshot: (flags & FLAG_SNAPSHOT) !== 0,
    isLast: (flags & FLAG_LAST) !== 0,
  };
}
