/**
 * What a session keeps so that an event can be replayed: its last rows, the book every ten seconds, each recent event
 * in its last state.
 */
import type { Pipeline } from '@undertow/detection';
import {
  ACTION_ADD,
  ACTION_LEVEL,
  COL_FLAGS,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  type FlowEvent,
  type InstrumentMarket,
  type LevelBook,
  OrderBook,
  rowWholeMs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { EvidenceRing } from './evidence-ring.ts';
import { BOOK_WIDTH, type Checkpoint, encodeTape } from './tape-codec.ts';
import { windowEndMs } from './window-end.ts';

/** Levels of a side that are read; deeper ones reach no detector. */
const MAX_LEVELS = 2048;
const prices = new Int32Array(MAX_LEVELS);
const sizes = new Int32Array(MAX_LEVELS);
const orders = new Int32Array(MAX_LEVELS);

type BookRow = readonly [
  action: number,
  side: number,
  price: number,
  size: number,
  orderHi: number,
  orderLo: number,
  orders: number,
];

/** Rows of `BOOK_WIDTH` values; a full book has thousands, read every ten seconds, so that the memory is reused. */
class RowList {
  #values = new Int32Array(4096 * BOOK_WIDTH);
  #length = 0;

  push(...row: BookRow): void {
    if (this.#length + BOOK_WIDTH > this.#values.length) {
      const larger = new Int32Array(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    const values = this.#values;
    const at = this.#length;
    values[at] = row[0];
    values[at + 1] = row[1];
    values[at + 2] = row[2];
    values[at + 3] = row[3];
    values[at + 4] = row[4];
    values[at + 5] = row[5];
    values[at + 6] = row[6];
    this.#length += BOOK_WIDTH;
  }

  /** A copy of the rows; the list is empty afterwards. */
  take(): Int32Array {
    const rows = this.#values.slice(0, this.#length);
    this.#length = 0;
    return rows;
  }
}

const bookRows = new RowList();

function readBook(book: OrderBook | LevelBook): Int32Array {
  for (const side of [SIDE_BID, SIDE_ASK]) {
    const levels = book.copyTop(side, MAX_LEVELS, prices, sizes, orders);
    for (let level = 0; level < levels; level += 1) {
      const price = prices[level]!;
      if (book instanceof OrderBook) readQueue(book, side, price);
      else bookRows.push(ACTION_LEVEL, side, price, sizes[level]!, 0, 0, orders[level]!);
    }
  }
  return bookRows.take();
}

function readQueue(book: OrderBook, side: number, price: number): void {
  for (let slot = book.firstOrder(side, price); slot !== -1; slot = book.nextOrder(slot))
    bookRows.push(ACTION_ADD, side, price, book.orderSize(slot), book.orderHi(slot), book.orderLo(slot), 0);
}

const CHECKPOINT_MS = 10_000;
/** Five minutes: the longest tape and the time until it is cut. */
const CHECKPOINTS = 30;
/** A tape begins this long before its event; before one that lasted longer than `MAX_MS`, that long before it was raised. */
const BEFORE_MS = 30_000;
const MAX_MS = 150_000;
/** In a market that could overrun the ring the first row after a window comes sooner. */
const ROW_AFTER_MS = 1000;
/** Events whose window is not over; the oldest are evicted first. */
const MAX_YOUNG = 500;

interface Marked extends Checkpoint {
  /** Rows that the ring had received before it. */
  readonly written: number;
}

function beginOf({ startNs, detectedNs }: FlowEvent): number {
  const raisedMs = Number(detectedNs / 1_000_000n);
  return Math.max(Number(startNs / 1_000_000n) - BEFORE_MS, raisedMs - MAX_MS);
}

export class SessionTape {
  readonly evidence = new EvidenceRing();
  readonly #market: InstrumentMarket;
  readonly #marks: Marked[] = [];
  readonly #young = new Map<string, FlowEvent>();
  #dueMs = Number.NEGATIVE_INFINITY;

  constructor(market: InstrumentMarket) {
    this.#market = market;
  }

  /** The exchange's time of the newest row; -Infinity before the first that is none of a snapshot. */
  get newestMs(): number {
    return this.#market.timeMs;
  }

  /** Keeps the newest state of an event until its window is over. */
  keep(event: FlowEvent, change: 'new' | 'update'): void {
    if (change === 'new' || (this.#young.has(event.id) && this.#market.timeMs < windowEndMs(event)))
      this.#young.set(event.id, event);
    if (this.#young.size > MAX_YOUNG) this.#young.delete(this.#young.keys().next().value ?? '');
  }

  /**
   * Records the row that starts at `at` once it is applied and processed, and the book when it is due and an event is
   * complete.
   */
  record(rows: Int32Array, at: number, pipeline: Pipeline): void {
    const flags = rows[at + COL_FLAGS]!;
    this.evidence.push(rows, at);
    if ((flags & FLAG_SNAPSHOT) !== 0) {
      // The book was rebuilt: nothing before it leads to what follows
      this.#marks.length = 0;
      this.#dueMs = Number.NEGATIVE_INFINITY;
    } else if ((flags & FLAG_LAST) !== 0) {
      const timeMs = rowWholeMs(rows, at);
      if (timeMs >= this.#dueMs) this.#mark(timeMs, pipeline);
    }
  }

  #mark(timeMs: number, pipeline: Pipeline): void {
    this.#dueMs = timeMs + CHECKPOINT_MS;
    this.#marks.push({
      timeMs,
      written: this.evidence.written,
      book: readBook(this.#market.book),
      baselines: pipeline.baselines(),
      formingBar: this.#market.facts.formingBar(),
    });
    if (this.#marks.length > CHECKPOINTS) this.#marks.shift();
  }

  /**
   * The tape of an event up to `toMs`; null when the book is not recorded that far back. `seen`: as the viewer sees it.
   */
  cut(event: FlowEvent, toMs: number, seen: FlowEvent | null = null): Uint8Array | null {
    const fromMs = beginOf(event);
    const mark = this.#marks.findLast(({ timeMs }) => timeMs <= fromMs) ?? this.#marks[0];
    if (mark === undefined || mark.timeMs >= Number(event.detectedNs / 1_000_000n)) return null;
    const rows = this.evidence.since(mark.written, toMs);
    if (rows === null) return null;
    const { written: _written, ...start } = mark;
    return encodeTape({
      instrumentId: event.instrumentId,
      tier: this.#market.tier,
      start,
      rows,
      isWhole: mark.timeMs <= Number(event.startNs / 1_000_000n),
      event: seen ?? this.#young.get(event.id) ?? event,
      toMs,
    });
  }

  /**
   * When the next window after `timeMs` can be cut, milliseconds since 1970 UTC: history that is published only once a
   * minute
   * is published then too, while the ring still contains the rows of the window.
   */
  nextCutMs(timeMs: number): number {
    const cuts = [...this.#young.values()].map((event) => windowEndMs(event) + ROW_AFTER_MS);
    return Math.min(...cuts.filter((cutMs) => cutMs > timeMs));
  }

  /** The window of the event is cut: later states of the event are not part of it. */
  remove(eventId: string): void {
    this.#young.delete(eventId);
  }
}
