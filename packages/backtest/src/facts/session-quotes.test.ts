/** Quotes in blocks are the same quotes, and each block says by itself what holds in its seconds. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { NO_ASK, NO_BID, type QuoteColumns } from './quote-columns.ts';
import { BLOCK_SECONDS, blockColumns, SessionQuotes } from './session-quotes.ts';

const anyRow = fc.record({
  /** Seconds since the row before. */
  after: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 9 }) },
    fc.integer({ min: 1, max: 2000 }),
  ),
  ticks: fc.integer({ min: -500, max: 90_000 }),
  hasBook: fc.boolean(),
  traded: fc.option(fc.integer({ min: 0, max: 40 })),
  size: fc.nat(5000),
});

const anyQuotes: fc.Arbitrary<QuoteColumns> = fc.array(anyRow, { maxLength: 400 }).map((rows) => {
  const of = (value: (row: (typeof rows)[number], at: number) => number): Int32Array =>
    Int32Array.from(rows, value);
  let second = -1;
  return {
    count: rows.length,
    second: of(({ after }) => (second += after)),
    bidLow: of(({ ticks, hasBook }) => (hasBook ? ticks : NO_BID)),
    askHigh: of(({ ticks, hasBook }) => (hasBook ? ticks + 1 : NO_ASK)),
    bidClose: of(({ ticks }) => ticks),
    askClose: of(({ ticks }) => ticks + 2),
    tradeLow: of(({ ticks, traded }) => (traded === null ? NO_ASK : ticks)),
    tradeHigh: of(({ ticks, traded }) => (traded === null ? NO_BID : ticks + traded)),
    tradeLast: of(({ ticks }) => ticks),
    bidSize: of(({ size }) => size),
    askSize: of(({ size }) => 2 * size),
    bidDepth: of(({ size }) => 5 * size),
    askDepth: of(({ size }) => 6 * size),
  };
});

test('what went in comes out', () => {
  fc.assert(
    fc.property(anyQuotes, (quotes) => {
      expect(SessionQuotes.of(quotes).columns()).toEqual(quotes);
    }),
  );
});

test('a block holds the last two rows up to each of its seconds, also where nothing happened in it', () => {
  fc.assert(
    fc.property(anyQuotes, fc.nat(2000), (quotes, second) => {
      const block = blockColumns();
      const read = SessionQuotes.of(quotes).readBlock(Math.floor(second / BLOCK_SECONDS), block);
      const lastTwo = (columns: QuoteColumns, count: number) => {
        const upTo = columns.second.subarray(0, count).filter((at) => at <= second).length;
        const rows = [upTo - 2, upTo - 1].filter((row) => row >= 0);
        return rows.map((row) => [columns.second[row], columns.bidLow[row], columns.askDepth[row]]);
      };
      expect(lastTwo(block, read)).toEqual(lastTwo(quotes, quotes.count));
    }),
  );
});

test('blocks that are not those of the rows are refused, and so are bytes that end early', () => {
  const quotes = SessionQuotes.of({ ...blockColumns(), count: 3, second: Int32Array.of(1, 2, 700) });
  const { count, rows, ends, bytes } = quotes;
  expect(() => new SessionQuotes({ count: 4, rows, ends, bytes })).toThrow(/expected blocks of 4 rows/);
  expect(() => new SessionQuotes({ count: 3, rows: Int32Array.of(403, -400), ends, bytes })).toThrow(
    RangeError,
  );
  const cut = new SessionQuotes({ count, rows, ends, bytes: bytes.subarray(0, bytes.length - 1) });
  expect(() => cut.columns()).toThrow(/expected more bytes/);
});
