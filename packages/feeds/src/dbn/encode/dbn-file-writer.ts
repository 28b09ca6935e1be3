/** Creates a DBN file of version 3, zstd-compressed: the header, then records appended as bytes. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { DAY_MS, type EventBatch, NO_PRICE, NS_PER_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { SCHEMA_NAMES } from '#dbn/files/dbn-layout.ts';

export interface RecordingHeader {
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

/** An open file; rows are appended in order. */
export interface RecordingWriter {
  /** Appends the rows that records of the schema can hold; others (heartbeats, status) are left out. */
  write(batch: EventBatch): Promise<void>;
  /** Resolves when everything is on disk. */
  close(): Promise<void>;
}

const SYMBOL_BYTES = 71;
const FIXED_BYTES = 112;
const TWO_32 = 4_294_967_296;
const RAW_SYMBOL = 1;

/** Creates the file, or replaces it. Rejects with the system's error when it cannot be written. */
export function createRecording(
  path: string,
  schema: (typeof SCHEMA_NAMES)[number],
  header: RecordingHeader,
  recordBytes: (batch: EventBatch) => Uint8Array,
): RecordingWriter {
  const compressor = createZstdCompress();
  const done = pipeline(compressor, createWriteStream(path));
  // The error is raised by the next write or close; until then it is not unhandled.
  done.catch(() => undefined);
  const append = async (bytes: Uint8Array): Promise<void> => {
    if (compressor.write(bytes) || compressor.destroyed) return;
    await Promise.race([once(compressor, 'drain'), done]);
  };
  compressor.write(headerBytes(schema, header));
  return {
    write: (batch) => append(recordBytes(batch)),
    close: async () => {
      compressor.end();
      await done;
    },
  };
}

function headerBytes(schema: (typeof SCHEMA_NAMES)[number], header: RecordingHeader): Uint8Array {
  const symbol = cstr(header.symbol, SYMBOL_BYTES);
  const parts = [
    ...[uint32(1), symbol, uint32(0), uint32(0)],
    ...[uint32(1), symbol, uint32(1)],
    ...[uint32(dateNumber(header.startMs)), uint32(dateNumber(header.endMs + DAY_MS))],
    cstr(String(header.instrumentId), SYMBOL_BYTES),
  ];
  const variable = Buffer.concat(parts);
  const padding = (8 - ((FIXED_BYTES + variable.length) % 8)) % 8;
  const whole = Buffer.concat([Buffer.alloc(FIXED_BYTES), variable, Buffer.alloc(padding)]);
  whole.write('DBN', 0, 'latin1');
  whole.writeUInt8(3, 3);
  whole.writeUInt32LE(whole.length - 8, 4);
  cstr(header.dataset, 17).copy(whole, 8, 0, 16);
  whole.writeUInt16LE(SCHEMA_NAMES.indexOf(schema), 24);
  whole.writeBigUInt64LE(BigInt(Math.floor(header.startMs)) * NS_PER_MS, 26);
  whole.writeBigUInt64LE(BigInt(Math.ceil(header.endMs)) * NS_PER_MS, 34);
  whole.writeUInt8(RAW_SYMBOL, 50);
  whole.writeUInt16LE(SYMBOL_BYTES, 53);
  return whole;
}

/** Prices in ticks times the tick stay below 2^53, so a double holds them exactly. */
export function writePrice(view: DataView, offset: number, ticks: number, tickNanos: number): void {
  if (ticks === NO_PRICE) {
    view.setBigInt64(offset, 0x7fff_ffff_ffff_ffffn, true);
    return;
  }
  const nanos = ticks * tickNanos;
  const high = Math.floor(nanos / TWO_32);
  view.setUint32(offset, nanos - high * TWO_32, true);
  view.setInt32(offset + 4, high, true);
}

/** The letter of a side. */
export function sideChar(side: number): number {
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
