/** Rows that no exchange sends do not reach the book; rows that are merely unusual do. */
import {
  ACTION_ADD,
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_FILL,
  ACTION_LEVEL,
  ACTION_MODIFY,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_SNAPSHOT,
  NS_PER_MS,
  nsHi,
  nsLo,
  ROW_LENGTH,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { RowGuard } from './row-guard.ts';

const T_NS = BigInt(Date.UTC(2026, 10, 20, 16)) * NS_PER_MS;

interface Row {
  readonly action: number;
  readonly side?: number;
  readonly size?: number;
  readonly priceTicks?: number;
  /** After the start, milliseconds with a fraction. */
  readonly atMs?: number;
  readonly flags?: number;
}

function rowOf({
  action,
  side = SIDE_BID,
  size = 1,
  priceTicks = 20_000,
  atMs = 0,
  flags = 0,
}: Row): Int32Array {
  const row = new Int32Array(ROW_LENGTH);
  const timeNs = T_NS + BigInt(Math.round(atMs * 1e6));
  row[COL_ACTION] = action;
  row[COL_SIDE] = side;
  row[COL_SIZE] = size;
  row[COL_PRICE_TICKS] = priceTicks;
  row[COL_FLAGS] = flags;
  row[COL_TIME_HI] = nsHi(timeNs);
  row[COL_TIME_LO] = nsLo(timeNs);
  return row;
}
const accepts = (row: Row, guard = new RowGuard()): boolean => guard.accepts(rowOf(row), 0);

test.each([
  ['an add', ACTION_ADD, [false, true, true, false]],
  ['a modify', ACTION_MODIFY, [true, true, true, false]],
  ['a level', ACTION_LEVEL, [true, true, true, false]],
  ['a cancel', ACTION_CANCEL, [true, true, true, false]],
  ['a fill', ACTION_FILL, [false, true, true, false]],
  ['a trade', ACTION_TRADE, [false, true, true, false]],
])('%s has a size that an order can have', (_what, action, expected) => {
  expect([0, 1, 10_000_000, 10_000_001].map((size) => accepts({ action, size }))).toEqual(expected);
  expect(accepts({ action, size: -1 })).toBe(false);
});

test.each([
  ['an add', ACTION_ADD],
  ['a modify', ACTION_MODIFY],
  ['a level', ACTION_LEVEL],
])('%s has a side', (_what, action) => {
  expect([SIDE_BID, SIDE_ASK, SIDE_NONE, 7].map((side) => accepts({ action, side }))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('a trade without an aggressor is one', () => {
  expect(accepts({ action: ACTION_TRADE, side: SIDE_NONE })).toBe(true);
});

test.each([ACTION_ADD, ACTION_MODIFY, ACTION_LEVEL, ACTION_FILL, ACTION_TRADE])(
  'a price of action %i is below a billion ticks, and may be negative',
  (action) => {
    const prices = [1_000_000_000, -1_000_000_000, 1_000_000_001, -1_000_000_001];
    expect(prices.map((priceTicks) => accepts({ action, priceTicks }))).toEqual([true, true, false, false]);
  },
);

test('a clear and a status have neither size nor price', () => {
  for (const action of [ACTION_CLEAR, ACTION_STATUS])
    expect(accepts({ action, size: -5, side: 9, priceTicks: 2_000_000_000 })).toBe(true);
});

const trade = (priceTicks: number, atMs: number): Row => ({ action: ACTION_TRADE, priceTicks, atMs });

test('a trade a tenth away within a second is a fault, a little less is a fast market', () => {
  for (const sign of [1, -1]) {
    const guard = new RowGuard();
    expect(accepts(trade(20_000, 0), guard)).toBe(true);
    expect(accepts(trade(20_000 + sign * 2001, 0.5), guard)).toBe(false);
    expect(accepts(trade(20_000 + sign * 2000, 0.5), guard)).toBe(true);
  }
});

test('a fault is not what the next trade is compared with', () => {
  const guard = new RowGuard();
  accepts(trade(20_000, 0), guard);
  accepts(trade(2_000, 1), guard);
  expect(accepts(trade(20_001, 2), guard)).toBe(true);
});

test('after a second any price may be the market, also when time jumps back', () => {
  for (const atMs of [1000.001, -1000.001]) {
    const guard = new RowGuard();
    accepts(trade(20_000, 0), guard);
    expect(accepts(trade(2_000, atMs), guard)).toBe(true);
  }
  const guard = new RowGuard();
  accepts(trade(20_000, 0), guard);
  expect(accepts(trade(2_000, 1000), guard)).toBe(false);
});

test('near a price of zero fifty ticks are never a fault', () => {
  const guard = new RowGuard();
  accepts(trade(5, 0), guard);
  expect([accepts(trade(-45, 1), guard), accepts(trade(6, 2), guard)]).toEqual([true, false]);
});

test('a trade of a snapshot is no measure and is not measured', () => {
  const guard = new RowGuard();
  accepts(trade(20_000, 0), guard);
  expect(accepts({ ...trade(2_000, 1), flags: FLAG_SNAPSHOT }, guard)).toBe(true);
  expect(accepts(trade(20_001, 2), guard)).toBe(true);
});
