/** The same bet twice: share indices held the same way at once. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { type StatedTrade, statedDays } from '#testing/stated-trades.ts';
import { correlatedTrades } from './correlated-trades.ts';

const ES: StatedTrade = { at: 0, net: -50, root: 'ES', lasts: 10 };
const NQ: StatedTrade = { at: 5, net: -70, root: 'NQ', lasts: 10 };

const factOfDays = (days: number, ofDay: (day: number) => readonly StatedTrade[]) =>
  correlatedTrades(tradeColumns(statedDays(days, ofDay)))[0];

const pairsOf = (...ofDay: readonly StatedTrade[]) => factOfDays(10, () => ofDay)?.effect?.value ?? 0;

test('pairs are counted with the worst twentieth of them and of single trades', () => {
  const trades = statedDays(20, (day) => [
    day === 7 ? { ...ES, net: -400 } : ES,
    day === 7 ? NQ : { ...NQ, net: 20 },
  ]);
  const [insight] = correlatedTrades(tradeColumns(trades));
  // Worst of 20 pairs: -400 - 70; worst two of 40 trades: -400 and -70.
  expect(insight).toMatchObject({
    key: 'correlated-trades',
    standing: 'fact',
    insightType: 'recommendation',
    priority: 'medium',
    confidence: 99,
    title: 'You hold the same bet twice at times',
    description:
      '20 times on 20 days you held two share indices the same way at once. The worst twentieth of these pairs averaged ' +
      '−$470 together, the worst twentieth of your single trades −$235.',
    actionable: 'Count both as one position when you choose the size, for 30 trades.',
    effect: { value: 20, unit: 'count', n: 40, days: 20, mean: 20, baseline: null },
    details: [
      { name: 'worst twentieth of pairs', value: -470_000_000, unit: 'micros' },
      { name: 'worst twentieth of single trades', value: -235_000_000, unit: 'micros' },
    ],
  });
  expect(insight?.tradeIds).toEqual(trades.map(({ id }) => id).reverse());
});

test('pairs that lose no more than single trades are of low priority', () => {
  // The pairs lose 50 and win 70; the worst two of 25 trades are single ones of -300.
  const trades = statedDays(15, (day) =>
    day < 10 ? [ES, { ...NQ, net: 70 }] : [{ at: 0, net: -300, root: 'CL' }],
  );
  expect(correlatedTrades(tradeColumns(trades))[0]).toMatchObject({
    priority: 'low',
    details: [{ value: 20_000_000 }, { value: -300_000_000 }],
  });
});

test('it takes ten pairs', () => {
  expect(factOfDays(10, () => [ES, NQ])?.effect?.value).toBe(10);
  expect(factOfDays(9, () => [ES, NQ])).toBeUndefined();
});

test('micros belong to their index: ES and MES are one, MES and MNQ are two', () => {
  expect(pairsOf(ES, { ...NQ, root: 'MES' })).toBe(0);
  expect(pairsOf({ ...ES, root: 'MES' }, { ...NQ, root: 'MNQ' })).toBe(10);
  expect(pairsOf({ ...ES, root: 'RTY' }, { ...NQ, root: 'YM' })).toBe(10);
});

test('another market or the other side is another bet', () => {
  expect(pairsOf(ES, { ...NQ, root: 'CL' })).toBe(0);
  expect(pairsOf({ ...ES, root: 'GC' }, NQ)).toBe(0);
  expect(pairsOf(ES, { ...NQ, side: 'short' })).toBe(0);
  expect(pairsOf({ ...ES, side: 'short' }, { ...NQ, side: 'short' })).toBe(10);
});

test('trades that only touch are not open at once', () => {
  expect(pairsOf(ES, { ...NQ, at: 10 })).toBe(0);
  expect(pairsOf(ES, { ...NQ, at: 9.99 })).toBe(10);
  expect(pairsOf(ES, { ...NQ, at: 0 })).toBe(10);
});

test('a trade is paired with the first that it overlaps, and only once', () => {
  const ym: StatedTrade = { at: 6, net: 10, root: 'YM', lasts: 2 };
  expect(pairsOf(ES, NQ, ym)).toBe(20);
  const trades = statedDays(10, () => [ES, { ...NQ, net: -70 }, { ...ym, net: 0 }]);
  // Pairs -50 - 70 and -50 + 0: the worst of 20 is -120.
  expect(correlatedTrades(tradeColumns(trades))[0]?.details[0]?.value).toBe(-120_000_000);
});

test('a position held over a day pairs with a trade of the next, and one without entry time with none', () => {
  const overnight = (day: number): StatedTrade[] => (day % 2 ? [NQ] : [{ ...ES, lasts: 1500 }]);
  // Of 14 such pairs of days three are a Friday and a Monday.
  expect(factOfDays(28, overnight)?.effect?.value).toBe(11);
  expect(pairsOf(ES, { ...NQ, entryMs: null })).toBe(0);
});

test('the order of import does not matter', () => {
  const trades = statedDays(10, () => [ES, NQ]);
  expect(correlatedTrades(tradeColumns([...trades].reverse()))).toEqual(
    correlatedTrades(tradeColumns(trades)),
  );
});
