/** The rows of a user's DBN file, read once from its beginning: sessions that follow each other go on where the one before ended. */
import { createReadStream, type ReadStream } from 'node:fs';
import type { QueueFills, SessionFacts } from '@undertow/backtest';
import { type DbnRows, readDbnStream } from '@undertow/feeds';
import {
  COL_FLAGS,
  COL_INSTRUMENT,
  type EventBatch,
  type FeedTier,
  FLAG_SNAPSHOT,
  LevelBook,
  OrderBook,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';

const READ_CHUNK_BYTES = 256 * 1024;

/** A contract of the file; null where it is of no product that the catalogue has. */
interface Contract {
  readonly symbol: string;
  readonly instrumentId: number;
  readonly book: OrderBook | LevelBook;
}

export class FileRows {
  readonly path: string;
  readonly #books = new Map<string, OrderBook | LevelBook>();
  /** By local id. */
  readonly #contracts = new Map<number, Contract | null>();
  #stream: ReadStream | null = null;
  #rows: DbnRows | null = null;
  #batch: EventBatch | null = null;
  /** The next row of the batch. */
  #at = 0;

  constructor(path: string) {
    this.path = path;
  }

  bookOf(symbol: string, tier: FeedTier): OrderBook | LevelBook {
    const book = this.#books.get(symbol) ?? (tier === 'L3' ? new OrderBook() : new LevelBook());
    this.#books.set(symbol, book);
    return book;
  }

  /**
   * Reads on to the end of the session, or until all is decided: rows before it make the books, its own go through the fills, whose book is
   * `bookOf` its contract. Throws the system's error for a file that is not there, and `DbnError` for one that is damaged.
   */
  async feed(fills: QueueFills, facts: SessionFacts): Promise<void> {
    this.#rows ??= await this.#open();
    while (fills.idleUntilMs !== Number.POSITIVE_INFINITY) {
      if (this.#batch === null) {
        const { value, done } = await this.#rows.batches.next();
        if (done === true) return;
        this.#batch = value;
        this.#at = 0;
      }
      if (this.#feedBatch(this.#rows, this.#batch, fills, facts)) return;
      this.#batch = null;
    }
  }

  close(): void {
    this.#stream?.destroy();
  }

  #open(): Promise<DbnRows> {
    this.#stream = createReadStream(this.path, { highWaterMark: READ_CHUNK_BYTES });
    return readDbnStream(this.#stream);
  }

  /** True where the session is over: the row is left to the next one. */
  #feedBatch(
    of: DbnRows,
    { rows, count }: EventBatch,
    fills: QueueFills,
    { contract, instrumentId, session: { openMs, closeMs } }: SessionFacts,
  ): boolean {
    for (const end = count * ROW_LENGTH; this.#at < end; this.#at += ROW_LENGTH) {
      const at = this.#at;
      const row = this.#contractOf(of, rows[at + COL_INSTRUMENT]!);
      if (row?.instrumentId !== instrumentId) continue;
      const isLive = (rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0;
      const timeMs = rowTimeMs(rows, at);
      if (isLive && timeMs > closeMs) return true;
      if (row.symbol === contract && (timeMs >= openMs || fills.hasRows)) fills.applyRow(rows, at);
      else row.book.applyRow(rows, at);
    }
    return false;
  }

  #contractOf(of: DbnRows, localId: number): Contract | null {
    const known = this.#contracts.get(localId);
    if (known !== undefined) return known;
    const found = of.instruments[localId - 1];
    const { instrument = null, isCatalogued = false } = found ?? {};
    const symbol = found?.symbol ?? '';
    const contract =
      instrument === null || !isCatalogued
        ? null
        : { symbol, instrumentId: instrument.id, book: this.bookOf(symbol, of.tallyOf(localId).tier) };
    this.#contracts.set(localId, contract);
    return contract;
  }
}
