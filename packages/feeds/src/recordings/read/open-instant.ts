/** The book of a run at an instant, and the rows after it. */
import {
  ACTION_CLEAR,
  ACTION_LEVEL,
  ACTION_STATUS,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_SEQUENCE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  LevelBook,
  OrderBook,
  ROW_LENGTH,
  splitNsToMs,
  TRADING_STATUSES,
  type TradingStatus,
} from '@undertow/market';
import type { RunHeader } from '#recordings/files/recorded-run.ts';
import type { RunBatch, RunReader } from './run-reader.ts';

/** A market at an instant: everything up to it, and nothing after it. */
export interface OpenedInstant {
  readonly header: RunHeader;
  /** Order by order with priority, or levels. Empty in a gap. */
  readonly book: OrderBook | LevelBook;
  /** False from a gap of the feed until the snapshot that followed it: the book is not known then. */
  readonly isBookKnown: boolean;
  /** The last status that the exchange announced in this run; null where none was. */
  readonly status: TradingStatus | null;
  /** The last row before the instant: its time in milliseconds since 1970 UTC, split nanoseconds, and sequence. */
  readonly lastMs: number | null;
  readonly timeHi: number;
  readonly timeLo: number;
  readonly sequence: number;
  /** Rows after the instant, to the end of the run. */
  readonly after: AsyncGenerator<EventBatch>;
  /** Ends the reading, wherever it is. */
  close(): Promise<void>;
}

/**
 * Opens the instant (milliseconds since 1970 UTC). An event that reaches over it belongs to the time after it: within
 * an event no book is consistent. Throws `DbnError` where the run is damaged.
 */
export async function openInstant(reader: RunReader, timeMs: number): Promise<OpenedInstant> {
  const state = new InstantState(reader.header, timeMs);
  const rows = reader.rows(await startOf(reader, state, timeMs));
  try {
    for (;;) {
      const next = await rows.next();
      if (next.done === true) return state.opened(rows, null, 0);
      const from = state.applyUntil(next.value);
      if (from < next.value.count) return state.opened(rows, next.value, from);
    }
  } catch (error) {
    await rows.return(undefined);
    throw error;
  }
}

/** A book where one is near, else a line of levels, else the beginning. */
async function startOf(reader: RunReader, state: InstantState, timeMs: number) {
  const { index, header } = reader;
  state.announce(reader.statusBefore(timeMs));
  if (header.tier !== 'L3') return index.lineAt(timeMs) ?? reader.start;
  const book = index.bookAt(timeMs);
  if (book === null) return reader.start;
  state.setBook(await reader.book(book), book.latestMs);
  return { at: book.rowsAt, record: book.record };
}

class InstantState {
  readonly #header: RunHeader;
  readonly #timeMs: number;
  readonly #book: OrderBook | LevelBook;
  #isBookKnown = false;
  #isInSnapshot = false;
  #isEventOpen = false;
  #status: TradingStatus | null = null;
  #lastMs: number | null = null;
  #timeHi = 0;
  #timeLo = 0;
  #sequence = 0;

  constructor(header: RunHeader, timeMs: number) {
    this.#header = header;
    this.#timeMs = timeMs;
    this.#book = header.tier === 'L3' ? new OrderBook() : new LevelBook();
  }

  announce(status: TradingStatus | null): void {
    this.#status = status;
  }

  setBook({ rows, count }: EventBatch, latestMs: number): void {
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) this.#book.applyRow(rows, at);
    this.#timeHi = rows[COL_TIME_HI]!;
    this.#timeLo = rows[COL_TIME_LO]!;
    this.#sequence = rows[COL_SEQUENCE]!;
    this.#lastMs = latestMs;
    this.#isBookKnown = true;
  }

  /** Applies the rows that are not after the instant; returns how many were. */
  applyUntil({ rows, count }: EventBatch): number {
    for (let row = 0; row < count; row += 1) {
      const at = row * ROW_LENGTH;
      const flags = rows[at + COL_FLAGS]!;
      if ((flags & FLAG_SNAPSHOT) === 0) {
        const timeMs = splitNsToMs(rows[at + COL_TIME_HI]!, rows[at + COL_TIME_LO]!);
        if (!this.#isEventOpen && timeMs > this.#timeMs) return row;
        this.#take(rows, at, timeMs);
      }
      this.#isEventOpen = (flags & FLAG_LAST) === 0;
      this.#watchBook(rows[at + COL_ACTION]!, flags);
      this.#book.applyRow(rows, at);
    }
    return count;
  }

  #take(rows: Int32Array, at: number, timeMs: number): void {
    this.#lastMs = timeMs;
    this.#timeHi = rows[at + COL_TIME_HI]!;
    this.#timeLo = rows[at + COL_TIME_LO]!;
    this.#sequence = rows[at + COL_SEQUENCE]!;
    if (rows[at + COL_ACTION] === ACTION_STATUS) this.#status = TRADING_STATUSES[rows[at + COL_AUX]!] ?? null;
  }

  #watchBook(action: number, flags: number): void {
    if ((flags & FLAG_SNAPSHOT) !== 0) {
      this.#isInSnapshot = (flags & FLAG_LAST) === 0;
      this.#isBookKnown = !this.#isInSnapshot;
    } else if (action === ACTION_CLEAR && (flags & FLAG_MAYBE_BAD_BOOK) !== 0) {
      this.#isBookKnown = false;
    } else if (this.#isInSnapshot || action === ACTION_LEVEL) {
      // Recorded snapshots may lack the flag of their end, and each record of levels is the whole state
      this.#isInSnapshot = false;
      this.#isBookKnown = true;
    }
  }

  opened(rows: AsyncGenerator<RunBatch>, rest: EventBatch | null, from: number): OpenedInstant {
    return {
      header: this.#header,
      book: this.#book,
      isBookKnown: this.#isBookKnown,
      status: this.#status,
      lastMs: this.#lastMs,
      timeHi: this.#timeHi,
      timeLo: this.#timeLo,
      sequence: this.#sequence,
      after: rowsAfter(rows, rest, from),
      close: async () => {
        await rows.return(undefined);
      },
    };
  }
}

async function* rowsAfter(
  rows: AsyncGenerator<EventBatch>,
  rest: EventBatch | null,
  from: number,
): AsyncGenerator<EventBatch> {
  try {
    if (rest !== null) yield { rows: rest.rows.subarray(from * ROW_LENGTH), count: rest.count - from };
    yield* rows;
  } finally {
    await rows.return(undefined);
  }
}
