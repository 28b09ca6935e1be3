/** Notes beside the figures: when each is shown, and its numbers. */
import { expect, test } from 'vitest';
import { journalTrade, tradesOfNets } from '#testing/closed-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { mixedRemark } from './remarks.ts';
import { summaryOf } from './summary.ts';
import type { SummaryOptions } from './trade-summary.ts';

const remarks = (trades: readonly JournalTrade[], options: Partial<SummaryOptions> = {}) =>
  summaryOf(trades, { seed: 1, resamples: 50, ...options }).remarks;

/** One trade a day, with costs. */
const record = (days: number, net: (day: number) => number = (day) => (day % 2 ? -50 : 60)) =>
  tradesOfNets(
    Array.from({ length: days }, (_, day) => net(day)),
    1,
  ).map((trade) => ({ ...trade, costsMicros: 1e6 }));

const START = 'All results are net of the costs that are known.';
const POSITIONS = 'Counted are positions from flat to flat';

test('a usual record has the remarks on its day, its trades, its curve, its hours and its intervals', () => {
  expect(remarks(record(22)).map((remark) => remark.split(':')[0])).toEqual([
    'All results are net of the costs that are known. A trade belongs to the exchange day of its exit; a CME day starts at 17',
    'Counted are positions from flat to flat',
    'Equity and drawdown follow closed trades',
    'Hours are New York time of the entry.',
    'Sharpe and Sortino count days with trades only and are scaled to 252 such days a year; without a start balance they are those of the money results.',
    'The interval of the max drawdown is what the same days in another order, some repeated, would give.',
  ]);
});

test('rows are named where rows are counted', () => {
  expect(remarks(record(22), { view: 'rows' })).toContain(
    'Counted are rows as the platform wrote them: every partial exit is a trade of its own.',
  );
  expect(remarks(record(22), { view: 'rows' }).some((remark) => remark.startsWith(POSITIONS))).toBe(false);
});

test('open trades are counted, in their number', () => {
  expect(remarks(record(22), { openTrades: 1 })).toContain('1 open trade is left out of every figure.');
  expect(remarks(record(22), { openTrades: 12 })).toContain('12 open trades are left out of every figure.');
});

test('without closed trades only the open ones are mentioned', () => {
  expect(remarks([], { openTrades: 2 })).toEqual(['2 open trades are left out of every figure.']);
  expect(remarks([])).toEqual([]);
});

test('costs that are not known are counted', () => {
  const some = record(22).map((trade, at) => (at < 3 ? { ...trade, costsMicros: null } : trade));
  expect(remarks(some)).toContain(
    'Costs are not known for 3 of 22 trades: their net result leaves them out.',
  );
  expect(remarks(record(22)).some((remark) => remark.startsWith('Costs'))).toBe(false);
});

test('R is a remark where some trades have it and some have not', () => {
  const withRisk = (n: number) =>
    record(22).map((trade, at) => (at < n ? { ...trade, plannedRiskMicros: 100e6 } : trade));
  expect(remarks(withRisk(9))).toContain('R is known for 9 of 22 trades.');
  for (const n of [0, 22])
    expect(remarks(withRisk(n)).some((remark) => remark.startsWith('R is'))).toBe(false);
});

test('trades without a holding time are counted, in their number', () => {
  const without = (n: number) =>
    record(22).map((trade, at) => (at < n ? { ...trade, entryMs: null } : trade));
  expect(remarks(without(1))).toContain(
    '1 trade without an entry time before the exit is left out of holding times and exposure.',
  );
  expect(remarks(without(2))).toContain(
    '2 trades without an entry time before the exit are left out of holding times and exposure.',
  );
});

test('copies in other accounts are counted, in their number', () => {
  const copied = (n: number) => [
    ...record(22),
    ...record(22)
      .slice(0, n)
      .map((trade) => ({ ...trade, account: 'Z' })),
  ];
  expect(remarks(copied(1))).toContain(
    '1 trade is the same decision in another account (same instrument and side within 5 seconds). All count here; insights count each decision once.',
  );
  expect(remarks(copied(3)).some((remark) => remark.startsWith('3 trades are the same decision'))).toBe(true);
});

test('fewer than twenty days have no intervals, and that is said with their number', () => {
  expect(remarks(record(19))).toContain(
    'Intervals by resampling days need 20 days with trades; there are 19.',
  );
  expect(remarks(record(1))).toContain('Intervals by resampling days need 20 days with trades; there is 1.');
  expect(remarks(record(20)).some((remark) => remark.startsWith('Intervals'))).toBe(false);
});

test('with a start balance Sharpe is of returns, and scaled to the days with trades', () => {
  expect(remarks(record(22), { startBalanceMicros: 50_000e6 })).toContain(
    'Sharpe and Sortino count days with trades only and are scaled to 252 such days a year.',
  );
  // 22 days over 43 weekdays.
  const sparse = record(43).filter((_, at) => at % 2 === 0);
  expect(remarks(sparse, { startBalanceMicros: 50_000e6 })).toContain(
    'Sharpe and Sortino count days with trades only and are scaled to 129 such days a year.',
  );
});

test('a drawdown that still lasts is a lower bound', () => {
  const falling = record(25, (day) => (day === 0 ? 100 : -1));
  // From Monday, 5 January to Friday, 6 February.
  expect(remarks(falling)).toContain('The longest drawdown still lasts: its 32 days are a lower bound.');
});

test('several currencies are named, and nothing is added up', () => {
  const trades = [journalTrade(), journalTrade({ currency: 'EUR' }), journalTrade()];
  expect(remarks(trades)).toEqual([
    'These trades are in USD, EUR. Amounts of different currencies are never added up: choose one.',
  ]);
  expect(mixedRemark([{ currency: 'GBP' }])).toContain('These trades are in GBP.');
  expect(remarks(record(22))[0]?.startsWith(START)).toBe(true);
});
