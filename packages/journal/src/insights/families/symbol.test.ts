/** Symbols that do better or worse than all others. */
import { expect, test } from 'vitest';
import { insightsOf, type StatedTrade, statedDays } from '#testing/stated-trades.ts';

/** One trade in each symbol a day. */
const inSymbols = (days: number, nets: Readonly<Record<string, number>>) =>
  statedDays(days, (day) =>
    Object.entries(nets).map(
      ([root, net], place): StatedTrade => ({
        at: place * 30,
        // A swing of 10 from day to day.
        net: net + (day % 2 ? 10 : -10),
        root,
      }),
    ),
  );

test('a symbol that does worse is a weakness against all others together', () => {
  const insight = insightsOf(inSymbols(30, { ES: 40, NQ: -80, CL: 20 })).get('symbol:nq');
  // 30 of -80 against 60 of +30; all -20 / 3; shrunk (-2400 - 400 / 3) / 50 - 30 = -80.67.
  expect(insight).toMatchObject({
    kind: 'symbol',
    standing: 'proven',
    insightType: 'weakness',
    title: 'NQ does worse than the rest',
    actionable: 'Leave NQ out, or trade it at the smallest size, for 30 trades, then check again.',
    effect: { value: -80_666_667, n: 30, days: 30, mean: -80_000_000, baseline: 30_000_000 },
  });
  expect(insight?.description).toContain(
    'Trades in NQ lost $80.00 on average (30 trades, 30 days), against +$30.00 in other symbols. Allowing for the size of ' +
      'the sample, the difference is −$80.67 a trade',
  );
});

test('a symbol that does better is a strength only if it makes money', () => {
  expect(insightsOf(inSymbols(30, { ES: 60, NQ: -20, CL: -10 })).get('symbol:es')).toMatchObject({
    insightType: 'strength',
    title: 'ES does better than the rest',
  });
  expect(insightsOf(inSymbols(30, { ES: -20, NQ: -90, CL: -100 })).get('symbol:es')).toMatchObject({
    insightType: 'other',
    title: 'ES does better than the rest',
  });
});

test('symbols that do the same are no finding', () => {
  const keys = [...insightsOf(inSymbols(30, { ES: 10, NQ: 10, CL: 10 })).keys()];
  expect(keys.filter((key) => key.startsWith('symbol'))).toEqual([]);
});
