/**
 * The quotes of a session as bytes, in blocks of five minutes: what nobody reads is never unpacked. A block begins with the two rows before it,
 * so that it says by itself what holds in each of its seconds.
 */
import { ColumnReader, ColumnWriter } from './column-bytes.ts';
import { NO_ASK, NO_BID, type QuoteColumns } from './quote-columns.ts';

/** Whole minutes, and a part of an hour. */
export const BLOCK_SECONDS = 300;
const ROWS_BEFORE = 2;

const NAMES = [
  ...(['second', 'bidLow', 'askHigh', 'bidClose', 'askClose', 'tradeLow', 'tradeHigh'] as const),
  ...(['tradeLast', 'bidSize', 'askSize', 'bidDepth', 'askDepth'] as const),
] as const;

type Name = (typeof NAMES)[number];
type Columns = Readonly<Record<Name, Int32Array>>;

const columnsOf = (column: (name: Name) => Int32Array): Columns =>
  Object.fromEntries(NAMES.map((name) => [name, column(name)])) as Columns;

const emptyColumns = (count: number): QuoteColumns => ({
  count,
  ...columnsOf(() => new Int32Array(count)),
});

/** Room for any block: a second has one row at most. */
export const blockColumns = (): QuoteColumns => emptyColumns(ROWS_BEFORE + BLOCK_SECONDS);

export interface CodedQuotes {
  /** Rows of the session. */
  readonly count: number;
  /** Rows of each block without those before it, and where its bytes end. */
  readonly rows: Int32Array;
  readonly ends: Int32Array;
  readonly bytes: Uint8Array;
}

export class SessionQuotes implements CodedQuotes {
  readonly count: number;
  readonly rows: Int32Array;
  readonly ends: Int32Array;
  readonly bytes: Uint8Array;
  #columns: QuoteColumns | null = null;

  /** Throws RangeError for blocks that cannot be those of the rows. */
  constructor({ count, rows, ends, bytes }: CodedQuotes) {
    const isFit = rows.every((own) => own >= 0 && own <= BLOCK_SECONDS);
    if (!isFit || rows.reduce((sum, own) => sum + own, 0) !== count)
      throw new RangeError(`expected blocks of ${count} rows`);
    this.count = count;
    this.rows = rows;
    this.ends = ends;
    this.bytes = bytes;
  }

  static of(columns: QuoteColumns): SessionQuotes {
    const { count, second } = columns;
    const blocks = count === 0 ? 0 : Math.floor(second[count - 1]! / BLOCK_SECONDS) + 1;
    const rows = new Int32Array(blocks);
    const ends = new Int32Array(blocks);
    const writer = new ColumnWriter();
    for (let at = 0, row = 0; at < blocks; at += 1) {
      const first = row;
      while (row < count && second[row]! < (at + 1) * BLOCK_SECONDS) row += 1;
      rows[at] = row - first;
      const from = Math.max(0, first - ROWS_BEFORE);
      const written = withoutExtremes(columns, from, row);
      for (const name of NAMES) writer.ints(written[name]);
      ends[at] = writer.length;
    }
    return new SessionQuotes({ count, rows, ends, bytes: writer.take() });
  }

  /**
   * Reads the rows of a block with those before it; after the last block nothing changes any more, and that one is read. Returns how many
   * rows were read. Throws RangeError for bytes that end early.
   */
  readBlock(at: number, into: QuoteColumns): number {
    const block = Math.min(at, this.rows.length - 1);
    if (block < 0) return 0;
    const count = this.#rowsBefore(block) + this.rows[block]!;
    const reader = new ColumnReader(this.bytes.subarray(this.ends[block - 1] ?? 0, this.ends[block]));
    for (const name of NAMES) reader.into(into[name], count);
    restoreExtremes(into, count);
    return count;
  }

  #rowsBefore(block: number): number {
    let rows = 0;
    for (let at = block - 1; at >= 0 && rows < ROWS_BEFORE; at -= 1) rows += this.rows[at]!;
    return Math.min(ROWS_BEFORE, rows);
  }

  /** Every row of the session. */
  columns(): QuoteColumns {
    this.#columns ??= this.#unpacked();
    return this.#columns;
  }

  #unpacked(): QuoteColumns {
    const columns = emptyColumns(this.count);
    const block = blockColumns();
    let row = 0;
    for (const [at, own] of this.rows.entries()) {
      const read = this.readBlock(at, block);
      for (const name of NAMES) columns[name].set(block[name].subarray(read - own, read), row);
      row += own;
    }
    return columns;
  }
}

/** A second without a trade takes a byte a column instead of five: its prices are those of the trade before, with low above high. */
function withoutExtremes(quotes: QuoteColumns, from: number, to: number): Columns {
  const cut = columnsOf((name) => quotes[name].slice(from, to));
  const { tradeLow, tradeHigh, tradeLast } = cut;
  for (let row = 0; row < to - from; row += 1) {
    if (tradeLow[row]! <= tradeHigh[row]!) continue;
    tradeLow[row] = tradeLast[row]! + 1;
    tradeHigh[row] = tradeLast[row]!;
  }
  return cut;
}

function restoreExtremes({ tradeLow, tradeHigh }: QuoteColumns, count: number): void {
  for (let row = 0; row < count; row += 1) {
    if (tradeLow[row]! <= tradeHigh[row]!) continue;
    tradeLow[row] = NO_ASK;
    tradeHigh[row] = NO_BID;
  }
}
