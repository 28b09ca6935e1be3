import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as columns from './market-event.ts';
import {
  COL_TIME_HI,
  COL_TIME_LO,
  compareOrderIds,
  joinNs,
  nsHi,
  nsLo,
  orderIdString,
  ROW_LENGTH,
  rowTimeMs,
  rowTimeNs,
  rowWholeMs,
  splitNsToMs,
} from './market-event.ts';

const times = fc.bigInt({ min: 0n, max: 4_000_000_000_000_000_000n });

function rowAt(ns: bigint): Int32Array {
  const row = new Int32Array(ROW_LENGTH);
  row[COL_TIME_HI] = nsHi(ns);
  row[COL_TIME_LO] = nsLo(ns);
  return row;
}

test('a split time joins to itself', () => {
  fc.assert(
    fc.property(times, (ns) => {
      expect(joinNs(nsHi(ns), nsLo(ns))).toBe(ns);
      expect(rowTimeNs(rowAt(ns), 0)).toBe(ns);
    }),
  );
});

test('whole milliseconds are exact, to the last nanosecond before the next one', () => {
  fc.assert(
    fc.property(times, (ns) => {
      expect(rowWholeMs(rowAt(ns), 0)).toBe(Number(ns / 1_000_000n));
      const whole = ns - (ns % 1_000_000n);
      expect(rowTimeMs(rowAt(whole), 0)).toBe(Number(whole / 1_000_000n));
      expect(rowWholeMs(rowAt(whole + 999_999n), 0)).toBe(Number(whole / 1_000_000n));
    }),
  );
});

test('the last nanosecond of a minute is in that minute, the next one is not', () => {
  const minuteNs = BigInt(Date.parse('2026-11-18T18:01:00Z')) * 1_000_000n;
  const minuteMs = Number(minuteNs / 1_000_000n);
  expect(rowWholeMs(rowAt(minuteNs - 1n), 0)).toBe(minuteMs - 1);
  expect(rowWholeMs(rowAt(minuteNs), 0)).toBe(minuteMs);
  expect(rowWholeMs(rowAt(minuteNs + 1n), 0)).toBe(minuteMs);
});

test('fractions of a millisecond are kept to a quarter of a microsecond', () => {
  // Until 2039, where milliseconds are below 2^41 and neighbouring doubles are 2^-12 ms apart
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 2_199_000_000_000_000_000n }), (ns) => {
      const whole = ns - (ns % 1_000_000n);
      const fraction = rowTimeMs(rowAt(ns), 0) - Number(whole / 1_000_000n);
      expect(Math.abs(fraction - Number(ns - whole) / 1e6)).toBeLessThanOrEqual(0.000_25);
    }),
  );
});

test('a later instant is never an earlier one in milliseconds', () => {
  fc.assert(
    fc.property(times, fc.bigInt({ min: 0n, max: 5_000_000n }), (ns, more) => {
      const ms = (at: bigint) => splitNsToMs(nsHi(at), nsLo(at));
      expect(ms(ns + more)).toBeGreaterThanOrEqual(ms(ns));
    }),
  );
});

test('the time is read from the row that starts at the place', () => {
  const rows = new Int32Array(ROW_LENGTH * 2);
  rows.set(rowAt(5_000_000n), 0);
  rows.set(rowAt(9_999_999_999n), ROW_LENGTH);
  expect([rowTimeNs(rows, 0), rowTimeNs(rows, ROW_LENGTH)]).toEqual([5_000_000n, 9_999_999_999n]);
  expect([rowWholeMs(rows, 0), rowWholeMs(rows, ROW_LENGTH)]).toEqual([5, 9999]);
});

test('order ids are unsigned in writing and in order', () => {
  const ids = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  fc.assert(
    fc.property(ids, ids, (a, b) => {
      expect(orderIdString(nsHi(a), nsLo(a))).toBe(String(a));
      const order = compareOrderIds(nsHi(a), nsLo(a), nsHi(b), nsLo(b));
      expect(Math.sign(order)).toBe(a < b ? -1 : a > b ? 1 : 0);
    }),
  );
  expect(orderIdString(-1, -1)).toBe('18446744073709551615');
  expect(compareOrderIds(0, -1, 1, 0)).toBeLessThan(0);
  expect(compareOrderIds(7, 7, 7, 7)).toBe(0);
});

/** Values of the exported constants whose name begins so. */
const valuesOf = (prefix: string): number[] =>
  Object.entries(columns).flatMap(([name, value]) =>
    name.startsWith(prefix) && typeof value === 'number' ? [value] : [],
  );

test('columns fill a row exactly, each in a place of its own', () => {
  expect(valuesOf('COL_').sort((a, b) => a - b)).toEqual(Array.from({ length: ROW_LENGTH }, (_, n) => n));
});

test('actions and sides are distinct, and flags are the single bits of DBN', () => {
  for (const values of [valuesOf('ACTION_'), valuesOf('SIDE_')])
    expect(new Set(values).size).toBe(values.length);
  const { FLAG_LAST, FLAG_TOP_OF_BOOK, FLAG_SNAPSHOT, FLAG_MBP, FLAG_MAYBE_BAD_BOOK } = columns;
  // DBN: LAST 1 << 7, TOB 1 << 6, SNAPSHOT 1 << 5, MBP 1 << 4, MAYBE_BAD_BOOK 1 << 2
  expect([FLAG_LAST, FLAG_TOP_OF_BOOK, FLAG_SNAPSHOT, FLAG_MBP, FLAG_MAYBE_BAD_BOOK]).toEqual([
    128, 64, 32, 16, 4,
  ]);
});

test('the undefined price is no price that a column could mistake', () => {
  expect(Int32Array.of(columns.NO_PRICE)[0]).toBe(columns.NO_PRICE);
  expect(columns.NO_PRICE).toBe(-(2 ** 31));
});
