import { expect, test } from 'vitest';
import type { PlatformId } from '#model/import-model.ts';
import { type GroupedTrade, groupPositions } from './group-positions.ts';

type Named = GroupedTrade & { readonly key: string };

const trade = (
  key: string,
  entryMs: number | null,
  exitMs: number | null,
  more: Partial<GroupedTrade> = {},
): Named => ({
  key,
  positionId: null,
  account: 'A',
  symbol: 'ESZ6',
  side: 'long',
  entryMs,
  exitMs,
  entryPrice: 6000n,
  ...more,
});

const groups = (trades: readonly Named[], platform: PlatformId = 'ninjatrader'): string =>
  groupPositions(
    trades,
    trades.map(({ key }) => key),
    platform,
  ).join(' ');

test('partial exits of one entry are one position', () => {
  expect(groups([trade('a', 1, 5), trade('b', 1, 9), trade('c', 20, 30)])).toBe('a a c');
});

test('an entry added while the position is open belongs to it', () => {
  expect(groups([trade('a', 1, 9), trade('b', 4, 9, { entryPrice: 6001n }), trade('c', 9, 12)])).toBe(
    'a a c',
  );
});

test('what begins when the other ends is another position', () => {
  expect(groups([trade('a', 1, 5), trade('b', 5, 9)])).toBe('a b');
});

test('three fills that enter and leave in the same instant are one position', () => {
  expect(groups([trade('a', 5, 5), trade('b', 5, 5), trade('c', 5, 8)])).toBe('a a a');
});

test('accounts, contracts and sides are positions of their own', () => {
  expect(
    groups([
      trade('a', 1, 9),
      trade('b', 1, 9, { account: 'B' }),
      trade('c', 1, 9, { symbol: 'NQZ6' }),
      trade('d', 1, 9, { side: 'short' }),
    ]),
  ).toBe('a b c d');
});

test('where several positions of a symbol can be open at once, only the same entry makes one of two rows', () => {
  expect(groups([trade('a', 1, 9), trade('b', 4, 9), trade('c', 1, 5)], 'mt5')).toBe('a b a');
});

test('the position id of the file decides where there is one', () => {
  expect(
    groups([
      trade('a', 1, 5, { positionId: '7' }),
      trade('b', 90, 99, { positionId: '7' }),
      trade('c', 2, 3),
    ]),
  ).toBe('a a c');
});

test('a trade without entry time is its own position', () => {
  expect(groups([trade('a', null, 5), trade('b', null, 5)])).toBe('a b');
});

test('the group does not depend on the order of rows', () => {
  const rows = [trade('a', 1, 9), trade('b', 4, 6), trade('c', 8, 12), trade('d', 12, 13)];
  expect(groups([...rows].reverse())).toBe('d a a a');
});
