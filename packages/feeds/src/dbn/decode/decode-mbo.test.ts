import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_MODIFY,
  ACTION_NONE,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_ORDER_LO,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_SIDE,
  COL_SIZE,
  NO_PRICE,
  orderIdString,
  ROW_LENGTH,
  rowTimeNs,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Order, orderRecord } from '#testing/dbn-bytes.ts';
import { decodeMbo } from './decode-mbo.ts';

const ES_TICK = 250_000_000;

function decode(order: Order, tickNanos = ES_TICK): Int32Array {
  const bytes = orderRecord(order);
  // Records of version 1 and 2 files are not aligned.
  const unaligned = new Uint8Array(bytes.length + 3);
  unaligned.set(bytes, 3);
  const rows = new Int32Array(3 * ROW_LENGTH).fill(77);
  decodeMbo(new DataView(unaligned.buffer), 3, rows, ROW_LENGTH, tickNanos);
  expect([...rows.subarray(0, ROW_LENGTH), ...rows.subarray(2 * ROW_LENGTH)]).toEqual(Array(32).fill(77));
  return rows.subarray(ROW_LENGTH, 2 * ROW_LENGTH);
}

test('every field of a record is in its column, whatever its value', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      fc.integer({ min: -2_000_000, max: 9_000_000 }),
      fc.integer({ min: 0, max: 2 ** 31 - 1 }),
      fc.integer({ min: 0, max: 255 }),
      (orderId, timeNs, ticks, size, flags) => {
        const row = decode({
          orderId,
          timeNs,
          priceNanos: BigInt(ticks) * BigInt(ES_TICK),
          size,
          flags,
          instrumentId: 17_077,
          sequence: 42,
        });
        expect(orderIdString(row[COL_ORDER_HI]!, row[COL_ORDER_LO]!)).toBe(String(orderId));
        expect(BigInt.asUintN(64, rowTimeNs(row, 0))).toBe(timeNs);
        expect(row[COL_PRICE_TICKS]).toBe(ticks);
        expect(row[COL_SIZE]).toBe(size);
        expect(row[COL_FLAGS]).toBe(flags);
        expect(row[COL_INSTRUMENT]).toBe(17_077);
        expect(row[COL_SEQUENCE]).toBe(42);
      },
    ),
  );
});

test('a price is whole ticks exactly when the tick divides it, for any tick of the catalogue', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 52n), max: 2n ** 52n }),
      fc.constantFrom(500, 50_000, 3_906_250, 10_000_000, 250_000_000, 1_000_000_000),
      (priceNanos, tickNanos) => {
        const tick = BigInt(tickNanos);
        const ticks = priceNanos / tick;
        const isWhole = ticks * tick === priceNanos && BigInt.asIntN(32, ticks) === ticks;
        expect(decode({ priceNanos }, tickNanos)[COL_PRICE_TICKS]).toBe(isWhole ? Number(ticks) : NO_PRICE);
      },
    ),
    { numRuns: 500 },
  );
});

test('an undefined price and a price one nano off the tick are no price', () => {
  expect(decode({ priceNanos: 0x7fff_ffff_ffff_ffffn })[COL_PRICE_TICKS]).toBe(NO_PRICE);
  expect(decode({ priceNanos: 4_800_250_000_001n })[COL_PRICE_TICKS]).toBe(NO_PRICE);
});

test('an undefined size is -1', () => {
  expect(decode({ size: 0xffff_ffff })[COL_SIZE]).toBe(-1);
});

test.each([
  ['A', ACTION_ADD],
  ['C', ACTION_CANCEL],
  ['M', ACTION_MODIFY],
  ['R', ACTION_CLEAR],
  ['T', ACTION_TRADE],
  ['F', ACTION_FILL],
  ['N', ACTION_NONE],
  ['?', ACTION_NONE],
])('action %s is row action %i', (action, expected) => {
  expect(decode({ action })[COL_ACTION]).toBe(expected);
});

test.each([
  ['B', SIDE_BID],
  ['A', SIDE_ASK],
  ['N', SIDE_NONE],
])('side %s is row side %i', (side, expected) => {
  expect(decode({ side })[COL_SIDE]).toBe(expected);
});
