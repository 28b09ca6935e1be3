/** Turns blocks of DBN records into batches of canonical rows, and counts what it met. */
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
  splitNsToMs,
  TRADING_STATUSES,
} from '@undertow/market';
import type { DbnError } from './dbn-error.ts';
import type { DbnBlock } from './dbn-file.ts';
import { type DbnInstrument, DbnInstruments } from './dbn-instruments.ts';
import {
  RTYPE_BBO_1M,
  RTYPE_BBO_1S,
  RTYPE_DEFINITION,
  RTYPE_MBO,
  RTYPE_MBP_1,
  RTYPE_MBP_10,
  RTYPE_STATUS,
  RTYPE_SYMBOL_MAPPING,
  RTYPE_TRADES,
} from './dbn-layout.ts';
import type { DbnMetadata } from './dbn-metadata.ts';
import { LevelWindow } from './decode-levels.ts';
import { actionOf, decodeMbo, sideOf, ticksAt } from './decode-mbo.ts';
import { decodeDefinition, decodeStatus, decodeSymbolMapping } from './decode-records.ts';
import { refusedPrice } from './refused-price.ts';

/** What the records of one id stand for right now. */
interface Current {
  readonly instrument: DbnInstrument;
  /** 0 where no tick is known. */
  readonly tickNanos: number;
  readonly untilMs: number;
  readonly window: LevelWindow;
  /** Richest schema met so far: a stream that carries several would show each trade several times. */
  richness: number;
}

export interface RowDecoderCounts {
  /** Records of any kind. */
  records: number;
  /** Records of types that make no rows (bars, definitions, statistics, messages, types unknown to us), by type. */
  readonly withoutRows: Map<number, number>;
  /** Records of instruments whose tick nobody knows, by file id. */
  readonly withoutTick: Map<number, number>;
  /** Records left out because a richer schema of the same instrument is in the stream. */
  superseded: number;
  /** Records refused because of an impossible price or size. */
  refused: number;
}

/** Bytes of record per row at worst: an MBP-10 record of 368 bytes makes 41 rows. */
const BYTES_PER_ROW = 8;
const CHAR_T = 84;

/**
 * Decodes blocks in order. Rows carry `localId` of `instruments` as `COL_INSTRUMENT`. `onRefused` hears of each record
 * whose price is off the tick or undefined, or whose size is impossible; it may throw to stop the reading, otherwise the
 * record is left out and counted.
 */
export class RowDecoder {
  readonly instruments: DbnInstruments;
  readonly counts: RowDecoderCounts = {
    records: 0,
    withoutRows: new Map(),
    withoutTick: new Map(),
    superseded: 0,
    refused: 0,
  };
  readonly #onRefused: (error: DbnError) => void;
  readonly #current = new Map<number, Current>();
  #rows = new Int32Array(0);
  #at = 0;

  constructor(metadata: DbnMetadata | null, onRefused: (error: DbnError) => void) {
    this.instruments = new DbnInstruments(metadata);
    this.#onRefused = onRefused;
  }

  /** Rows of all records of the block. The batch is valid until the next call. */
  decode(block: DbnBlock): EventBatch {
    const capacity = Math.ceil((block.end - block.start) / BYTES_PER_ROW + 1) * ROW_LENGTH;
    if (this.#rows.length < capacity) this.#rows = new Int32Array(capacity);
    this.#at = 0;
    const { view } = block;
    for (let at = block.start; at < block.end; at += view.getUint8(at) * 4) {
      this.#decodeRecord(view, at, block.offset - block.start + at);
    }
    this.counts.records += block.count;
    return { rows: this.#rows, count: this.#at / ROW_LENGTH };
  }

  #decodeRecord(view: DataView, at: number, offset: number): void {
    const rtype = view.getUint8(at + 1);
    switch (rtype) {
      case RTYPE_MBO:
      case RTYPE_TRADES:
      case RTYPE_MBP_1:
      case RTYPE_MBP_10:
      case RTYPE_BBO_1S:
      case RTYPE_BBO_1M:
      case RTYPE_STATUS:
        this.#decodeMarketRecord(rtype, view, at, offset);
        return;
      case RTYPE_DEFINITION:
        this.instruments.addDefinition(decodeDefinition(view, at));
        this.#current.delete(view.getUint32(at + 4, true));
        break;
      case RTYPE_SYMBOL_MAPPING:
        this.instruments.addMapping(decodeSymbolMapping(view, at), timeMsAt(view, at));
        this.#current.delete(view.getUint32(at + 4, true));
        break;
      default:
        break;
    }
    increment(this.counts.withoutRows, rtype);
  }

  #decodeMarketRecord(rtype: number, view: DataView, at: number, offset: number): void {
    const current = this.#currentOf(view, at);
    if (current.tickNanos === 0) {
      increment(this.counts.withoutTick, current.instrument.fileId);
      return;
    }
    if (richnessOf(rtype) < current.richness) {
      this.counts.superseded += 1;
      return;
    }
    if (rtype !== RTYPE_STATUS) current.richness = richnessOf(rtype);
    const before = this.#at;
    const isWhole = this.#write(rtype, view, at, current);
    if (isWhole) {
      for (let row = before; row < this.#at; row += ROW_LENGTH)
        this.#rows[row + COL_INSTRUMENT] = current.instrument.localId;
      return;
    }
    this.#at = before;
    this.counts.refused += 1;
    this.#onRefused(refusedPrice(view, at, offset, current.instrument));
  }

  /** False when the record is impossible: its rows are taken back. */
  #write(rtype: number, view: DataView, at: number, current: Current): boolean {
    switch (rtype) {
      case RTYPE_MBO:
        return this.#writeMbo(view, at, current.tickNanos);
      case RTYPE_TRADES:
        return this.#writeTrade(view, at, current.tickNanos);
      case RTYPE_MBP_1:
        return this.#writeLevels(view, at, 1, current);
      case RTYPE_MBP_10:
        return this.#writeLevels(view, at, 10, current);
      case RTYPE_STATUS:
        this.#writeStatus(view, at);
        return true;
      default:
        return this.#writeBestPrices(view, at, current);
    }
  }

  #writeMbo(view: DataView, at: number, tickNanos: number): boolean {
    const rows = this.#rows;
    const row = this.#at;
    decodeMbo(view, at, rows, row, tickNanos);
    const action = rows[row + COL_ACTION] as number;
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
  #writeLevels(view: DataView, at: number, depth: number, current: Current): boolean {
    const isTrade = view.getUint8(at + 28) === CHAR_T;
    const first = this.#at;
    if (isTrade && !this.#writeTrade(view, at, current.tickNanos)) return false;
    const template = this.#at;
    this.#writeHeader(view, at, view.getUint8(at + 30), at + 32);
    this.#rows[template + COL_SEQUENCE] = view.getInt32(at + 44, true);
    return this.#writeWindow(view, at, depth, current, first);
  }

  #writeBestPrices(view: DataView, at: number, current: Current): boolean {
    this.#writeHeader(view, at, view.getUint8(at + 30), at + 32);
    // The event time is that of the last trade; the interval's instant is the receiving time.
    this.#rows[this.#at + COL_TIME_LO] = view.getInt32(at + 32, true);
    this.#rows[this.#at + COL_TIME_HI] = view.getInt32(at + 36, true);
    this.#rows[this.#at + COL_SEQUENCE] = view.getInt32(at + 44, true);
    return this.#writeWindow(view, at, 1, current, this.#at);
  }

  /**
   * Level rows after the template at `#at`; the end-of-event flag of the record moves to the last of its rows, and a row
   * without action carries it where nothing changed.
   */
  #writeWindow(view: DataView, at: number, depth: number, current: Current, first: number): boolean {
    const rows = this.#rows;
    const template = this.#at;
    const flags = rows[template + COL_FLAGS] as number;
    const start = template + ROW_LENGTH;
    const end = current.window.write(view, at + 48, depth, current.tickNanos, rows, template, start);
    if (end < 0) return false;
    rows.copyWithin(template, start, end);
    this.#at = end - ROW_LENGTH;
    if (this.#at === first) {
      this.#writeHeader(view, at, flags, at + 32);
      this.#at += ROW_LENGTH;
    }
    for (let row = first; row < this.#at; row += ROW_LENGTH)
      rows[row + COL_FLAGS] = (rows[row + COL_FLAGS] as number) & ~FLAG_LAST;
    const last = this.#at - ROW_LENGTH + COL_FLAGS;
    rows[last] = (rows[last] as number) | (flags & FLAG_LAST);
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

  #currentOf(view: DataView, at: number): Current {
    const fileId = view.getUint32(at + 4, true);
    const known = this.#current.get(fileId);
    const timeMs = timeMsAt(view, at);
    if (known !== undefined && timeMs < known.untilMs) return known;
    const { instrument, untilMs } = this.instruments.at(fileId, timeMs);
    const window = known?.instrument === instrument ? known.window : new LevelWindow();
    const richness = known?.instrument === instrument ? known.richness : 0;
    const current = { instrument, tickNanos: instrument.tickNanos ?? 0, untilMs, window, richness };
    this.#current.set(fileId, current);
    return current;
  }
}

/** Trades and best prices complete each other; the deeper schemas hold them already. */
function richnessOf(rtype: number): number {
  switch (rtype) {
    case RTYPE_MBO:
      return 4;
    case RTYPE_MBP_10:
      return 3;
    case RTYPE_MBP_1:
      return 2;
    case RTYPE_STATUS:
      return Number.POSITIVE_INFINITY;
    default:
      return 1;
  }
}

function isPossible(rows: Int32Array, row: number): boolean {
  return rows[row + COL_PRICE_TICKS] !== NO_PRICE && (rows[row + COL_SIZE] as number) >= 0;
}

function timeMsAt(view: DataView, at: number): number {
  return splitNsToMs(view.getUint32(at + 12, true), view.getUint32(at + 8, true));
}

function increment(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
