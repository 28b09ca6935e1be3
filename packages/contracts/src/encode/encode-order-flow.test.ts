/** Depth and executions on the wire: the same levels and prints, with prices in decimal and sides in words. */
import {
  DEPTH_STRIDE,
  type Instrument,
  instrumentBySymbol,
  PRINT_STRIDE,
  type PrintRows,
  parsePriceTicks,
  ROUND_AUCTION,
  ROUND_MARKETABLE,
  ROUND_MODIFIED_LIMIT,
  ROUND_STOP,
  ROUND_UNKNOWN,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { depthUpdate, printsUpdate } from '#market/order-flow.ts';
import { encodeDepth, encodePrints } from './encode-order-flow.ts';

const ES = instrumentBySymbol('ES') as Instrument;
const ZN = instrumentBySymbol('ZN') as Instrument;

const change = (levels: readonly number[], isWhole = false) => ({ isWhole, levels: Int32Array.from(levels) });

const prints = (...rows: readonly (readonly number[])[]): PrintRows => ({
  times: Float64Array.from(rows, ([timeMs = 0]) => timeMs),
  rows: Int32Array.from(rows.flatMap((row) => row.slice(1))),
});

describe('depth', () => {
  test('is sorted to its sides in the order of the rows', () => {
    const levels = [
      ...[SIDE_ASK, 18_270, 17, 6],
      ...[SIDE_BID, 18_269, 42, 9],
      ...[SIDE_ASK, 18_271, 30, 11],
      ...[SIDE_BID, 18_200, 1, 1],
    ];
    expect(encodeDepth(ES, change(levels), true)).toEqual({
      isWhole: false,
      bids: [
        ['4567.25', 42, 9],
        ['4550.00', 1, 1],
      ],
      asks: [
        ['4567.50', 17, 6],
        ['4567.75', 30, 11],
      ],
    });
  });

  test('without changes has no levels, whole or not', () => {
    for (const isWhole of [true, false])
      expect(encodeDepth(ES, change([], isWhole), true)).toEqual({ isWhole, bids: [], asks: [] });
  });

  test('keeps a level that is gone: its size is 0', () => {
    expect(encodeDepth(ES, change([SIDE_BID, 18_269, 0, 0]), true).bids).toEqual([['4567.25', 0, 0]]);
  });

  test('of a feed of levels has no count of orders, unless a count came', () => {
    const levels = [SIDE_BID, 18_269, 42, 0, SIDE_BID, 18_268, 7, 3];
    const counts = (hasOrders: boolean) =>
      encodeDepth(ES, change(levels), hasOrders).bids.map(([, , orders]) => orders);
    expect(counts(false)).toEqual([null, 3]);
    expect(counts(true)).toEqual([0, 3]);
  });

  test('below zero and in fractions of a 32nd stays exact', () => {
    expect(encodeDepth(ES, change([SIDE_ASK, -3, 1, 1]), true).asks).toEqual([['-0.75', 1, 1]]);
    expect(encodeDepth(ZN, change([SIDE_ASK, 7065, 1, 1]), true).asks).toEqual([['110.390625', 1, 1]]);
  });

  test('of any levels is a message of the contract that says the same of each level', () => {
    const level = fc.tuple(
      fc.constantFrom(SIDE_BID, SIDE_ASK),
      fc.integer({ min: -40_000, max: 400_000 }),
      fc.nat(50_000),
      fc.nat(900),
    );
    fc.assert(
      fc.property(fc.array(level, { maxLength: 30 }), fc.boolean(), (made, isWhole) => {
        const update = encodeDepth(ES, change(made.flat(), isWhole), true);
        expect(depthUpdate.parse(JSON.parse(JSON.stringify(update)))).toEqual(update);
        const read = (side: number, levels: typeof update.bids) =>
          levels.map(([price, size, orders]) => [side, parsePriceTicks(ES, price), size, orders]);
        const bySide = [SIDE_BID, SIDE_ASK].flatMap((side) => made.filter(([of]) => of === side));
        expect([...read(SIDE_BID, update.bids), ...read(SIDE_ASK, update.asks)]).toEqual(bySide);
      }),
      { numRuns: 60 },
    );
    expect(DEPTH_STRIDE).toBe(4);
  });
});

describe('a print', () => {
  const TIME = Date.UTC(2026, 10, 20, 16, 52, 7, 12);

  test.each([
    ['market', ROUND_MARKETABLE],
    ['modified', ROUND_MODIFIED_LIMIT],
    ['stop', ROUND_STOP],
    ['auction', ROUND_AUCTION],
    ['unknown', ROUND_UNKNOWN],
    ['unknown', 99],
  ])('is of kind %s for the code %d', (kind, code) => {
    expect(encodePrints(ES, prints([TIME, 18_231, code, SIDE_BID, 18_269, 12]))).toEqual([
      ['2026-11-20T16:52:07.012Z', 18_231, kind, 'buy', '4567.25', 12],
    ]);
  });

  test('names the aggressor: one on the bid side bought, one on the ask side sold, none in an auction', () => {
    const sides = [SIDE_BID, SIDE_ASK, SIDE_NONE].map((side) => [TIME, 1, ROUND_MARKETABLE, side, 18_269, 1]);
    expect(encodePrints(ES, prints(...sides)).map(([, , , side]) => side)).toEqual(['buy', 'sell', null]);
  });

  test('has the millisecond of its row, cut from a fraction', () => {
    const times = encodePrints(ES, prints([TIME + 0.999, 1, 0, SIDE_BID, 1, 1], [0, 2, 0, SIDE_BID, 1, 1]));
    expect(times.map(([at]) => at)).toEqual(['2026-11-20T16:52:07.012Z', '1970-01-01T00:00:00.000Z']);
  });

  test('is not there when there are none', () => {
    expect(encodePrints(ES, prints())).toEqual([]);
  });

  test('of any row is one of the contract, in the same order, with the same contracts in sum', () => {
    const row = fc.tuple(
      fc.integer({ min: 1_600_000_000_000, max: 2_000_000_000_000 }),
      fc.nat(1_000_000),
      fc.nat(8),
      fc.constantFrom(SIDE_BID, SIDE_ASK, SIDE_NONE),
      fc.integer({ min: -40_000, max: 400_000 }),
      fc.integer({ min: 1, max: 20_000 }),
    );
    fc.assert(
      fc.property(fc.array(row, { maxLength: 30 }), (made) => {
        const encoded = encodePrints(ES, prints(...made));
        expect(printsUpdate.parse({ isWhole: true, prints: encoded }).prints).toEqual(encoded);
        expect(
          encoded.map(([at, order, , , price, size]) => [
            Date.parse(at),
            order,
            parsePriceTicks(ES, price),
            size,
          ]),
        ).toEqual(made.map(([timeMs, order, , , ticks, size]) => [timeMs, order, ticks, size]));
      }),
      { numRuns: 60 },
    );
    expect(PRINT_STRIDE).toBe(5);
  });
});
