/** The rows of a range of time across runs, as a feed would send them: a snapshot first, gaps stated, never filled. */
import {
  COL_FLAGS,
  COL_SEQUENCE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  NS_PER_MS,
  nsHi,
  nsLo,
  ROW_LENGTH,
  splitNsToMs,
} from '@undertow/market';
import { gapRow } from '#feed/gap-row.ts';
import { type SnapshotStamp, snapshotRows } from '#feed/snapshot-rows.ts';
import type { RunHeader } from '#recordings/files/recorded-run.ts';
import { type OpenedInstant, openInstant } from './open-instant.ts';
import type { RunReader } from './run-reader.ts';

/** A batch, and the run that it belongs to: another one may have another contract. */
export interface StreamedBatch extends EventBatch {
  readonly header: RunHeader;
}

/** Runs of one product in the order of their start; each is opened when its turn comes, and closed here. */
export type RunsInOrder = Iterable<() => Promise<RunReader>>;

/**
 * Rows after `fromMs` up to `toMs`, milliseconds since 1970 UTC, whole events. The first rows are the snapshot of the book
 * at `fromMs`. Where the next run does not continue the one before, a gap row (`gapRow`) and a snapshot come between
 * them; of runs that overlap the rows that were there already are left out. A batch is valid until the next. Throws
 * `DbnError` where a run is damaged.
 */
export async function* streamRuns(
  runs: RunsInOrder,
  fromMs: number,
  toMs: number,
): AsyncGenerator<StreamedBatch> {
  const range = new Range(fromMs, toMs);
  for (const openNext of runs) {
    const reader = await openNext();
    try {
      if (reader.header.startMs > toMs) return;
      if (!range.hasAll(reader)) yield* rangeOf(reader, range);
    } finally {
      await reader.close();
    }
    if (range.isOver) return;
  }
}

async function* rangeOf(reader: RunReader, range: Range): AsyncGenerator<StreamedBatch> {
  const opened = await openInstant(reader, range.lastMs);
  try {
    yield* range.begin(opened, reader.newsBefore(range.lastMs));
    for await (const batch of opened.after) {
      const count = range.take(batch);
      if (count > 0) yield { rows: batch.rows, count, header: opened.header };
      if (range.isOver) return;
    }
  } finally {
    await opened.close();
  }
}

/** Of a run that has no row before the range, the stamp of its start. */
function stampOf({ header, lastMs, sequence, ...last }: OpenedInstant): SnapshotStamp {
  const startNs = BigInt(header.startMs) * NS_PER_MS;
  const time =
    lastMs === null
      ? { timeHi: nsHi(startNs), timeLo: nsLo(startNs) }
      : { timeHi: last.timeHi, timeLo: last.timeLo };
  return { instrumentId: header.instrumentId, ...time, sequence, rptSeq: 0 };
}

class Range {
  /** Time of the latest row so far. */
  lastMs: number;
  readonly #toMs: number;
  #previous: RunHeader | null = null;
  #stamp: SnapshotStamp | null = null;
  #isEventOpen = false;
  /** A row after the range was met. */
  isOver = false;

  constructor(fromMs: number, toMs: number) {
    this.lastMs = fromMs;
    this.#toMs = toMs;
  }

  /** True when another run had all rows of this one. */
  hasAll({ index: { end } }: RunReader): boolean {
    return this.#previous !== null && end !== null && (end.latestMs ?? 0) <= this.lastMs;
  }

  /** What comes before the rows of a run: nothing where it continues. */
  *begin(opened: OpenedInstant, news: Int32Array | null): Generator<StreamedBatch> {
    const { header, book, isBookKnown } = opened;
    const stamp = stampOf(opened);
    const continues = header.continues && this.#previous?.run === header.run;
    const before = this.#stamp ?? stamp;
    this.#previous = header;
    this.#isEventOpen = false;
    if (continues) return;
    const isBreak = this.#stamp !== null || !isBookKnown;
    if (isBreak) yield { rows: gapRow(before, Math.max(header.startMs, this.lastMs)), count: 1, header };
    if (isBookKnown) yield { ...snapshotRows(book, stamp), header };
    // After the snapshot: without a book it would wait, and be lost
    if (isBookKnown && news !== null) yield { rows: news, count: 1, header };
    this.#stamp = before;
  }

  /** How many rows of the batch are in the range. */
  take({ rows, count }: EventBatch): number {
    for (let row = 0; row < count; row += 1) {
      const at = row * ROW_LENGTH;
      const flags = rows[at + COL_FLAGS]!;
      if ((flags & FLAG_SNAPSHOT) === 0) {
        const timeMs = splitNsToMs(rows[at + COL_TIME_HI]!, rows[at + COL_TIME_LO]!);
        if (!this.#isEventOpen && timeMs > this.#toMs) {
          this.isOver = true;
          return row;
        }
        if (timeMs > this.lastMs) this.lastMs = timeMs;
      }
      this.#isEventOpen = (flags & FLAG_LAST) === 0;
    }
    this.#keepStamp(rows, (count - 1) * ROW_LENGTH);
    return count;
  }

  #keepStamp(rows: Int32Array, at: number): void {
    const [timeHi, timeLo] = [rows[at + COL_TIME_HI]!, rows[at + COL_TIME_LO]!];
    const instrumentId = this.#previous?.instrumentId ?? 0;
    this.#stamp = { instrumentId, timeHi, timeLo, sequence: rows[at + COL_SEQUENCE]!, rptSeq: 0 };
  }
}
