/** Reads a whole run and reports what of it is whole: frames, records, the index, and each book against the rows. */
import { type EventBatch, LevelBook, OrderBook, ROW_LENGTH } from '@undertow/market';
import { DbnError } from '#dbn/files/dbn-error.ts';
import { snapshotRows } from '#feed/snapshot-rows.ts';
import type { BookEntry } from '#recordings/files/index-lines.ts';
import type { FrameSeal } from '#recordings/files/recorded-run.ts';
import { openRun, type RunReader } from './run-reader.ts';

export interface RunCheck {
  /** Records that can be read from the start on. */
  readonly records: number;
  readonly books: number;
  readonly gaps: number;
  /** The run was ended in order; otherwise it is being written, or its process was killed. */
  readonly isEnded: boolean;
  readonly hasIndex: boolean;
  /** Byte at which the last frame is torn: a kill, a full disk, or rows that are being written right now. */
  readonly tornAt: number | null;
  /** What is damaged, each with the file and the byte. */
  readonly faults: readonly string[];
}

/** Throws `DbnError` for a file that is no recording, and the system's error for one that cannot be read. */
export async function checkRun(path: string, seal: FrameSeal | null = null): Promise<RunCheck> {
  const reader = await openRun(path, seal);
  try {
    const faults: string[] = [];
    const replay = new CheckedReplay(reader, faults);
    await readable(path, faults, async () => replay.run());
    const { index, hasIndex, tornAt } = reader;
    const { end } = index;
    const expected = end?.records ?? index.indexed?.record ?? 0;
    if (replay.records < expected && faults.length === 0)
      faults.push(`${path}: expected ${expected} records by its index, found ${replay.records}`);
    const { records, books } = replay;
    return { records, books, gaps: index.gaps.length, isEnded: end !== null, hasIndex, tornAt, faults };
  } finally {
    await reader.close();
  }
}

async function readable(path: string, faults: string[], step: () => Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    if (!(error instanceof DbnError)) throw error;
    faults.push(`${path}: ${error.message}`);
  }
}

class CheckedReplay {
  records = 0;
  books = 0;
  readonly #reader: RunReader;
  readonly #faults: string[];
  readonly #book: OrderBook | LevelBook;
  readonly #stored: BookEntry[];

  constructor(reader: RunReader, faults: string[]) {
    this.#reader = reader;
    this.#faults = faults;
    this.#book = reader.header.tier === 'L3' ? new OrderBook() : new LevelBook();
    this.#stored = [...reader.index.books];
  }

  async run(): Promise<void> {
    for await (const batch of this.#reader.rows(this.#reader.start)) {
      await this.#compareBooks(batch.at);
      apply(this.#book, batch);
      this.records = batch.record;
    }
    await this.#compareBooks(Number.POSITIVE_INFINITY);
  }

  /** The books that lie before the frame at this byte. */
  async #compareBooks(at: number): Promise<void> {
    for (let entry = this.#stored[0]; entry !== undefined && entry.rowsAt <= at; entry = this.#stored[0]) {
      this.#stored.shift();
      const { rowsAt } = entry;
      await readable(this.#reader.paths.books, this.#faults, async () =>
        this.#compare(await this.#reader.book(entry), rowsAt),
      );
      this.books += 1;
    }
  }

  #compare(stored: EventBatch, rowsAt: number): void {
    const book = new OrderBook();
    apply(book, stored);
    if (isSameBook(book, this.#book)) return;
    this.#faults.push(
      `${this.#reader.paths.rows}: the rows up to byte ${rowsAt} lead to another book than the one stored there`,
    );
  }
}

function apply(book: OrderBook | LevelBook, { rows, count }: EventBatch): void {
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) book.applyRow(rows, at);
}

function isSameBook(one: OrderBook, other: OrderBook | LevelBook): boolean {
  const stamp = { instrumentId: 0, timeHi: 0, timeLo: 0, sequence: 0, rptSeq: 0 };
  const [first, second] = [snapshotRows(one, stamp), snapshotRows(other, stamp)];
  return first.count === second.count && first.rows.every((value, at) => value === second.rows[at]);
}
