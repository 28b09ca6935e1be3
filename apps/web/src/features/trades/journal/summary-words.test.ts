/** The summary figures in words. */
import { expect, test } from 'vitest';
import type { TradeAnalysis } from '#api/journal/trades.ts';
import { summaryFigures, summaryNote } from './summary-words.ts';

const analysis: TradeAnalysis = {
  totalTrades: 118,
  winRate: 53.39,
  profitFactor: 1.2399,
  maxDrawdown: '1842.10',
  currency: 'USD',
  otherCurrencies: [],
  open: 0,
  wins: 63,
  losses: 52,
  zero: 3,
  winRateInterval: [44.4, 62.13],
  grossProfit: '12903.20',
  grossLoss: '10406.00',
  profitFactorReason: null,
  drawdown: { peak: '2026-10-14', trough: '2026-10-27', recovered: '2026-11-05' },
};
const empty: TradeAnalysis = {
  ...analysis,
  totalTrades: 0,
  winRate: null,
  profitFactor: null,
  maxDrawdown: null,
  currency: null,
  wins: 0,
  losses: 0,
  zero: 0,
  winRateInterval: null,
  grossProfit: '0',
  grossLoss: '0',
  profitFactorReason: 'no-trades',
  drawdown: null,
};
const read = (given: TradeAnalysis) => summaryFigures(given, 2026).map(({ value, line }) => [value, line]);

test('every figure has its sample', () => {
  expect(read(analysis)).toEqual([
    ['118', '118 closed rows: 63 won, 52 lost, 3 even'],
    ['53.4%', '95% interval 44.4 to 62.1'],
    ['1.24', '$12,903 won, $10,406 lost'],
    ['−$1,842', '14 Oct to 27 Oct, recovered 5 Nov'],
  ]);
});

test('a journal without trades has no figures and a text that says so', () => {
  expect(read(empty)).toEqual([
    ['0', 'No trades yet'],
    [null, 'No closed trades yet'],
    [null, 'No closed trades yet'],
    [null, 'No closed trades yet'],
  ]);
});

test('without losses there is no profit factor, and no infinity either', () => {
  const given = { ...analysis, profitFactor: null, profitFactorReason: 'no-losses' as const };
  expect(read(given)[2]).toEqual([null, 'No losing trades yet, $12,903 won']);
});

test('a drawdown that lasts, began with the first trade or is in another year is described as such', () => {
  const given = { ...analysis, drawdown: { peak: null, trough: '2025-12-30', recovered: null } };
  expect(read(given)[3]).toEqual(['−$1,842', 'First day to 30 Dec 2025, not recovered yet']);
  expect(read({ ...analysis, maxDrawdown: '0.00', drawdown: null })[3]).toEqual(['$0', 'No drawdown so far']);
});

test('money of other currencies is named where it is left out', () => {
  expect(summaryNote({ ...analysis, otherCurrencies: ['EUR'] })).toBe(
    'Each row of an export counts as a trade, net of all known costs, in USD; trades in 1 other currency (EUR) are not in these figures',
  );
});
