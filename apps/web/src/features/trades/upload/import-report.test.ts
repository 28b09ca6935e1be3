/** The report of a file in words. */
import type { ImportReport } from '@undertow/journal';
import { expect, test } from 'vitest';
import { reportFigures, totalText } from './import-report.tsx';

const report: ImportReport = {
  file: 'a.csv',
  platform: 'ctrader',
  layout: 'cTrader, deals',
  currency: 'EUR',
  accounts: [],
  rowsRead: 46,
  trades: 44,
  open: 1,
  gross: null,
  costs: '12.40',
  net: '-181.60',
  wins: 20,
  losses: 23,
  zero: 1,
  first: '2026-11-18T14:38:02.000Z',
  last: null,
  rejected: [],
  skipped: [],
  warnings: [],
  assumptions: [],
  fileTotal: { net: '-181.60', matches: true, difference: '0.00' },
};

test('figures are in the currency of the file, and an unknown one is a dash', () => {
  const figures = new Map(reportFigures(report, { fresh: 41, duplicates: 4, rejected: 1 }, 'UTC'));
  expect(figures.get('Net')).toBe('−€181.60');
  expect(figures.get('Costs')).toBe('€12.40');
  expect(figures.get('Gross')).toBe('–');
  expect(figures.get('Won, lost, even')).toBe('20, 23, 1');
  expect(figures.get('First entry')).toBe('18 Nov 2026, 14:38');
  expect(figures.get('Last exit')).toBe('–');
});

test('the total that a file prints is compared, to the cent', () => {
  expect(totalText(report)).toBe('Matches the file’s total of −€181.60.');
  const other = { net: '-180.00', matches: false, difference: '-1.60' };
  expect(totalText({ ...report, fileTotal: other })).toContain('own total is −€180.00: −€1.60 from ours');
  expect(totalText({ ...report, fileTotal: null })).toBeNull();
});
