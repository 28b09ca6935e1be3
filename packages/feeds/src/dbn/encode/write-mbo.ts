/** Writes market-by-order rows as a DBN file of version 3, zstd-compressed. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_RECV_HI,
  COL_RECV_LO,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  ROW_LENGTH,
} from '@undertow/market';
import { MBO_BYTES } from '#dbn/decode/decode-mbo.ts';
import { RTYPE_MBO } from '#dbn/files/dbn-layout.ts';
import {
  createRecording,
  type RecordingHeader,
  type RecordingWriter,
  sideChar,
  writePrice,
} from './dbn-file-writer.ts';

const CHARS = new Map([
  [ACTION_ADD, 'A'],
  [ACTION_MODIFY, 'M'],
  [ACTION_CANCEL, 'C'],
  [ACTION_TRADE, 'T'],
  [ACTION_FILL, 'F'],
  [ACTION_CLEAR, 'R'],
]);

/** Creates the file, or replaces it. Rejects with the system's error when it cannot be written. */
export function createMboFile(path: string, header: RecordingHeader): RecordingWriter {
  return createRecording(path, 'mbo', header, (batch) => recordBytes(batch, header));
}

function recordBytes({ rows, count }: EventBatch, header: RecordingHeader): Uint8Array {
  const bytes = new Uint8Array(count * MBO_BYTES);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
    const char = CHARS.get(rows[at + COL_ACTION]!);
    if (char === undefined) continue;
    writeRecord(view, offset, rows, at, char, header);
    offset += MBO_BYTES;
  }
  return bytes.subarray(0, offset);
}

function writeRecord(
  view: DataView,
  offset: number,
  rows: Int32Array,
  at: number,
  char: string,
  header: RecordingHeader,
): void {
  const timeHi = rows[at + COL_TIME_HI]!;
  const timeLo = rows[at + COL_TIME_LO]!;
  const hasReceived = rows[at + COL_RECV_HI] !== 0;
  view.setUint8(offset, MBO_BYTES / 4);
  view.setUint8(offset + 1, RTYPE_MBO);
  view.setUint32(offset + 4, header.instrumentId, true);
  view.setInt32(offset + 8, timeLo, true);
  view.setInt32(offset + 12, timeHi, true);
  view.setInt32(offset + 16, rows[at + COL_ORDER_LO]!, true);
  view.setInt32(offset + 20, rows[at + COL_ORDER_HI]!, true);
  writePrice(view, offset + 24, rows[at + COL_PRICE_TICKS]!, header.tickNanos);
  view.setInt32(offset + 32, rows[at + COL_SIZE]!, true);
  view.setUint8(offset + 36, rows[at + COL_FLAGS]!);
  view.setUint8(offset + 38, char.charCodeAt(0));
  view.setUint8(offset + 39, sideChar(rows[at + COL_SIDE]!));
  view.setInt32(offset + 40, hasReceived ? rows[at + COL_RECV_LO]! : timeLo, true);
  view.setInt32(offset + 44, hasReceived ? rows[at + COL_RECV_HI]! : timeHi, true);
  view.setInt32(offset + 52, rows[at + COL_SEQUENCE]!, true);
}
