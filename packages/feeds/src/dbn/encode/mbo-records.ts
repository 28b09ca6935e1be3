/** Market-by-order rows as DBN records, the same in files and in a live stream. */
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
import { sideChar, writePrice } from './dbn-file-writer.ts';
import { TS_OUT_BYTES } from './record-bytes.ts';

const CHARS = new Map([
  [ACTION_ADD, 'A'],
  [ACTION_MODIFY, 'M'],
  [ACTION_CANCEL, 'C'],
  [ACTION_TRADE, 'T'],
  [ACTION_FILL, 'F'],
  [ACTION_CLEAR, 'R'],
]);

export interface MboRecordOptions {
  /** Id that the records carry. */
  readonly instrumentId: number;
  /** Tick in units of 1e-9. */
  readonly tickNanos: number;
  /** Numbers the venue's feed in the header: 1 for GLBX.MDP3; 0 where it is left out. */
  readonly publisherId?: number;
  /** Sending time appended to every record, nanoseconds since 1970 UTC; none where it is left out. */
  readonly tsOutNs?: bigint | null;
}

/** One record a row, back to back; rows that no such record can hold (status, heartbeats, levels) are left out. */
export function encodeMboRecords({ rows, count }: EventBatch, options: MboRecordOptions): Uint8Array {
  const tsOutNs = options.tsOutNs ?? null;
  const length = MBO_BYTES + (tsOutNs === null ? 0 : TS_OUT_BYTES);
  const bytes = new Uint8Array(count * length);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
    const char = CHARS.get(rows[at + COL_ACTION]!);
    if (char === undefined) continue;
    writeRecord(view, offset, rows, at, char, options);
    view.setUint8(offset, length / 4);
    if (tsOutNs !== null) view.setBigUint64(offset + MBO_BYTES, tsOutNs, true);
    offset += length;
  }
  return bytes.subarray(0, offset);
}

function writeRecord(
  view: DataView,
  offset: number,
  rows: Int32Array,
  at: number,
  char: string,
  options: MboRecordOptions,
): void {
  const timeHi = rows[at + COL_TIME_HI]!;
  const timeLo = rows[at + COL_TIME_LO]!;
  const hasReceived = rows[at + COL_RECV_HI] !== 0;
  view.setUint8(offset + 1, RTYPE_MBO);
  view.setUint16(offset + 2, options.publisherId ?? 0, true);
  view.setUint32(offset + 4, options.instrumentId, true);
  view.setInt32(offset + 8, timeLo, true);
  view.setInt32(offset + 12, timeHi, true);
  view.setInt32(offset + 16, rows[at + COL_ORDER_LO]!, true);
  view.setInt32(offset + 20, rows[at + COL_ORDER_HI]!, true);
  writePrice(view, offset + 24, rows[at + COL_PRICE_TICKS]!, options.tickNanos);
  view.setInt32(offset + 32, rows[at + COL_SIZE]!, true);
  view.setUint8(offset + 36, rows[at + COL_FLAGS]!);
  view.setUint8(offset + 38, char.charCodeAt(0));
  view.setUint8(offset + 39, sideChar(rows[at + COL_SIDE]!));
  view.setInt32(offset + 40, hasReceived ? rows[at + COL_RECV_LO]! : timeLo, true);
  view.setInt32(offset + 44, hasReceived ? rows[at + COL_RECV_HI]! : timeHi, true);
  view.setInt32(offset + 52, rows[at + COL_SEQUENCE]!, true);
}
