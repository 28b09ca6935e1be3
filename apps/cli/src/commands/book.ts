/** `undertow book FILE --every 1m --depth 10`: the book at each instant, a JSON line each. */
import {
  COL_FLAGS,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  formatTicks,
  LevelBook,
  OrderBook,
  rowTimeMs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { type CommandDef, defineCommand } from 'citty';
import { named, noteLeftOut, openRecording } from '#recordings/open-recording.ts';
import { type RecordedInstrument, type RowReader, readInstruments } from '#recordings/read-instruments.ts';
import { durationMs, wholeNumber } from '#terminal/options.ts';
import type { Terminal } from '#terminal/terminal.ts';

const MAX_DEPTH = 10_000;
const ARGS = {
  file: { type: 'positional', description: 'DBN file with orders or levels, plain or zstd', required: true },
  every: {
    type: 'string',
    description: 'Time between instants: 500ms, 30s, 1m, 1h',
    valueHint: 'duration',
    default: '1m',
  },
  depth: { type: 'string', description: 'Levels of each side', valueHint: 'levels', default: '10' },
} as const;

export function bookCommand(terminal: Terminal): CommandDef<typeof ARGS> {
  return defineCommand({
    meta: { name: 'book', description: 'The book of a recording at each instant, a JSON line each' },
    args: ARGS,
    run: async ({ args }) => {
      const everyMs = durationMs('every', args.every);
      const depth = wholeNumber('depth', args.depth, 1, MAX_DEPTH);
      const rows = await openRecording(args.file);
      await named(args.file, () =>
        readInstruments(rows, (recorded) => {
          const isSeveral = rows.instruments.length > 1;
          return new BookReader(recorded, { everyMs, depth, isSeveral }, (line) => terminal.data(line));
        }),
      );
      noteLeftOut(args.file, rows, terminal);
    },
  });
}

interface BookOptions {
  readonly everyMs: number;
  readonly depth: number;
  readonly isSeveral: boolean;
}

/**
 * Shows the book at whole multiples of the interval (UTC): everything up to the instant, nothing after it. An event that
 * reaches over an instant belongs to the one after it: within an event no book is consistent.
 */
class BookReader implements RowReader {
  readonly #recorded: RecordedInstrument;
  readonly #options: BookOptions;
  readonly #onLine: (line: string) => void;
  readonly #book: OrderBook | LevelBook;
  readonly #columns: readonly [Int32Array, Int32Array, Int32Array];
  #nextMs = Number.NaN;
  #isEventOpen = false;

  constructor(recorded: RecordedInstrument, options: BookOptions, onLine: (line: string) => void) {
    this.#recorded = recorded;
    this.#options = options;
    this.#onLine = onLine;
    this.#book = recorded.tier === 'L3' ? new OrderBook() : new LevelBook();
    const column = (): Int32Array => new Int32Array(options.depth);
    this.#columns = [column(), column(), column()];
  }

  applyRow(rows: Int32Array, at: number): void {
    const flags = rows[at + COL_FLAGS]!;
    if ((flags & FLAG_SNAPSHOT) === 0) {
      if (!this.#isEventOpen) this.#showUntil(rowTimeMs(rows, at));
      this.#isEventOpen = (flags & FLAG_LAST) === 0;
    }
    this.#book.applyRow(rows, at);
  }

  /** Shows every instant that lies before the row. */
  #showUntil(timeMs: number): void {
    const { everyMs } = this.#options;
    if (Number.isNaN(this.#nextMs)) this.#nextMs = Math.ceil(timeMs / everyMs) * everyMs;
    for (; this.#nextMs < timeMs; this.#nextMs += everyMs) this.#onLine(this.#line(this.#nextMs));
  }

  #line(timeMs: number): string {
    return JSON.stringify({
      t: new Date(timeMs).toISOString(),
      ...(this.#options.isSeveral ? { symbol: this.#recorded.symbol } : {}),
      bids: this.#levels(SIDE_BID),
      asks: this.#levels(SIDE_ASK),
    });
  }

  #levels(side: number): object[] {
    const [prices, sizes, orders] = this.#columns;
    const count = this.#book.copyTop(side, this.#options.depth, prices, sizes, orders);
    return Array.from({ length: count }, (_, level) => ({
      price: formatTicks(this.#recorded.instrument, prices[level]!),
      size: sizes[level]!,
      orders: orders[level]!,
    }));
  }
}
