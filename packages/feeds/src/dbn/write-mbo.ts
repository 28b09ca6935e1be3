/** Writes market-by-order rows as a DBN file of version 3, zstd-compressed. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
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
  NO_PRICE,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { RTYPE_MBO } from './dbn-layout.ts';
import { MBO_BYTES } from './decode-mbo.ts';

export interface MboFileHeader {
  /** At most 16 ASCII characters. */
  readonly dataset: string;
  /** Contract, for example `ESH6`; at most 70 ASCII characters. */
  readonly symbol: string;
  /** Id that the records carry. */
  readonly instrumentId: number;
  /** Tick in units of 1e-9. */
  readonly tickNanos: number;
  /** Milliseconds since 1970 UTC; the mapping covers the UTC days between them. */
  readonly startMs: number;
  readonly endMs: number;
}

const SYMBOL_BYTES = 71;
const FIXED_BYTES = 112;
const TWO_32 = 4_294_967_296;
const MS_PER_DAY = 86_400_000;
const RAW_SYMBOL = 1;

const CHARS = new Map([
  [ACTION_ADD, 'A'],
  [ACTION_MODIFY, 'M'],
  [ACTION_CANCEL, 'C'],
  [ACTION_TRADE, 'T'],
  [ACTION_FILL, 'F'],
  [ACTION_CLEAR, 'R'],
]);

/** An open file; rows are appended in order. */
export interface MboFileWriter {
  /** Appends the rows that market-by-order records can tell; others (heartbeats, status) are left out. */
  write(batch: EventBatch): Promise<void>;
  /** Resolves when everything is on disk. */
  close(): Promise<void>;
}

/** Creates the file, or replaces it. Rejects with the system's error when it cannot be written. */
export function createMboFile(path: string, header: MboFileHeader): MboFileWriter {
  const compressor = createZstdCompress();
  const done = pipeline(compressor, createWriteStream(path));
  // The error is told by the next write or close; until then it is not unhandled.
  done.catch(() => undefined);
  const append = async (bytes: Uint8Array): Promise<void> => {
    if (compressor.write(bytes) || compressor.destroyed) return;
    await Promise.race([once(compressor, 'drain'), done]);
  };
  compressor.write(headerBytes(header));
  return {
    write: (batch) => append(recordBytes(batch, header)),
    close: async () => {
      compressor.end();
      await done;
    },
  };
}

function headerBytes(header: MboFileHeader): Uint8Array {
  const symbol = cstr(header.symbol, SYMBOL_BYTES);
  const parts = [
    ...[uint32(1), symbol, uint32(0), uint32(0)],
    ...[uint32(1), symbol, uint32(1)],
    ...[uint32(dateNumber(header.startMs)), uint32(dateNumber(header.endMs + MS_PER_DAY))],
    cstr(String(header.instrumentId), SYMBOL_BYTES),
  ];
  const variable = Buffer.concat(parts);
  const padding = (8 - ((FIXED_BYTES + variable.length) % 8)) % 8;
  const whole = Buffer.concat([Buffer.alloc(FIXED_BYTES), variable, Buffer.alloc(padding)]);
  whole.write('DBN', 0, 'latin1');
  whole.writeUInt8(3, 3);
  whole.writeUInt32LE(whole.length - 8, 4);
  cstr(header.dataset, 17).copy(whole, 8, 0, 16);
  whole.writeBigUInt64LE(BigInt(Math.floor(header.startMs)) * 1_000_000n, 26);
  whole.writeBigUInt64LE(BigInt(Math.ceil(header.endMs)) * 1_000_000n, 34);
  whole.writeUInt8(RAW_SYMBOL, 50);
  whole.writeUInt16LE(SYMBOL_BYTES, 53);
  return whole;
}

function recordBytes({ rows, count }: EventBatch, header: MboFileHeader): Uint8Array {
  const bytes = new Uint8Array(count * MBO_BYTES);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
    const char = CHARS.get(rows[at + COL_ACTION] as number);
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
  header: MboFileHeader,
): void {
  const timeHi = rows[at + COL_TIME_HI] as number;
  const timeLo = rows[at + COL_TIME_LO] as number;
  const hasReceived = rows[at + COL_RECV_HI] !== 0;
  view.setUint8(offset, MBO_BYTES / 4);
  view.setUint8(offset + 1, RTYPE_MBO);
  view.setUint32(offset + 4, header.instrumentId, true);
  view.setInt32(offset + 8, timeLo, true);
  view.setInt32(offset + 12, timeHi, true);
  view.setInt32(offset + 16, rows[at + COL_ORDER_LO] as number, true);
  view.setInt32(offset + 20, rows[at + COL_ORDER_HI] as number, true);
  writePrice(view, offset + 24, rows[at + COL_PRICE_TICKS] as number, header.tickNanos);
  view.setInt32(offset + 32, rows[at + COL_SIZE] as number, true);
  view.setUint8(offset + 36, rows[at + COL_FLAGS] as number);
  view.setUint8(offset + 38, char.charCodeAt(0));
  view.setUint8(offset + 39, sideChar(rows[at + COL_SIDE] as number));
  view.setInt32(offset + 40, hasReceived ? (rows[at + COL_RECV_LO] as number) : timeLo, true);
  view.setInt32(offset + 44, hasReceived ? (rows[at + COL_RECV_HI] as number) : timeHi, true);
  view.setInt32(offset + 52, rows[at + COL_SEQUENCE] as number, true);
}

/** Prices in ticks times the tick stay below 2^53, so a double holds them exactly. */
function writePrice(view: DataView, offset: number, ticks: number, tickNanos: number): void {
  if (ticks === NO_PRICE) {
    view.setBigInt64(offset, 0x7fff_ffff_ffff_ffffn, true);
    return;
  }
  const nanos = ticks * tickNanos;
  const high = Math.floor(nanos / TWO_32);
  view.setUint32(offset, nanos - high * TWO_32, true);
  view.setInt32(offset + 4, high, true);
}

function sideChar(side: number): number {
  if (side === SIDE_BID) return 'B'.charCodeAt(0);
  return (side === SIDE_ASK ? 'A' : 'N').charCodeAt(0);
}

function cstr(text: string, bytes: number): Buffer {
  if (text.length >= bytes) throw new RangeError(`expected at most ${bytes - 1} characters, got ${text}`);
  return Buffer.concat([Buffer.from(text, 'latin1'), Buffer.alloc(bytes - text.length)]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function dateNumber(timeMs: number): number {
  return Number(new Date(timeMs).toISOString().slice(0, 10).replaceAll('-', ''));
}
