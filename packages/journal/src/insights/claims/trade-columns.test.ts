/** Columns: order, days, who came before whom, sizes, differences between symbols taken out. */
import { describe, expect, test } from 'vitest';
import { journalTrade } from '#testing/closed-trades.ts';
import { tradeColumns } from './trade-columns.ts';

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
