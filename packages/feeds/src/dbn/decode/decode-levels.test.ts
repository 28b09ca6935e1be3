/** Records of absolute levels as rows: only what changed, and together exactly the levels of each record. */
import {
  ACTION_LEVEL,
  ACTION_NONE,
  ACTION_TRADE,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  FLAG_LAST,
  FLAG_MBP,
  LevelBook,
  rowTimeMs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { parseMetadata } from '#dbn/files/dbn-metadata.ts';
import { header, SOME_TIME_NS } from '#testing/dbn-bytes.ts';
import { type LevelFields, type PriceFields, priceRecord, rowsOf } from '#testing/dbn-records.ts';
import { RowDecoder } from './row-decoder.ts';

/** A level as price in ticks, contracts and orders. */
type Level = readonly [ticks: number, size: number, orders: number];

let decoder: RowDecoder;
beforeEach(() => {
  decoder = new RowDecoder(parseMetadata(header()), () => undefined);
});

const nanos = (ticks: number): bigint => BigInt(ticks) * 250_000_000n;

function levelsOf(bids: readonly Level[], asks: readonly Level[]): LevelFields[] {
  return Array.from({ length: Math.max(bids.length, asks.length) }, (_, at) => {
    const [bid, ask] = [bids[at], asks[at]];
    return {
      ...(bid === undefined ? {} : { bid: nanos(bid[0]), bidSize: bid[1], bidOrders: bid[2] }),
      ...(ask === undefined ? {} : { ask: nanos(ask[0]), askSize: ask[1], askOrders: ask[2] }),
    };
  });
}

function depth(bids: readonly Level[], asks: readonly Level[], fields: PriceFields = {}): Int32Array[] {
  return rowsOf(decoder, priceRecord('mbp-10', { action: 'A', levels: levelsOf(bids, asks), ...fields }));
}

function best(bid: Level, ask: Level, fields: PriceFields = {}): Int32Array[] {
  return rowsOf(decoder, priceRecord('mbp-1', { action: 'A', levels: levelsOf([bid], [ask]), ...fields }));
}

/** Level rows as side, price, size and orders. */
const changes = (rows: readonly Int32Array[]) =>
  rows
    .filter((row) => row[COL_ACTION] === ACTION_LEVEL)
    .map((row) => [COL_SIDE, COL_PRICE_TICKS, COL_SIZE, COL_AUX].map((at) => row[at]));

test('the first record is all of its levels', () => {
  expect(
    changes(
      depth(
        [
          [100, 5, 2],
          [99, 7, 3],
        ],
        [[101, 4, 1]],
      ),
    ),
  ).toEqual([
    [SIDE_BID, 100, 5, 2],
    [SIDE_BID, 99, 7, 3],
    [SIDE_ASK, 101, 4, 1],
  ]);
});

test.each<[string, Level[], Level[], number[][]]>([
  ['another size', [[100, 6, 2]], [[101, 4, 1]], [[SIDE_BID, 100, 6, 2]]],
  ['other orders of the same size', [[100, 5, 3]], [[101, 4, 1]], [[SIDE_BID, 100, 5, 3]]],
  ['the ask alone', [[100, 5, 2]], [[101, 9, 1]], [[SIDE_ASK, 101, 9, 1]]],
  ['a level that is gone', [], [[101, 4, 1]], [[SIDE_BID, 100, 0, 0]]],
  [
    'a better bid above it',
    [
      [101, 1, 1],
      [100, 5, 2],
    ],
    [[101, 4, 1]],
    [[SIDE_BID, 101, 1, 1]],
  ],
  [
    'another price in its place',
    [[99, 5, 2]],
    [[101, 4, 1]],
    [
      [SIDE_BID, 100, 0, 0],
      [SIDE_BID, 99, 5, 2],
    ],
  ],
  [
    // Below zero and at zero there are prices too
    'prices at and below zero',
    [[-1, 5, 2]],
    [[0, 4, 1]],
    [
      [SIDE_BID, 100, 0, 0],
      [SIDE_BID, -1, 5, 2],
      [SIDE_ASK, 101, 0, 0],
      [SIDE_ASK, 0, 4, 1],
    ],
  ],
])('after a record, %s is what is written', (_, bids, asks, expected) => {
  depth([[100, 5, 2]], [[101, 4, 1]]);
  expect(changes(depth(bids, asks))).toEqual(expected);
});

test('a record that changes nothing is one row without an action, which ends its event', () => {
  depth([[100, 5, 2]], [[101, 4, 1]]);
  const rows = depth([[100, 5, 2]], [[101, 4, 1]], { sequence: 9, timeNs: SOME_TIME_NS + 1_000_000n });
  expect(rows.map((row) => [row[COL_ACTION], row[COL_FLAGS]])).toEqual([[ACTION_NONE, FLAG_LAST]]);
  expect(rowTimeMs(rows[0]!, 0)).toBe(Number(SOME_TIME_NS / 1_000_000n) + 1);
});

test('the last row alone ends an event, and none does where the record does not', () => {
  const flags = (rows: readonly Int32Array[]) => rows.map((row) => row[COL_FLAGS]);
  expect(
    flags(
      depth(
        [
          [100, 5, 2],
          [99, 1, 1],
        ],
        [[101, 4, 1]],
      ),
    ),
  ).toEqual([...[FLAG_MBP, FLAG_MBP, FLAG_MBP | FLAG_LAST]]);
  expect(flags(depth([], [], { flags: 0x02 }))).toEqual(Array(3).fill(FLAG_MBP | 0x02));
});

test('a trade comes before the levels that it left, and they end its event', () => {
  best([100, 5, 2], [101, 4, 1]);
  const rows = best([100, 5, 2], [101, 1, 1], {
    action: 'T',
    side: 'B',
    size: 3,
    priceNanos: nanos(101),
    sequence: 77,
  });
  expect(
    rows.map((row) => [COL_ACTION, COL_PRICE_TICKS, COL_SIZE, COL_SEQUENCE].map((at) => row[at])),
  ).toEqual([
    [ACTION_TRADE, 101, 3, 77],
    [ACTION_LEVEL, 101, 1, 77],
  ]);
  expect(rows.map((row) => (row[COL_FLAGS]! & FLAG_LAST) !== 0)).toEqual([false, true]);
  expect(rows.map((row) => row[COL_SIDE])).toEqual([SIDE_BID, SIDE_ASK]);
});

test('a trade that leaves the levels as they are ends its event itself', () => {
  best([100, 5, 2], [101, 4, 1]);
  const rows = best([100, 5, 2], [101, 4, 1], { action: 'T', priceNanos: nanos(101) });
  expect(rows.map((row) => [row[COL_ACTION], row[COL_FLAGS]])).toEqual([[ACTION_TRADE, FLAG_LAST]]);
});

test('best prices of an interval have the time of its end, not that of the last trade', () => {
  const end = SOME_TIME_NS + 60_000_000_000n;
  for (const schema of ['bbo-1s', 'bbo-1m'] as const) {
    decoder = new RowDecoder(parseMetadata(header()), () => undefined);
    const levels = levelsOf([[100, 5, 2]], [[101, 4, 1]]);
    const rows = rowsOf(decoder, priceRecord(schema, { levels, receivedNs: end, priceNanos: nanos(1) }));
    expect(changes(rows)).toHaveLength(2);
    expect(rows.map((row) => rowTimeMs(row, 0))).toEqual(Array(2).fill(Number(end / 1_000_000n)));
  }
});

test.each<[string, Partial<LevelFields>]>([
  ['bid', { bid: nanos(100) + 1n }],
  ['ask', { ask: nanos(101) + 1n }],
])('a %s off the tick refuses the record as a whole, trade included, and the levels stay', (_, wrong) => {
  best([100, 5, 2], [101, 4, 1]);
  const [level] = levelsOf([[100, 9, 9]], [[101, 9, 9]]);
  const record = priceRecord('mbp-1', {
    action: 'T',
    priceNanos: nanos(101),
    levels: [{ ...level, ...wrong }],
  });
  expect(rowsOf(decoder, record)).toEqual([]);
  expect(decoder.counts.refused).toBe(1);
  expect(changes(best([100, 5, 2], [101, 6, 1]))).toEqual([[SIDE_ASK, 101, 6, 1]]);
});

test('instruments have levels of their own', () => {
  const nasdaq = { levels: levelsOf([[100, 5, 2]], [[101, 4, 1]]), action: 'A', instrumentId: 9 };
  decoder.instruments.addMapping(
    { instrumentId: 9, inSymbol: 'NQ.c.0', outSymbol: 'NQH4', startNs: null },
    0,
  );
  depth([[100, 5, 2]], [[101, 4, 1]]);
  expect(changes(rowsOf(decoder, priceRecord('mbp-10', nasdaq)))).toHaveLength(2);
});

test('an id that another contract has from the next day on begins with levels of its own', () => {
  const days = [
    ['ESH4', 20_240_101, 20_240_103],
    ['ESM4', 20_240_103, 20_240_201],
  ] as const;
  const mappings = days.map(([rawSymbol, startDate, endDate]) => ({
    ...{ rawSymbol, intervals: [{ startDate, endDate, symbol: '17077' }] },
  }));
  decoder = new RowDecoder({ ...parseMetadata(header()), mappings }, () => undefined);
  const timeNs = SOME_TIME_NS + 86_400_000_000_000n;
  expect(changes(depth([[100, 5, 2]], [[101, 4, 1]]))).toHaveLength(2);
  expect(changes(depth([[100, 5, 2]], [[101, 4, 1]]))).toHaveLength(0);
  expect(changes(depth([[100, 5, 2]], [[101, 4, 1]], { timeNs }))).toHaveLength(2);
});

const side = fc.uniqueArray(
  fc.tuple(fc.nat(14), fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 2 })),
  {
    maxLength: 10,
    selector: ([ticks]) => ticks,
  },
);

test('a book that applies the rows has the levels of every record, whatever came before it', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(side, side), { maxLength: 12 }), (records) => {
      decoder = new RowDecoder(parseMetadata(header()), () => undefined);
      const book = new LevelBook();
      for (const [down, up] of records) {
        const bids = down
          .map(([ticks, size, orders]): Level => [100 - ticks, size, orders])
          .sort((a, b) => b[0] - a[0]);
        const asks = up
          .map(([ticks, size, orders]): Level => [101 + ticks, size, orders])
          .sort((a, b) => a[0] - b[0]);
        for (const row of depth(bids, asks)) book.applyRow(row, 0);
        expect([topOf(book, SIDE_BID), topOf(book, SIDE_ASK)]).toEqual([bids, asks]);
      }
    }),
    { numRuns: 60 },
  );
});

function topOf(book: LevelBook, of: number): Level[] {
  const [prices, sizes, orders] = [new Int32Array(20), new Int32Array(20), new Int32Array(20)];
  const count = book.copyTop(of, 20, prices, sizes, orders);
  return Array.from({ length: count }, (_, at): Level => [prices[at]!, sizes[at]!, orders[at]!]);
}
