/** Creates a DBN file of version 3, zstd-compressed: the header, then records appended as bytes. */
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress } from 'node:zlib';
import { DAY_MS, type EventBatch, NO_PRICE, NS_PER_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { SCHEMA_NAMES } from '#dbn/files/dbn-layout.ts';
import { cstr, metadataBytes, uint32 } from './metadata-bytes.ts';

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
  /** Null where the end is not known yet. */
  readonly endMs: number | null;
}

/** An open file; rows are appended in order. */
export interface RecordingWriter {
  /** Appends the rows that records of the schema can hold; others (heartbeats, status) are left out. */
  write(batch: EventBatch): Promise<void>;
  /** Resolves when everything is on disk. */
  close(): Promise<void>;
}

const SYMBOL_BYTES = 71;
const TWO_32 = 4_294_967_296;
const RAW_SYMBOL = 1;
/** A session whose end is not known is over by then. */
const LONGEST_SESSION_MS = 7 * DAY_MS;

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
  compressor.write(fileMetadata(schema, header));
  return {
    write: (batch) => append(recordBytes(batch)),
    close: async () => {
      compressor.end();
      await done;
    },
  };
}

/** The metadata of a file with the records of one contract. */
export function fileMetadata(schema: (typeof SCHEMA_NAMES)[number], header: RecordingHeader): Uint8Array {
  const symbol = cstr(header.symbol, SYMBOL_BYTES);
  const lastMs = header.endMs ?? header.startMs + LONGEST_SESSION_MS;
  const parts = [
    ...[uint32(1), symbol, uint32(0), uint32(0)],
    ...[uint32(1), symbol, uint32(1)],
    ...[uint32(dateNumber(header.startMs)), uint32(dateNumber(lastMs + DAY_MS))],
    cstr(String(header.instrumentId), SYMBOL_BYTES),
  ];
  return metadataBytes(
    {
      version: 3,
      dataset: header.dataset,
      schema: SCHEMA_NAMES.indexOf(schema),
      startNs: BigInt(Math.floor(header.startMs)) * NS_PER_MS,
      endNs: header.endMs === null ? null : BigInt(Math.ceil(header.endMs)) * NS_PER_MS,
      stypeIn: RAW_SYMBOL,
      tsOut: false,
    },
    Buffer.concat(parts),
  );
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

function dateNumber(timeMs: number): number {
  return Number(new Date(timeMs).toISOString().slice(0, 10).replaceAll('-', ''));
}
