/** Market-by-order rows as DBN records, the same in files and in a live stream. */
import * as event from '@undertow/market';
import { MBO_BYTES } from '#dbn/decode/decode-mbo.ts';
import { RTYPE_MBO } from '#dbn/files/dbn-layout.ts';
import { writePrice } from './dbn-file-writer.ts';
import { TS_OUT_BYTES } from './record-bytes.ts';

// As in `decode-mbo.ts`: a module's own constants are folded into machine code, imported ones are not
const COL_ACTION = event.COL_ACTION;
const COL_FLAGS = event.COL_FLAGS;
const COL_ORDER_HI = event.COL_ORDER_HI;
const COL_ORDER_LO = event.COL_ORDER_LO;
const COL_PRICE_TICKS = event.COL_PRICE_TICKS;
const COL_RECV_HI = event.COL_RECV_HI;
const COL_RECV_LO = event.COL_RECV_LO;
const COL_SEQUENCE = event.COL_SEQUENCE;
const COL_SIDE = event.COL_SIDE;
const COL_SIZE = event.COL_SIZE;
const COL_TIME_HI = event.COL_TIME_HI;
const COL_TIME_LO = event.COL_TIME_LO;
const ROW_LENGTH = event.ROW_LENGTH;

/** Letters by action; 0 where an MBO record cannot hold it. */
const ACTION_CHARS = new Uint8Array(16);
ACTION_CHARS[event.ACTION_NONE] = char('N');
ACTION_CHARS[event.ACTION_ADD] = char('A');
ACTION_CHARS[event.ACTION_MODIFY] = char('M');
ACTION_CHARS[event.ACTION_CANCEL] = char('C');
ACTION_CHARS[event.ACTION_TRADE] = char('T');
ACTION_CHARS[event.ACTION_FILL] = char('F');
ACTION_CHARS[event.ACTION_CLEAR] = char('R');
const SIDE_CHARS = new Uint8Array(3);
SIDE_CHARS[event.SIDE_NONE] = char('N');
SIDE_CHARS[event.SIDE_BID] = char('B');
SIDE_CHARS[event.SIDE_ASK] = char('A');

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

/** True for rows that an MBO record can hold. */
export function isMboRow(rows: Int32Array, at: number): boolean {
  return ACTION_CHARS[rows[at + COL_ACTION]!] !== 0;
}

/** One record a row, back to back; rows that no such record can hold (status, heartbeats, levels) are left out. */
export function encodeMboRecords({ rows, count }: event.EventBatch, options: MboRecordOptions): Uint8Array {
  const tsOutNs = options.tsOutNs ?? null;
  const length = MBO_BYTES + (tsOutNs === null ? 0 : TS_OUT_BYTES);
  const bytes = new Uint8Array(count * length);
  const view = new DataView(bytes.buffer);
  const { instrumentId, tickNanos, publisherId = 0 } = options;
  const head = (length / 4) | (RTYPE_MBO << 8) | (publisherId << 16);
  let offset = 0;
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
    if (!isMboRow(rows, at)) continue;
    view.setInt32(offset, head, true);
    view.setUint32(offset + 4, instrumentId, true);
    writeBody(view, offset, rows, at, tickNanos);
    if (tsOutNs !== null) view.setBigUint64(offset + MBO_BYTES, tsOutNs, true);
    offset += length;
  }
  return bytes.subarray(0, offset);
}

/** Everything after the first eight bytes; the channel and the vendor's delay stay zero. */
function writeBody(view: DataView, offset: number, rows: Int32Array, at: number, tickNanos: number): void {
  const timeHi = rows[at + COL_TIME_HI]!;
  const timeLo = rows[at + COL_TIME_LO]!;
  const hasReceived = rows[at + COL_RECV_HI] !== 0;
  view.setInt32(offset + 8, timeLo, true);
  view.setInt32(offset + 12, timeHi, true);
  view.setInt32(offset + 16, rows[at + COL_ORDER_LO]!, true);
  view.setInt32(offset + 20, rows[at + COL_ORDER_HI]!, true);
  writePrice(view, offset + 24, rows[at + COL_PRICE_TICKS]!, tickNanos);
  view.setInt32(offset + 32, rows[at + COL_SIZE]!, true);
  view.setUint8(offset + 36, rows[at + COL_FLAGS]!);
  view.setUint8(offset + 38, ACTION_CHARS[rows[at + COL_ACTION]!]!);
  view.setUint8(offset + 39, SIDE_CHARS[rows[at + COL_SIDE]!]!);
  view.setInt32(offset + 40, hasReceived ? rows[at + COL_RECV_LO]! : timeLo, true);
  view.setInt32(offset + 44, hasReceived ? rows[at + COL_RECV_HI]! : timeHi, true);
  view.setInt32(offset + 52, rows[at + COL_SEQUENCE]!, true);
}

function char(letter: string): number {
  return letter.charCodeAt(0);
}
