/** Depth and executions as a socket sends them: tuples whose places have their kinds, and what may be followed. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { faultsOf } from '#testing/schema-faults.ts';
import {
  COUNT,
  DECIMAL,
  FLAG,
  INSTANT,
  listOf,
  orNull,
  POSITIVE,
  type ValueKind,
  WHOLE,
  wordOf,
} from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import {
  depthLevel,
  depthUpdate,
  ORDER_FLOW_KINDS,
  orderFlowSubscription,
  orderPrint,
  PRINT_KINDS,
  printsUpdate,
} from './order-flow.ts';

describe('a subscription to order flow', () => {
  test('is of one instrument, to depth, to prints, to both or to neither', () => {
    for (const kinds of [[], ['depth'], ['prints'], ['prints', 'depth'], ORDER_FLOW_KINDS])
      expect(orderFlowSubscription.parse({ instrumentId: 1, kinds })).toEqual({ instrumentId: 1, kinds });
  });

  test.each([
    [{ kinds: ['depth'] }, ['instrumentId']],
    [{ instrumentId: 0, kinds: [] }, ['instrumentId']],
    [{ instrumentId: 1_000_001, kinds: [] }, ['instrumentId']],
    [{ instrumentId: 1 }, ['kinds']],
    [{ instrumentId: 1, kinds: null }, ['kinds']],
    [{ instrumentId: 1, kinds: ['trades'] }, ['kinds.0']],
    [{ instrumentId: 1, kinds: ['depth', 'prints', 'depth'] }, ['kinds']],
    [{ instrumentId: 1, kinds: [], levels: 10 }, ['unknown: levels']],
  ])('is not %j, at %j', (value, faults) => {
    expect(faultsOf(orderFlowSubscription, value)).toEqual(faults);
  });
});

describe('a level of depth', () => {
  const LEVEL = ['4567.00', 49, 21];

  test.each<[string, ValueKind]>([
    ['0', DECIMAL],
    ['1', COUNT],
    ['2', orNull(COUNT)],
  ])('has at %s a value of its kind', (place, kind) => {
    expect(kindAt(depthLevel, LEVEL, place, kind)).toEqual(kind);
  });

  test('of no contracts is a level that is gone, with or without a count of its orders', () => {
    for (const gone of [
      ['4567.25', 0, null],
      ['4567.25', 0, 0],
    ])
      expect(depthLevel.parse(gone)).toEqual(gone);
  });

  test('has three places', () => {
    for (const other of [[], ['4567.00'], ['4567.00', 49], [...LEVEL, 1], { 0: '4567.00', 1: 49, 2: 21 }])
      expect([other, depthLevel.safeParse(other).success]).toEqual([other, false]);
  });
});

describe('an update of depth', () => {
  const UPDATE = { isWhole: false, bids: [['4567.00', 49, 21]], asks: [['4567.25', 0, null]] };

  test.each<[string, ValueKind]>([
    ['isWhole', FLAG],
    ['bids', listOf(UPDATE.bids[0])],
    ['asks', listOf(UPDATE.asks[0])],
    ['bids.0.1', COUNT],
    ['asks.0.0', DECIMAL],
  ])('has %s of its kind', (field, kind) => {
    expect(kindAt(depthUpdate, UPDATE, field, kind)).toEqual(kind);
  });

  test('has both sides, also when one of them is empty', () => {
    expect(optionalPaths(depthUpdate, UPDATE)).toEqual([]);
    const least = { isWhole: true, bids: [], asks: [] };
    expect(depthUpdate.parse(least)).toEqual(least);
  });
});

describe('a print', () => {
  const PRINT = ['2026-11-20T16:52:07.012Z', 18231, 'market', 'buy', '4567.25', 12];

  test.each<[string, string, ValueKind]>([
    ['the time', '0', INSTANT],
    ['the number of its order', '1', WHOLE],
    ['the kind of its order', '2', wordOf(PRINT_KINDS)],
    ['the side of the aggressor', '3', orNull(wordOf(['buy', 'sell']))],
    ['its price', '4', DECIMAL],
    ['its contracts', '5', POSITIVE],
  ])('has %s at %s', (_, place, kind) => {
    expect(kindAt(orderPrint, PRINT, place, kind)).toEqual(kind);
  });

  test('names aggressors as buy and sell, never as sides of the book', () => {
    for (const side of ['bid', 'ask', 'BUY', 'B'])
      expect(faultsOf(orderPrint, PRINT.with(3, side))).toEqual(['3']);
  });

  test('has six places', () => {
    expect(orderPrint.safeParse(PRINT.slice(0, 5)).success).toBe(false);
    expect(orderPrint.safeParse([...PRINT, null]).success).toBe(false);
  });

  test('with any whole size and any ticks is the same after it was sent as JSON', () => {
    const print = fc.tuple(
      fc.integer({ min: 0, max: 4_102_444_799_999 }).map((ms) => new Date(ms).toISOString()),
      fc.nat(),
      fc.constantFrom(...PRINT_KINDS),
      fc.constantFrom('buy' as const, 'sell' as const, null),
      fc.integer({ min: -40_000, max: 80_000 }).map((ticks) => (ticks / 4).toFixed(2)),
      fc.integer({ min: 1, max: 1_000_000 }),
    );
    fc.assert(
      fc.property(fc.array(print, { maxLength: 20 }), fc.boolean(), (prints, isWhole) => {
        const update = { isWhole, prints };
        expect(printsUpdate.parse(JSON.parse(JSON.stringify(update)))).toEqual(update);
      }),
      { numRuns: 50 },
    );
  });
});

test('an update of prints that breaks in one of them names that one and its place', () => {
  const good = ['2026-11-20T16:52:07.012Z', 1, 'auction', null, '4567.25', 12];
  expect(faultsOf(printsUpdate, { isWhole: true, prints: [good, good.with(5, 0)] })).toEqual(['prints.1.5']);
  expect(faultsOf(printsUpdate, { prints: [good] })).toEqual(['isWhole']);
  expect(faultsOf(printsUpdate, { isWhole: true })).toEqual(['prints']);
});
