/** Columns: order, days, who came before whom, sizes, differences between symbols taken out. */
import { describe, expect, test } from 'vitest';
import { journalTrade } from '#testing/closed-trades.ts';
import { statedDays } from '#testing/stated-trades.ts';
import { minutesBetween, tradeColumns } from './trade-columns.ts';

const NINE = Date.UTC(2026, 4, 4, 13);
const minute = (at: number): number => NINE + at * 60_000;

const trade = (entry: number, exit: number, net = 10, more = {}) =>
  journalTrade({
    entryMs: minute(entry),
    exitMs: minute(exit),
    netMicros: net * 1e6,
    tradeDay: '2026-05-04',
    ...more,
  });

describe('trade columns', () => {
  test('are in the order of exits, whatever the order of import', () => {
    const columns = tradeColumns([trade(30, 40, 3), trade(0, 5, 1), trade(10, 20, 2)]);
    expect([...columns.net]).toEqual([1e6, 2e6, 3e6]);
    expect([...columns.numberInDay]).toEqual([1, 2, 3]);
    expect([...columns.dayStarts]).toEqual([0, 3]);
    expect([...columns.weekdays]).toEqual([1]);
  });

  test('take for the trade before the last one that was closed by then', () => {
    const long = trade(0, 60);
    const columns = tradeColumns([long, trade(10, 20), trade(30, 40), trade(70, 80)]);
    // Rows: 10–20, 30–40, 0–60, 70–80.
    expect([...columns.previous]).toEqual([-1, 0, -1, 2]);
    expect([...columns.numberInDay]).toEqual([2, 3, 1, 4]);
  });

  test('have no order within a day that has a trade without an entry time', () => {
    const columns = tradeColumns([trade(0, 5), trade(0, 20, 1, { entryMs: null })]);
    expect([...columns.previous]).toEqual([-1, -1]);
    expect([...columns.numberInDay]).toEqual([0, 0]);
  });

  test('call less than half a cent neither win nor loss', () => {
    const nets = [0.004, -0.004, 0.01, -0.01].map((net, at) => trade(at, at + 1, net));
    expect([...tradeColumns(nets).outcome]).toEqual([0, 0, 1, -1]);
  });

  test('measure size by point value: ten micros are one mini', () => {
    const columns = tradeColumns([
      trade(0, 1, 1, { root: 'ES', pointValue: 50, quantity: 1 }),
      trade(2, 3, 1, { root: 'ES', pointValue: 50, quantity: 1 }),
      trade(4, 5, 1, { root: 'ES', pointValue: 50, quantity: 3 }),
      trade(6, 7, 1, { root: 'MES', pointValue: 5, quantity: 10 }),
      trade(8, 9, 1, { root: 'XYZ', pointValue: null, quantity: 4 }),
    ]);
    expect([...columns.relativeSize]).toEqual([1, 1, 3, 1, Number.NaN]);
  });

  test('take the level and the spread of a symbol out of its results', () => {
    const large = Array.from({ length: 200 }, (_, at) =>
      trade(at, at + 1, 100 + (at % 2 ? 300 : -300), { root: 'NQ' }),
    );
    const small = Array.from({ length: 200 }, (_, at) =>
      trade(at, at + 1, -50 + (at % 2 ? 10 : -10), { root: 'MES' }),
    );
    const columns = tradeColumns([...large, ...small]);
    const of = (root: string) => columns.adjusted.filter((_, row) => columns.trades[row]?.root === root);
    const mean = (values: Float64Array) =>
      values.reduce((sum, value) => sum + value, 0) / values.length / 1e6;
    const spread = (values: Float64Array) =>
      Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length) / 1e6;
    // 200 trades of each, shrunk by 20: an eleventh of the distance to the common mean is left.
    expect(Math.abs(mean(of('NQ')))).toBeLessThan(15);
    expect(spread(of('NQ')) / spread(of('MES'))).toBeLessThan(1.5);
  });

  test('refuse an invalid day', () => {
    expect(() => tradeColumns([trade(0, 1, 1, { tradeDay: '2026-02-30' })])).toThrow(RangeError);
  });
});

test('days ascend, each with its first row and its weekday', () => {
  const on = (tradeDay: string) => trade(0, 5, 1, { tradeDay });
  // A Friday, the Sunday after it and a Thursday of the year before.
  const columns = tradeColumns(['2026-05-08', '2026-05-10', '2025-12-25', '2026-05-08'].map(on));
  expect([...columns.day]).toEqual([0, 1, 1, 2]);
  expect([...columns.dayStarts]).toEqual([0, 1, 3, 4]);
  expect([...columns.weekdays]).toEqual([4, 5, 0]);
  expect(columns).toMatchObject({ n: 4, days: 3, currency: 'USD' });
});

test('a day before 1970 has its weekday too', () => {
  // 1 January 1970 was a Thursday.
  expect([...tradeColumns([trade(0, 5, 1, { tradeDay: '1969-12-31' })]).weekdays]).toEqual([3]);
  expect([...tradeColumns([trade(0, 5, 1, { tradeDay: '1969-12-28' })]).weekdays]).toEqual([0]);
});

test('no trades have no days and no currency', () => {
  expect(tradeColumns([])).toMatchObject({ n: 0, days: 0, currency: null });
});

test('trades that close together are in the order of entry, then of import', () => {
  const rows = [trade(3, 9, 1), trade(1, 9, 2), trade(1, 9, 3)];
  expect([...tradeColumns(rows).net]).toEqual([2e6, 3e6, 1e6]);
  expect([...tradeColumns([...rows].reverse()).net]).toEqual([2e6, 3e6, 1e6]);
  // Without an entry the exit takes its place, which is later than any entry.
  expect([...tradeColumns([trade(3, 9, 1, { entryMs: null }), trade(4, 9, 2)]).net]).toEqual([2e6, 1e6]);
});

test('the day of the exchange orders before the instant', () => {
  const rows = [trade(600, 610, 1, { tradeDay: '2026-05-03' }), trade(0, 5, 2)];
  expect([...tradeColumns(rows).net]).toEqual([1e6, 2e6]);
});

test('a trade that closes at the instant of an entry came before it', () => {
  expect([...tradeColumns([trade(0, 5), trade(5, 9)]).previous]).toEqual([-1, 0]);
  expect([...tradeColumns([trade(0, 5), trade(4.99, 9)]).previous]).toEqual([-1, -1]);
});

test('a trade of no duration does not come before itself', () => {
  expect([...tradeColumns([trade(5, 5), trade(5, 5)]).previous]).toEqual([-1, 0]);
});

test('every day has its own order', () => {
  const columns = tradeColumns([trade(0, 5), trade(6, 9), trade(20, 25, 1, { tradeDay: '2026-05-05' })]);
  expect([...columns.previous]).toEqual([-1, 0, -1]);
  expect([...columns.numberInDay]).toEqual([1, 2, 1]);
});

test('the usual size is one that occurred, for each product by itself', () => {
  const sized = (quantity: number, root: string, pointValue: number) =>
    trade(0, quantity, 1, { root, pointValue, quantity });
  const columns = tradeColumns([
    ...[1, 2, 3, 4].map((quantity) => sized(quantity, 'ES', 50)),
    ...[5, 10].map((quantity) => sized(quantity, 'CL', 1000)),
  ]);
  // Lower median of 1 to 4 is 2, of 5 and 10 it is 5.
  expect([...columns.relativeSize]).toEqual([0.5, 1, 1.5, 2, 1, 2]);
});

test('one symbol alone is left as it is', () => {
  const columns = tradeColumns([trade(0, 1, 100), trade(2, 3, -40)]);
  expect([...columns.adjusted]).toEqual([100e6, -40e6]);
});

test('a symbol without any spread keeps its scale', () => {
  const columns = tradeColumns([
    ...Array.from({ length: 20 }, (_, at) => trade(at, at + 1, 10, { root: 'NQ' })),
    ...Array.from({ length: 20 }, (_, at) => trade(at, at + 1, at % 2 ? 60 : -20, { root: 'ES' })),
  ]);
  const ofNq = columns.adjusted.find((_, row) => columns.trades[row]?.root === 'NQ') ?? Number.NaN;
  // 20 trades against a pull of 20: half of the distance to the common mean of 15 is left.
  expect(ofNq / 1e6).toBeCloseTo((10 - 15) / 2, 9);
});

test('what a symbol makes by itself does not make its side or strategy look better', () => {
  // Long only in NQ, which makes 300 a trade either way; short only in ES, which makes -5.
  const trades = statedDays(120, (day) => [
    { at: 0, net: 300 + (day % 2 ? 100 : -100), root: 'NQ', side: 'long' },
    { at: 30, net: -5 + (day % 2 ? 2 : -2), root: 'ES', side: 'short' },
  ]);
  const columns = tradeColumns(trades);
  const adjusted = (wanted: string) => {
    const values = columns.adjusted.filter((_, row) => columns.trades[row]?.side === wanted);
    return values.reduce((sum, value) => sum + value, 0) / values.length / 1e6;
  };
  // 120 of each, shrunk by 20: a seventh of 305 is left between them.
  expect(adjusted('long') - adjusted('short')).toBeCloseTo(305 / 7, 6);
});

test('minutes between instants may have a fraction and a sign', () => {
  expect(minutesBetween(minute(3), minute(8))).toBe(5);
  expect(minutesBetween(minute(3), minute(2.5))).toBe(-0.5);
});
