/** Writes rows of levels (L2S, L2C) or best prices (L1T) as a DBN file of version 3: mbp-10 or mbp-1. */
import {
  ACTION_CLEAR,
  ACTION_LEVEL,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
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
  LevelBook,
  NO_PRICE,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { RTYPE_MBP_1, RTYPE_MBP_10 } from '#dbn/files/dbn-layout.ts';
import {
  createRecording,
  type RecordingHeader,
  type RecordingWriter,
  sideChar,
  writePrice,
} from './dbn-file-writer.ts';

/** Bytes before the levels, and of each level. */
const HEAD_BYTES = 48;
const LEVEL_BYTES = 32;
const CHAR_MODIFY = 'M'.charCodeAt(0);
const CHARS = new Map([
  [ACTION_TRADE, 'T'.charCodeAt(0)],
  [ACTION_CLEAR, 'R'.charCodeAt(0)],
]);

/**
 * Creates the file, or replaces it. A trade is a record of its own with the levels at that time; the levels of an event
 * follow in one record at its end. Rejects with the system's error when it cannot be written.
 */
export function createLevelFile(path: string, depth: 1 | 10, header: RecordingHeader): RecordingWriter {
  const records = new LevelRecords(depth, header);
  return createRecording(path, depth === 1 ? 'mbp-1' : 'mbp-10', header, (batch) => records.of(batch));
}

/** Records of a book by level; keeps the levels from one batch to the next. */
export class LevelRecords {
  readonly #depth: 1 | 10;
  readonly #header: Pick<RecordingHeader, 'instrumentId' | 'tickNanos'>;
  readonly #book = new LevelBook();
  readonly #prices = new Int32Array(10);
  readonly #sizes = new Int32Array(10);
  readonly #orders = new Int32Array(10);

  constructor(depth: 1 | 10, header: Pick<RecordingHeader, 'instrumentId' | 'tickNanos'>) {
    this.#depth = depth;
    this.#header = header;
  }

  of({ rows, count }: EventBatch): Uint8Array {
    const recordBytes = HEAD_BYTES + this.#depth * LEVEL_BYTES;
    const bytes = new Uint8Array(count * recordBytes);
    const view = new DataView(bytes.buffer);
    let offset = 0;
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      const action = rows[at + COL_ACTION]!;
      this.#book.applyRow(rows, at);
      const isLast = (rows[at + COL_FLAGS]! & FLAG_LAST) !== 0;
      // A clear within an event needs no record: the levels of the next one are all that is left.
      const endsEvent = isLast && (action === ACTION_LEVEL || action === ACTION_CLEAR);
      if (action !== ACTION_TRADE && !endsEvent) continue;
      this.#write(view, offset, rows, at);
      offset += recordBytes;
    }
    return bytes.subarray(0, offset);
  }

  #write(view: DataView, offset: number, rows: Int32Array, at: number): void {
    const { instrumentId, tickNanos } = this.#header;
    const action = rows[at + COL_ACTION]!;
    const timeHi = rows[at + COL_TIME_HI]!;
    const timeLo = rows[at + COL_TIME_LO]!;
    const hasReceived = rows[at + COL_RECV_HI] !== 0;
    view.setUint8(offset, (HEAD_BYTES + this.#depth * LEVEL_BYTES) / 4);
    view.setUint8(offset + 1, this.#depth === 1 ? RTYPE_MBP_1 : RTYPE_MBP_10);
    view.setUint32(offset + 4, instrumentId, true);
    view.setInt32(offset + 8, timeLo, true);
    view.setInt32(offset + 12, timeHi, true);
    writePrice(view, offset + 16, rows[at + COL_PRICE_TICKS]!, tickNanos);
    view.setInt32(offset + 24, rows[at + COL_SIZE]!, true);
    view.setUint8(offset + 28, CHARS.get(action) ?? CHAR_MODIFY);
    view.setUint8(offset + 29, sideChar(rows[at + COL_SIDE]!));
    view.setUint8(offset + 30, rows[at + COL_FLAGS]!);
    view.setInt32(offset + 32, hasReceived ? rows[at + COL_RECV_LO]! : timeLo, true);
    view.setInt32(offset + 36, hasReceived ? rows[at + COL_RECV_HI]! : timeHi, true);
    view.setInt32(offset + 44, rows[at + COL_SEQUENCE]!, true);
    this.#writeSide(view, offset + HEAD_BYTES, SIDE_BID, [0, 16, 24]);
    this.#writeSide(view, offset + HEAD_BYTES, SIDE_ASK, [8, 20, 28]);
  }

  #writeSide(
    view: DataView,
    offset: number,
    side: number,
    [priceAt, sizeAt, countAt]: readonly [number, number, number],
  ): void {
    const levels = this.#book.copyTop(side, this.#depth, this.#prices, this.#sizes, this.#orders);
    for (let level = 0; level < this.#depth; level += 1) {
      const base = offset + level * LEVEL_BYTES;
      const isThere = level < levels;
      writePrice(view, base + priceAt, isThere ? this.#prices[level]! : NO_PRICE, this.#header.tickNanos);
      view.setInt32(base + sizeAt, isThere ? this.#sizes[level]! : 0, true);
      view.setInt32(base + countAt, isThere ? this.#orders[level]! : 0, true);
    }
  }
}
