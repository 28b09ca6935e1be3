/**
 * The tape around an event as bytes: the book it began with, every row since, the state of the detectors, and the
 * event.
 */

import { deserialize, serialize } from 'node:v8';
import { inflateRawSync, zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { PipelineBaselines } from '@undertow/detection';
import type { Bar, FeedTier, FlowEvent } from '@undertow/market';
import { decodeRows, type EncodedRows, encodeRows, TAPE_WIDTH } from './row-codec.ts';
import { isZstd } from './zstd-frame.ts';

/** With another number, tapes stored under an older one can no longer be replayed, unless they are read as 3 is. */
const VERSION = 4;
/** Rows as plain columns of differences, deflated. Kept for as long as such tapes are: `TAPE_RETENTION_DAYS`. */
const DEFLATED_VERSION = 3;
/** Int32 values of an order (or of a level where the feed has no orders): action, side, price, size, id in halves, auxiliary. */
export const BOOK_WIDTH = 7;

/** The market at an instant between two match events. */
export interface Checkpoint {
  readonly timeMs: number;
  /** Best price first on each side, orders of a price in their queue. */
  readonly book: Int32Array;
  readonly baselines: PipelineBaselines;
  readonly formingBar: Bar | null;
}

export interface Tape {
  readonly instrumentId: number;
  readonly tier: FeedTier;
  readonly start: Checkpoint;
  /** Rows of `TAPE_WIDTH` values in order of arrival, all after the checkpoint. */
  readonly rows: Int32Array;
  /** The tape began before the event did. */
  readonly isWhole: boolean;
  /** The event in its state at the end of the tape. */
  readonly event: FlowEvent;
  readonly toMs: number;
}

interface StoredTape extends Omit<Tape, 'rows' | 'start'> {
  readonly version: number;
  readonly start: Omit<Checkpoint, 'book'>;
  /** Of the encoded rows, those that are the book: what they add, later rows change and cancel. */
  readonly bookRows: number;
  readonly encoded: EncodedRows;
}

interface DeflatedTape extends Omit<Tape, 'rows'> {
  readonly version: number;
  readonly columns: Int32Array;
}

/** The book and the rows after it as one run of rows. */
function joined(book: Int32Array, rows: Int32Array): Int32Array {
  const bookRows = book.length / BOOK_WIDTH;
  const all = new Int32Array(bookRows * TAPE_WIDTH + rows.length);
  for (let n = 0; n < bookRows; n += 1) {
    const at = n * BOOK_WIDTH;
    all.set(book.subarray(at, at + BOOK_WIDTH - 1), n * TAPE_WIDTH);
    all[(n + 1) * TAPE_WIDTH - 1] = book[at + BOOK_WIDTH - 1]!;
  }
  all.set(rows, bookRows * TAPE_WIDTH);
  return all;
}

function bookOf(all: Int32Array, bookRows: number): Int32Array {
  const book = new Int32Array(bookRows * BOOK_WIDTH);
  for (let n = 0; n < bookRows; n += 1) {
    const at = n * TAPE_WIDTH;
    book.set(all.subarray(at, at + BOOK_WIDTH - 1), n * BOOK_WIDTH);
    book[(n + 1) * BOOK_WIDTH - 1] = all[at + TAPE_WIDTH - 1]!;
  }
  return book;
}

/** Restores rows that were stored column by column, each value as the difference to the row before. */
function rowsOf(columns: Int32Array): Int32Array {
  const rows = new Int32Array(columns.length);
  const count = rows.length / TAPE_WIDTH;
  for (let n = 0; n < rows.length; n += 1) {
    const before = n < TAPE_WIDTH ? 0 : rows[n - TAPE_WIDTH]!;
    rows[n] = before + columns[(n % TAPE_WIDTH) * count + Math.floor(n / TAPE_WIDTH)]!;
  }
  return rows;
}

export function encodeTape({ rows, start: { book, ...start }, ...tape }: Tape): Uint8Array {
  const stored: StoredTape = {
    version: VERSION,
    ...tape,
    start,
    bookRows: book.length / BOOK_WIDTH,
    encoded: encodeRows(joined(book, rows)),
  };
  return zstdCompressSync(serialize(stored));
}

/** Null for bytes of another version: their rows can no longer be read in this format. */
export function decodeTape(bytes: Uint8Array): Tape | null {
  if (!isZstd(bytes)) return decodeDeflated(bytes);
  const stored = deserialize(zstdDecompressSync(bytes)) as StoredTape;
  if (stored.version !== VERSION) return null;
  const { version: _version, start, bookRows, encoded, ...tape } = stored;
  const all = decodeRows(encoded);
  const book = bookOf(all, bookRows);
  return { ...tape, start: { ...start, book }, rows: all.slice(bookRows * TAPE_WIDTH) };
}

function decodeDeflated(bytes: Uint8Array): Tape | null {
  const stored = deserialize(inflateRawSync(bytes)) as DeflatedTape;
  if (stored.version !== DEFLATED_VERSION) return null;
  const { version: _version, columns, ...tape } = stored;
  return { ...tape, rows: rowsOf(columns) };
}
