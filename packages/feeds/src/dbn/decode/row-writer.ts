/** Writes the rows of single DBN records into one growing batch. */
import {
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  ACTION_NONE,
  ACTION_STATUS,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_PRICE_TICKS,
  COL_RECV_HI,
  COL_RECV_LO,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  FLAG_LAST,
  NO_PRICE,
  ROW_LENGTH,
  TRADING_STATUSES,
} from '@undertow/market';
import { RTYPE_MBO, RTYPE_MBP_1, RTYPE_MBP_10, RTYPE_STATUS, RTYPE_TRADES } from '#dbn/files/dbn-layout.ts';
import type { DbnInstrument } from './dbn-instruments.ts';
import type { LevelWindow } from './decode-levels.ts';
import { actionOf, decodeMbo, sideOf, ticksAt } from './decode-mbo.ts';
import { decodeStatus } from './decode-records.ts';

/** Where the rows of a record belong. */
export interface RowTarget {
  readonly instrument: DbnInstrument;
  readonly tickNanos: number;
  readonly window: LevelWindow;
}

/** Bytes of record per row at worst: an MBP-10 record of 368 bytes makes 41 rows. */
const BYTES_PER_ROW = 8;
const CHAR_T = 84;

export class RowWriter {
  #rows = new Int32Array(0);
  #at = 0;

  /** Forgets the batch before and makes room for the rows of `bytes` of records. */
  begin(bytes: number): void {
    const capacity = Math.ceil(bytes / BYTES_PER_ROW + 1) * ROW_LENGTH;
    if (this.#rows.length < capacity) this.#rows = new Int32Array(capacity);
    this.#at = 0;
  }

  /** The rows written since `begin`; valid until the next one. */
  batch(): EventBatch {
    return { rows: this.#rows, count: this.#at / ROW_LENGTH };
  }

  /**
   * Writes the rows of the record at `at`. False when its price or size is impossible: nothing was written then.
   */
  write(view: DataView, at: number, target: RowTarget): boolean {
    const before = this.#at;
    if (!this.#writeByType(view, at, target)) {
      this.#at = before;
      return false;
    }
    for (let row = before; row < this.#at; row += ROW_LENGTH)
      this.#rows[row + COL_INSTRUMENT] = target.instrument.localId;
    return true;
  }

  #writeByType(view: DataView, at: number, target: RowTarget): boolean {
    switch (view.getUint8(at + 1)) {
      case RTYPE_MBO:
        return this.#writeMbo(view, at, target.tickNanos);
      case RTYPE_TRADES:
        return this.#writeTrade(view, at, target.tickNanos);
      case RTYPE_MBP_1:
        return this.#writeLevels(view, at, 1, target);
      case RTYPE_MBP_10:
        return this.#writeLevels(view, at, 10, target);
      case RTYPE_STATUS:
        this.#writeStatus(view, at);
        return true;
      default:
        return this.#writeBestPrices(view, at, target);
    }
  }

  #writeMbo(view: DataView, at: number, tickNanos: number): boolean {
    const rows = this.#rows;
    const row = this.#at;
    decodeMbo(view, at, rows, row, tickNanos);
    const action = rows[row + COL_ACTION]!;
    if (action !== ACTION_CLEAR && action !== ACTION_NONE && !isPossible(rows, row)) return false;
    this.#at += ROW_LENGTH;
    return true;
  }

  #writeTrade(view: DataView, at: number, tickNanos: number): boolean {
    this.#writeHeader(view, at, view.getUint8(at + 30), at + 32);
    const rows = this.#rows;
    const row = this.#at;
    rows[row + COL_ACTION] = actionOf(view.getUint8(at + 28));
    rows[row + COL_SIDE] = sideOf(view.getUint8(at + 29));
    rows[row + COL_PRICE_TICKS] = ticksAt(view, at + 16, tickNanos);
    rows[row + COL_SIZE] = view.getInt32(at + 24, true);
    rows[row + COL_SEQUENCE] = view.getInt32(at + 44, true);
    if (!isPossible(rows, row)) return false;
    this.#at += ROW_LENGTH;
    return true;
  }

  /** MBP-1, TBBO and MBP-10: the trade, where the record is one, then the levels that changed. */
  #writeLevels(view: DataView, at: number, depth: number, target: RowTarget): boolean {
    const isTrade = view.getUint8(at + 28) === CHAR_T;
    const first = this.#at;
    if (isTrade && !this.#writeTrade(view, at, target.tickNanos)) return false;
    const template = this.#at;
    this.#writeHeader(view, at, view.getUint8(at + 30), at + 32);
    this.#rows[template + COL_SEQUENCE] = view.getInt32(at + 44, true);
    return this.#writeWindow(view, at, depth, target, first);
  }

  #writeBestPrices(view: DataView, at: number, target: RowTarget): boolean {
    this.#writeHeader(view, at, view.getUint8(at + 30), at + 32);
    // The event time is that of the last trade; the interval's instant is the receiving time.
    this.#rows[this.#at + COL_TIME_LO] = view.getInt32(at + 32, true);
    this.#rows[this.#at + COL_TIME_HI] = view.getInt32(at + 36, true);
    this.#rows[this.#at + COL_SEQUENCE] = view.getInt32(at + 44, true);
    return this.#writeWindow(view, at, 1, target, this.#at);
  }

  /**
   * Level rows after the template at `#at`; the end-of-event flag of the record moves to the last of its rows, and a row
   * without action carries it where nothing changed.
   */
  #writeWindow(view: DataView, at: number, depth: number, target: RowTarget, first: number): boolean {
    const rows = this.#rows;
    const template = this.#at;
    const flags = rows[template + COL_FLAGS]!;
    const start = template + ROW_LENGTH;
    const end = target.window.write(view, at + 48, depth, target.tickNanos, rows, template, start);
    if (end < 0) return false;
    rows.copyWithin(template, start, end);
    this.#at = end - ROW_LENGTH;
    if (this.#at === first) {
      this.#writeHeader(view, at, flags, at + 32);
      this.#at += ROW_LENGTH;
    }
    for (let row = first; row < this.#at; row += ROW_LENGTH) rows[row + COL_FLAGS]! &= ~FLAG_LAST;
    const last = this.#at - ROW_LENGTH + COL_FLAGS;
    rows[last]! |= flags & FLAG_LAST;
    return true;
  }

  #writeStatus(view: DataView, at: number): void {
    const status = decodeStatus(view, at);
    this.#writeHeader(view, at, FLAG_LAST, at + 16);
    this.#rows[this.#at + COL_ACTION] = status === null ? ACTION_HEARTBEAT : ACTION_STATUS;
    this.#rows[this.#at + COL_AUX] = status === null ? 0 : TRADING_STATUSES.indexOf(status);
    this.#at += ROW_LENGTH;
  }

  /** An empty row (no action, no price) with the record's times at `#at`, which stays. */
  #writeHeader(view: DataView, at: number, flags: number, receivedAt: number): void {
    const rows = this.#rows;
    const row = this.#at;
    rows.fill(0, row, row + ROW_LENGTH);
    rows[row + COL_PRICE_TICKS] = NO_PRICE;
    rows[row + COL_TIME_LO] = view.getInt32(at + 8, true);
    rows[row + COL_TIME_HI] = view.getInt32(at + 12, true);
    rows[row + COL_RECV_LO] = view.getInt32(receivedAt, true);
    rows[row + COL_RECV_HI] = view.getInt32(receivedAt + 4, true);
    rows[row + COL_FLAGS] = flags;
  }
}

function isPossible(rows: Int32Array, row: number): boolean {
  return rows[row + COL_PRICE_TICKS] !== NO_PRICE && rows[row + COL_SIZE]! >= 0;
}
