import { expect, test } from 'vitest';
import { sameTrades } from './same-trades.ts';
import type { TradeFacts } from './trade-lots.ts';

const AT = 1_772_461_800_000;

const trade = (more: Partial<TradeFacts> = {}): TradeFacts => ({
  account: 'A',
  root: 'MNQ',
  side: 'long',
  quantity: '1',
  entryMs: AT,
  exitMs: AT + 60_000,
  entryPrice: '20950.5',
  exitPrice: '20958',
  commissionMicros: null,
  legs: [],
  ...more,
});

const leg = (quantity: string, entryPrice = '20950.5', exitPrice = '20958') => ({
  quantity,
  entryPrice,
  exitPrice,
  entryMs: AT,
  exitMs: AT + 60_000,
});

test('the same trade of another export is found within a second and without an account', () => {
  const other = trade({ entryMs: AT + 900, exitMs: AT + 60_900, account: '' });
  expect(sameTrades([trade()], [other])).toEqual([{ incoming: 0, existing: [0], keep: 'existing' }]);
});

test.each<[string, Partial<TradeFacts>]>([
  ['account', { account: 'B' }],
  ['root', { root: 'MES' }],
  ['side', { side: 'short' }],
  ['quantity', { quantity: '2' }],
  ['exit', { exitMs: AT + 62_000 }],
  ['entry', { entryMs: AT - 2000 }],
  ['price', { exitPrice: '20958.25' }],
])('another %s is another trade', (_, difference) => {
  expect(sameTrades([trade()], [trade(difference)])).toEqual([]);
});

test('genuine twins answer for one trade each', () => {
  expect(sameTrades([trade(), trade()], [trade(), trade(), trade()])).toHaveLength(2);
});

test('rows of a performance file are found in a position paired from fills, and the fills have more detail', () => {
  const rows = [trade({ quantity: '2' }), trade({ quantity: '1', entryPrice: '20951' })];
  const position = trade({
    quantity: '3',
    entryPrice: '20950.666666666667',
    commissionMicros: 2_000_000,
    legs: [leg('2'), leg('1', '20951')],
  });
  expect(sameTrades(rows, [position])).toEqual([{ incoming: 0, existing: [0, 1], keep: 'incoming' }]);
  expect(sameTrades([position], rows)).toEqual([
    { incoming: 0, existing: [0], keep: 'existing' },
    { incoming: 1, existing: [0], keep: 'existing' },
  ]);
});

test('fills of single contracts are found in a row of three', () => {
  const position = trade({ quantity: '3', legs: [leg('1'), leg('1'), leg('1')] });
  expect(sameTrades([trade({ quantity: '3' })], [position])).toHaveLength(1);
  expect(sameTrades([trade({ quantity: '2' })], [position])).toEqual([]);
});

test('a position known as a whole is found by its averages', () => {
  const orders = trade({ quantity: '2', entryPrice: '20950.75', legs: [leg('2', '20950.75')] });
  const fills = trade({ quantity: '2', entryPrice: '20950.75', legs: [leg('1'), leg('1', '20951')] });
  expect(sameTrades([orders], [fills])).toHaveLength(1);
  expect(sameTrades([fills], [orders])).toHaveLength(1);
});

test('balance lines without entry time are found by exit and price', () => {
  const balance = trade({ entryMs: null });
  expect(sameTrades([trade()], [balance])).toEqual([{ incoming: 0, existing: [0], keep: 'existing' }]);
  expect(sameTrades([balance], [trade()])).toEqual([{ incoming: 0, existing: [0], keep: 'incoming' }]);
});

test('open trades are never mistaken for others', () => {
  expect(sameTrades([trade({ exitMs: null })], [trade({ exitMs: null })])).toEqual([]);
});
