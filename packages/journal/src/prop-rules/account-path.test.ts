/** The path of an account: running results, open points that are certain, and trades held over a day. */
import { DAY_MS, HOUR_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { type StatedTrade, statedTrade } from '#testing/stated-trades.ts';
import { accountPathOf, lossPerContract } from './account-path.ts';

const pathOf = (...each: readonly StatedTrade[]) => accountPathOf(each.map((trade) => statedTrade(0, trade)));

const measured = (
  at: number,
  net: number,
  mae: number | null,
  mfe: number | null,
  lasts = 10,
): StatedTrade => ({
  at,
  net,
  lasts,
  maeMicros: mae === null ? null : mae * 1e6,
  mfeMicros: mfe === null ? null : mfe * 1e6,
});

const money = (micros: number | null): number | null => (micros === null ? null : micros / 1e6);

test('the result runs from zero, in the order of exits', () => {
  const { steps } = pathOf({ at: 30, net: -20 }, { at: 0, net: 50 }, { at: 60, net: 5 });
  expect(steps.map(({ before, after }) => [money(before), money(after)])).toEqual([
    [0, 50],
    [50, 30],
    [30, 35],
  ]);
});

test('the open points of a trade are its worst and best, from the result before it', () => {
  const { steps, lowsKnown, highsKnown } = pathOf(measured(0, 50, 30, 80), measured(30, -20, 25, 0));
  expect(steps.map(({ low, high }) => [money(low), money(high)])).toEqual([
    [-30, 80],
    [25, 50],
  ]);
  expect([lowsKnown, highsKnown]).toEqual([true, true]);
});

test('a file without one of them leaves that one unknown', () => {
  const { steps, lowsKnown, highsKnown } = pathOf(measured(0, 50, 30, 80), measured(30, -20, 25, null));
  expect(steps[1]).toMatchObject({ low: 25e6, high: null });
  expect([lowsKnown, highsKnown]).toEqual([true, false]);
});

test('trades that overlap have no certain open points, trades that touch have them', () => {
  const lows = (secondAt: number, lasts = 10) =>
    pathOf(measured(0, 50, 30, 80), measured(secondAt, 10, 5, 20, lasts)).steps.map(
      ({ low }) => low !== null,
    );
  expect(lows(10)).toEqual([true, true]);
  expect(lows(9.99)).toEqual([false, false]);
  // The second lies within the first and closes before it.
  expect(lows(2, 3)).toEqual([false, false]);
});

test('a long trade overlaps every one that is opened and closed within it', () => {
  const { steps } = pathOf(
    measured(0, 50, 30, 80, 100),
    measured(10, 1, 1, 1),
    measured(50, 2, 1, 1),
    measured(100, 3, 1, 1),
  );
  expect(steps.map(({ low }) => low !== null)).toEqual([false, false, false, true]);
});

test('a trade without an entry time, or that ends before it begins, has no certain open points', () => {
  expect(pathOf({ ...measured(0, 50, 30, 80), entryMs: null }).steps[0]?.low).toBeNull();
  expect(pathOf(measured(0, 50, 30, 80, -1)).steps[0]?.low).toBeNull();
  expect(pathOf(measured(0, 50, 30, 80, 0)).steps[0]?.low).toBe(-30e6);
});

test('a trade is held when it was entered on an earlier exchange day, which begins at 17:00 Chicago', () => {
  const exitMs = Date.UTC(2026, 0, 6, 15);
  const heldFrom = (entryMs: number | null) =>
    accountPathOf([statedTrade(0, { at: 0, net: 1, entryMs, exitMs, tradeDay: '2026-01-06' })]).steps[0]
      ?.held;
  // 17:00 Chicago of 5 January is 23:00 UTC.
  expect(heldFrom(Date.UTC(2026, 0, 5, 23))).toBe(false);
  expect(heldFrom(Date.UTC(2026, 0, 5, 23) - 1)).toBe(true);
  expect(heldFrom(null)).toBe(true);
});

test('in summer the exchange day begins an hour earlier in UTC', () => {
  const exitMs = Date.UTC(2026, 6, 7, 15);
  const heldFrom = (entryMs: number) =>
    accountPathOf([statedTrade(0, { at: 0, net: 1, entryMs, exitMs, tradeDay: '2026-07-07' })]).steps[0]
      ?.held;
  expect(heldFrom(Date.UTC(2026, 6, 6, 22))).toBe(false);
  expect(heldFrom(Date.UTC(2026, 6, 6, 22) - 1)).toBe(true);
});

test('days are numbered by their trades, without gaps', () => {
  const { steps, days } = accountPathOf([0, 0, 3, 7].map((day) => statedTrade(day, { at: day, net: 1 })));
  expect(steps.map(({ day }) => day)).toEqual([0, 0, 1, 2]);
  expect(days.days).toEqual(['2026-01-05', '2026-01-08', '2026-01-14']);
});

test('no trades are a path of no steps, on which everything is known', () => {
  expect(accountPathOf([])).toMatchObject({ steps: [], lowsKnown: true, highsKnown: true });
});

test('the average loss of a contract weighs losers by their contracts, and leaves winners out', () => {
  const trades = [
    statedTrade(0, { at: 0, net: -100, quantity: 2 }),
    statedTrade(0, { at: 30, net: -20, quantity: 1 }),
    statedTrade(0, { at: 60, net: 900, quantity: 5 }),
    statedTrade(0, { at: 90, net: 0, quantity: 5 }),
  ];
  expect(lossPerContract(trades, (_, quantity) => quantity)).toBe(40e6);
  expect(lossPerContract(trades, (_, quantity) => quantity / 10)).toBeCloseTo(400e6, 3);
  expect(lossPerContract(trades.slice(2), (_, quantity) => quantity)).toBeNull();
});

test('two instants of a day apart are two days of the path, not hours', () => {
  const late = statedTrade(0, { at: 0, net: 1, exitMs: Date.UTC(2026, 0, 6, 3), tradeDay: '2026-01-06' });
  const later = statedTrade(0, { at: 0, net: 1, exitMs: Date.UTC(2026, 0, 6, 3) + DAY_MS - HOUR_MS });
  expect(accountPathOf([late, later]).steps.map(({ day }) => day)).toEqual([0, 1]);
});
