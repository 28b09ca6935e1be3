/**
 * The tape around an event as bytes: the book it began with, every row since, the state of the detectors, and the
 * event.
 */

import { deserialize, serialize } from 'node:v8';
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { PipelineBaselines } from '@undertow/detection';
import type { Bar, FeedTier, FlowEvent } from '@undertow/market';

/** With another number, tapes stored under an older one can no longer be replayed. */
const VERSION = 3;
/** Int32 values of a row: those of evidence, then flags, sequence and the auxiliary value. */
export const TAPE_WIDTH = 11;
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

/** Column by column, each value as the difference to the row before: a third of the bytes once deflated. */
function columnsOf(rows: Int32Array): Int32Array {
  const columns = new Int32Array(rows.length);
  const count = rows.length / TAPE_WIDTH;
  for (let n = 0; n < rows.length; n += 1) {
    const before = n < TAPE_WIDTH ? 0 : rows[n - TAPE_WIDTH]!;
    columns[(n % TAPE_WIDTH) * count + Math.floor(n / TAPE_WIDTH)] = rows[n]! - before;
  }
  return columns;
}

function rowsOf(columns: Int32Array): Int32Array {
  const rows = new Int32Array(columns.length);
  const count = rows.length / TAPE_WIDTH;
  for (let n = 0; n < rows.length; n += 1) {
    const before = n < TAPE_WIDTH ? 0 : rows[n - TAPE_WIDTH]!;
    rows[n] = before + columns[(n % TAPE_WIDTH) * count + Math.floor(n / TAPE_WIDTH)]!;
  }
  return rows;
}

export function encodeTape({ rows, ...tape }: Tape): Uint8Array {
  return deflateRawSync(serialize({ version: VERSION, ...tape, columns: columnsOf(rows) }), { level: 1 });
}

/** Null for bytes of another version: their rows can no longer be read in this format. */
export function decodeTape(bytes: Uint8Array): Tape | null {
  const stored = deserialize(inflateRawSync(bytes)) as Omit<Tape, 'rows'> & {
    readonly version: number;
    readonly columns: Int32Array;
  };
  if (stored.version !== VERSION) return null;
  const { version: _version, columns, ...tape } = stored;
  return { ...tape, rows: rowsOf(columns) };
}
