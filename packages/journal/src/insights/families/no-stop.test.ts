/** Trades without a stop, and the tails of trades with and without one. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { statedTrade } from '#testing/stated-trades.ts';
import { noStop, tailLoss } from './no-stop.ts';

interface Stopped {
  readonly net: number;
  readonly risk: number | null;
}

const trades = (each: readonly Stopped[]) =>
  each.map(({ net, risk }, at) =>
    statedTrade(Math.floor(at / 4), {
      at: (at % 4) * 60,
      net,
      plannedRiskMicros: risk === null ? null : risk * 1e6,
    }),
  );

const times = (n: number, net: number, risk: number | null): Stopped[] =>
  Array.from({ length: n }, () => ({ net, risk }));

const found = (...each: readonly Stopped[]) => noStop(tradeColumns(trades(each)))[0];

test('the share without a stop and both tails are counted', () => {
  const record = [
    ...times(38, -20, null),
    { net: -300, risk: null },
    { net: -500, risk: null },
    ...times(60, -90, 100),
  ];
  const made = trades(record);
  const [insight] = noStop(tradeColumns(made));
  // Worst two of 40: (-500 - 300) / 2; worst three of 60: -90.
  expect(insight).toMatchObject({
    key: 'no-stop',
    standing: 'fact',
    insightType: 'recommendation',
    priority: 'medium',
    title: '40% of your trades had no stop',
    description:
      '40 of 100 trades (40%) had no stop. Their worst twentieth averaged −$400, that of the 60 trades with a stop −$90.00.',
    actionable: 'Place a stop with the entry for 30 trades, then compare the worst ones.',
    effect: { value: 0.4, unit: 'rate', n: 40, days: 10, mean: 0.4, baseline: null },
    details: [
      { name: 'trades in all', value: 100, unit: 'count' },
      { name: 'trades with a stop', value: 60, unit: 'count' },
      { name: 'worst twentieth without a stop', value: -400_000_000, unit: 'micros' },
      { name: 'worst twentieth with a stop', value: -90_000_000, unit: 'micros' },
    ],
  });
  expect(insight?.tradeIds).toEqual(
    made
      .slice(0, 40)
      .map(({ id }) => id)
      .reverse(),
  );
});

test('no worse tail without a stop is no recommendation', () => {
  for (const net of [-100, -99])
    expect(found(...times(20, net, null), ...times(20, -100, 100))).toMatchObject({
      insightType: 'other',
      priority: 'low',
      actionable: '',
    });
  expect(found(...times(20, -101, null), ...times(20, -100, 100))?.priority).toBe('medium');
});

test('it takes 20 trades with a stop and 20 without', () => {
  expect(found(...times(20, -20, null), ...times(20, -20, 100))?.effect?.value).toBe(0.5);
  expect(found(...times(19, -20, null), ...times(40, -20, 100))).toBeUndefined();
  expect(found(...times(40, -20, null), ...times(19, -20, 100))).toBeUndefined();
});

test('a file without any stop has no information on them', () => {
  expect(found(...times(80, -20, null))).toBeUndefined();
});

test('a stop at the entry price is a stop', () => {
  expect(found(...times(20, -20, null), ...times(20, -20, 0))?.details[1]?.value).toBe(20);
});

test('a tail is the average of the worst twentieth, at least of one trade, in whole micros', () => {
  expect(tailLoss([5, -7, 3])).toBe(-7);
  expect(tailLoss(Array.from({ length: 39 }, (_, at) => -at))).toBe(-38);
  expect(tailLoss(Array.from({ length: 40 }, (_, at) => -at))).toBe(-38);
  expect(tailLoss(Array.from({ length: 41 }, (_, at) => -at * 2))).toBe(-79);
  expect(tailLoss([4, 9])).toBe(4);
  // Numbers, not texts: -10 is below -9.
  expect(tailLoss([-9, -10])).toBe(-10);
});
