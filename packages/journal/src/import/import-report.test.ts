/** The report of an import: counts, exact sums, other currencies, and the total that the file prints. */
import { expect, test } from 'vitest';
import type { ImportedTrade } from '#model/import-model.ts';
import { importedTrade } from '#testing/raw-trades.ts';
import { costsMicrosOf, importReport, type ReportInput } from './import-report.ts';

const report = (trades: readonly ImportedTrade[], more: Partial<ReportInput> = {}) =>
  importReport({
    file: 'file.csv',
    platform: 'ninjatrader',
    layout: 'NinjaTrader 8, trades grid',
    rowsRead: 9,
    trades,
    rejected: [],
    skipped: [],
    warnings: [],
    assumptions: [],
    statedNet: null,
    ...more,
  });

const netted = (netMicros: number | null, more: Partial<ImportedTrade> = {}) =>
  importedTrade({ netMicros, grossMicros: netMicros, ...more });

test('closed trades are counted and summed, open ones are only counted', () => {
  const open = importedTrade({ status: 'open', exitMs: null, netMicros: null, grossMicros: null });
  expect(report([netted(50e6), netted(-20e6), netted(0), open])).toMatchObject({
    trades: 3,
    open: 1,
    wins: 1,
    losses: 1,
    zero: 1,
    net: '30.00',
    gross: '30.00',
    currency: 'USD',
    rowsRead: 9,
  });
});

test('half a cent is a win or a loss, less is neither', () => {
  expect(report([4_999, 5_000, -4_999, -5_000].map((net) => netted(net)))).toMatchObject({
    wins: 1,
    losses: 1,
    zero: 2,
    net: '0.00',
  });
});

test('sums are exact to the micro', () => {
  const tenths = Array.from({ length: 10 }, () => netted(100_000));
  expect(report(tenths).net).toBe('1.00');
  expect(report([netted(1), netted(2)]).net).toBe('0.000003');
});

test('costs are commission and fees less swap, and unknown as soon as one trade has none of them', () => {
  const paid = importedTrade({ commissionMicros: 4e6, feesMicros: 1e6, swapMicros: -500_000 });
  expect(costsMicrosOf(paid)).toBe(5_500_000);
  expect(costsMicrosOf(importedTrade({ swapMicros: 2e6 }))).toBe(-2e6);
  expect(costsMicrosOf(importedTrade({ commissionMicros: 0 }))).toBe(0);
  expect(costsMicrosOf(importedTrade())).toBeNull();
  expect(report([paid, paid]).costs).toBe('11.00');
  expect(report([paid, importedTrade()]).costs).toBeNull();
});

test('a gross total needs the gross of every trade', () => {
  expect(report([netted(50e6), importedTrade({ grossMicros: null })]).gross).toBeNull();
});

test('the currency is that of most closed trades, others are named with their net and not added', () => {
  const trades = [
    netted(50e6),
    netted(20e6),
    netted(7e6, { currency: 'EUR' }),
    netted(1e6, { currency: 'EUR', status: 'open' }),
    netted(3e6, { currency: 'JPY' }),
    netted(4e6, { currency: 'JPY', netMicros: null }),
  ];
  const { currency, net, warnings, wins } = report([...trades, netted(5e6)]);
  expect({ currency, net, wins }).toEqual({ currency: 'USD', net: '75.00', wins: 5 });
  expect(warnings).toContain('1 trade is in EUR and not in the totals: net 7.00 EUR.');
  expect(warnings).toContain('2 trades are in JPY and not in the totals: net 3.00 JPY.');
});

test('a file of open trades only has their currency, one of none has dollars', () => {
  expect(report([importedTrade({ status: 'open', currency: 'EUR' })]).currency).toBe('EUR');
  expect(report([])).toMatchObject({
    currency: 'USD',
    trades: 0,
    net: '0.00',
    gross: '0.00',
    first: null,
    last: null,
  });
});

test('trades without a P&L are named by their roots', () => {
  const without = (root: string) => netted(null, { root });
  expect(report([without('XYZ')]).warnings).toEqual([
    '1 trade has no P&L, as the point value of XYZ is not known: it counts as zero until it is given.',
  ]);
  expect(report([without('XYZ'), without('ABC'), without('XYZ')]).warnings).toEqual([
    '3 trades have no P&L, as the point value of XYZ, ABC is not known: they count as zero until it is given.',
  ]);
});

test('the time runs from the first entry to the last exit of closed trades', () => {
  const at = (entryMs: number | null, exitMs: number | null) => importedTrade({ entryMs, exitMs });
  expect(report([at(5000, 9000), at(null, 2000), at(3000, 7000)])).toMatchObject({
    first: '1970-01-01T00:00:02.000Z',
    last: '1970-01-01T00:00:09.000Z',
  });
  expect(report([at(null, null)])).toMatchObject({ first: null, last: null });
});

test('accounts are named once, in order, and an empty one not at all', () => {
  const accounts = ['B', '', 'A', 'B'].map((account) => importedTrade({ account }));
  expect(report(accounts).accounts).toEqual(['A', 'B']);
});

test('the total that the file prints matches within half a cent', () => {
  expect(report([netted(50e6)], { statedNet: '50.005' }).fileTotal).toEqual({
    net: '50.005',
    matches: true,
    difference: '-0.005',
  });
  expect(report([netted(50e6)], { statedNet: '49.99' }).fileTotal).toEqual({
    net: '49.99',
    matches: false,
    difference: '0.01',
  });
  expect(report([netted(50e6)]).fileTotal).toBeNull();
  expect(report([netted(50e6)], { statedNet: 'many' }).fileTotal).toBeNull();
});

test('warnings of the file come before those of the report', () => {
  expect(report([netted(null)], { warnings: ['from the file'] }).warnings[0]).toBe('from the file');
});
