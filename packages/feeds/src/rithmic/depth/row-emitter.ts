/**
 * Writes the rows of one instrument event by event, numbers them without a hole, and emits each event as one
 * batch.
 */
import {
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  ACTION_NONE,
  ACTION_STATUS,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RECV_HI,
  COL_RECV_LO,
  COL_RPT_SEQ,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  FLAG_LAST,
  type LevelBook,
  NO_PRICE,
  type OrderBook,
  ROW_LENGTH,
  SIDE_NONE,
} from '@undertow/market';
import { snapshotRows } from '#feed/snapshot-rows.ts';
import { type SplitTime, splitMs } from '#rithmic/wire/split-time.ts';
import { NO_ID, type SplitId } from '#rithmic/wire/wire-price.ts';

export interface RowFields {
  readonly action: number;
  readonly side?: number;
  readonly priceTicks?: number;
  readonly size?: number;
  readonly id?: SplitId;
  readonly aux?: number;
  readonly flags?: number;
}

export interface RowEmitterOptions {
  readonly instrumentId: number;
  /** The feed's present, milliseconds since 1970 UTC. */
  readonly nowMs: () => number;
  /** Notifies the feed that a row of this instant goes out: its present must not lie before it. */
  readonly reach: (timeMs: number) => void;
  readonly deliver: (batch: EventBatch) => void;
}

const INITIAL_ROWS = 64;
/** A clock of the gateway may be this much ahead of ours; beyond it the time is treated as a fault. */
const MAX_AHEAD_MS = 2000;
/** More than a listener waits for: it detects at once that rows are missing. */
const LOST_ROWS = 128;

/**
 * `COL_RPT_SEQ` is a number of our own. The gateway numbers messages, not rows, and what it numbers was put in order
 * before; the numbers then only have to show the listener whether something is missing.
 */
export class RowEmitter {
  readonly #options: RowEmitterOptions;
  /** What the rows so far have built. */
  #book: OrderBook | LevelBook | null = null;
  #rows = new Int32Array(INITIAL_ROWS * ROW_LENGTH);
  readonly #quiet = new Int32Array(ROW_LENGTH);
  #at = 0;
  /** From 1 on: a stream whose first row is number 1 would count as one that needs no snapshot. */
  #rptSeq = 1;
  #sequence = 0;
  #time: SplitTime = splitMs(0);

  constructor(options: RowEmitterOptions) {
    this.#options = options;
  }

  /** From now on the rows continue from this book: a snapshot of it follows. */
  replaceBook(book: OrderBook | LevelBook): void {
    this.#book = book;
  }

  /** The rows that follow happened at this time. */
  at(time: SplitTime | null): void {
    const nowMs = this.#options.nowMs();
    this.#time = time === null || time.ms > nowMs + MAX_AHEAD_MS ? splitMs(nowMs) : time;
  }

  /** The rows that follow belong to the next round, or are the book changes of the event. */
  nextSequence(): void {
    this.#sequence = (this.#sequence + 1) | 0;
  }

  /** Appends a row to the event and applies it to the book. */
  row({
    action,
    side = SIDE_NONE,
    priceTicks = NO_PRICE,
    size = 0,
    id = NO_ID,
    aux = 0,
    flags = 0,
  }: RowFields) {
    const at = this.#at;
    if (at === this.#rows.length) this.#grow();
    const rows = this.#rows;
    this.#rptSeq += 1;
    rows[at + COL_ACTION] = action;
    rows[at + COL_SIDE] = side;
    rows[at + COL_PRICE_TICKS] = priceTicks;
    rows[at + COL_SIZE] = size;
    rows[at + COL_ORDER_HI] = id.hi;
    rows[at + COL_ORDER_LO] = id.lo;
    rows[at + COL_TIME_HI] = this.#time.hi;
    rows[at + COL_TIME_LO] = this.#time.lo;
    rows[at + COL_FLAGS] = flags;
    rows[at + COL_SEQUENCE] = this.#sequence;
    rows[at + COL_INSTRUMENT] = this.#options.instrumentId;
    rows[at + COL_AUX] = aux;
    rows[at + COL_RPT_SEQ] = this.#rptSeq;
    this.#book?.applyRow(rows, at);
    this.#at += ROW_LENGTH;
  }

  /** Applies a row to a book without handing it out. */
  applyTo(book: OrderBook | LevelBook, fields: RowFields): void {
    const { action, side = SIDE_NONE, priceTicks = NO_PRICE, size = 0, id = NO_ID, aux = 0 } = fields;
    const row = this.#quiet;
    row[COL_ACTION] = action;
    row[COL_SIDE] = side;
    row[COL_PRICE_TICKS] = priceTicks;
    row[COL_SIZE] = size;
    row[COL_ORDER_HI] = id.hi;
    row[COL_ORDER_LO] = id.lo;
    row[COL_AUX] = aux;
    book.applyRow(row, 0);
  }

  /** Ends the event: its last row is flagged, and the batch delivered. */
  end(): void {
    const { nowMs, reach, deliver } = this.#options;
    if (this.#at === 0) return;
    const rows = this.#rows;
    const count = this.#at / ROW_LENGTH;
    const flags = this.#at - ROW_LENGTH + COL_FLAGS;
    rows[flags]! |= FLAG_LAST;
    reach(this.#time.ms);
    const received = splitMs(nowMs());
    for (let at = 0; at < this.#at; at += ROW_LENGTH) {
      rows[at + COL_RECV_HI] = received.hi;
      rows[at + COL_RECV_LO] = received.lo;
    }
    this.#at = 0;
    deliver({ rows, count });
  }

  /** The whole book, which replaces the listener's. */
  snapshot(): void {
    if (this.#book === null) return;
    this.#options.deliver(
      snapshotRows(this.#book, {
        instrumentId: this.#options.instrumentId,
        timeHi: this.#time.hi,
        timeLo: this.#time.lo,
        sequence: this.#sequence,
        rptSeq: this.#rptSeq,
      }),
    );
  }

  status(index: number, time: SplitTime | null): void {
    this.at(time);
    this.nextSequence();
    this.row({ action: ACTION_STATUS, aux: index });
    this.end();
  }

  clear(time: SplitTime | null): void {
    this.at(time);
    this.nextSequence();
    this.row({ action: ACTION_CLEAR });
    this.end();
  }

  heartbeat(): void {
    this.at(null);
    this.row({ action: ACTION_HEARTBEAT });
    // It carries the number of the row before it
    this.#rptSeq -= 1;
    this.#rows[this.#at - ROW_LENGTH + COL_RPT_SEQ] = this.#rptSeq;
    this.end();
  }

  /** Rows are missing: marks it by a hole in the numbers. */
  lost(): void {
    this.at(null);
    this.#rptSeq += LOST_ROWS;
    this.row({ action: ACTION_NONE });
    this.end();
  }

  #grow(): void {
    const grown = new Int32Array(this.#rows.length * 2);
    grown.set(this.#rows);
    this.#rows = grown;
  }
}
