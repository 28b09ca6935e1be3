/** Costs against the gross profit of winners, and winners that costs turned into losers. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { statedTrade } from '#testing/stated-trades.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { costDrag } from './cost-drag.ts';

/** Two trades a day, from gross result and costs in units of money. */
const costed = (
  each: readonly (readonly [gross: number | null, costs: number | null])[],
): readonly JournalTrade[] =>
  each.map(([gross, costs], at) =>
    statedTrade(Math.floor(at / 2), {
      at: (at % 2) * 60,
      net: (gross ?? 0) - (costs ?? 0),
      grossMicros: gross === null ? null : Math.round(gross * 1e6),
      costsMicros: costs === null ? null : Math.round(costs * 1e6),
    }),
  );

const dragOf = (...each: Parameters<typeof costed>[0]) => costDrag(tradeColumns(costed(each)))[0];

const times = (n: number, gross: number | null, costs: number | null) =>
  Array.from({ length: n }, () => [gross, costs] as const);

test('costs are a share of what winners made before costs, and a sum a month', () => {
  const insight = dragOf(...times(10, 50, 5), ...times(9, -30, 5), [4, 5]);
  // 100 of 504: losers do not reduce the profit that costs are held against.
  expect(insight).toMatchObject({
    key: 'cost-drag',
    standing: 'fact',
    insightType: 'other',
    priority: 'low',
    actionable: '',
    title: 'Costs take 20% of your gross profit',
    description:
      'Commission, fees and swap came to $100 in 20 trades, 20% of the gross profit of the winners ($504), about $100 a ' +
      'month. 1 trade that was a winner before costs was none after them.',
    effect: { value: 100 / 504, unit: 'rate', n: 20, days: 10, baseline: null },
    impactMicrosPerMonth: -100_000_000,
  });
});

test('the month of a short record is a whole one, that of a long record is 30.4 days', () => {
  // 62 weekdays from 5 January to 31 March: 85 days and the hour between the two trades.
  const insight = dragOf(...times(124, 50, 5));
  const months = (85 + 1 / 24) / 30.436875;
  expect(insight?.impactMicrosPerMonth).toBe(-Math.round(620e6 / months));
  expect(insight?.description).toContain('came to $620 in 124 trades');
  expect(insight?.description).toContain('about $222 a month');
});

test('from a fifth of the profit on a change is suggested, from half on it is of high priority', () => {
  expect(dragOf(...times(20, 50, 9.99))).toMatchObject({ insightType: 'other', priority: 'low' });
  expect(dragOf(...times(20, 50, 10))).toMatchObject({
    insightType: 'recommendation',
    priority: 'medium',
    actionable: 'Skip the smallest targets for 30 trades, then compare this share again.',
  });
  expect(dragOf(...times(20, 50, 24.99))?.priority).toBe('medium');
  expect(dragOf(...times(20, 50, 25))?.priority).toBe('high');
});

test('winners that end at nothing or below were turned by costs, newest first', () => {
  const trades = costed([...times(17, 50, 5), [5, 5], [4, 5], [5.01, 5]]);
  const [insight] = costDrag(tradeColumns(trades));
  expect(insight?.description).toContain('2 trades that were winners before costs were none after them.');
  expect(insight?.details[2]).toEqual({ name: 'winners turned by costs', value: 2, unit: 'count' });
  expect(insight?.tradeIds).toEqual([trades[18]?.id, trades[17]?.id]);
});

test('it takes 20 trades whose costs and gross result are known; the others are no part of it', () => {
  expect(dragOf(...times(19, 50, 5))).toBeUndefined();
  expect(dragOf(...times(19, 50, 5), [50, null])).toBeUndefined();
  expect(dragOf(...times(19, 50, 5), [null, 5])).toBeUndefined();
  const insight = dragOf(...times(20, 50, 5), [900, null], [null, 900]);
  expect(insight?.effect).toMatchObject({ value: 0.1, n: 20, days: 10 });
});

test('without any costs, or without any winner, there is no share', () => {
  expect(dragOf(...times(30, 50, 0))).toBeUndefined();
  expect(dragOf(...times(30, -50, 5))).toBeUndefined();
  // A rebate that is more than the costs.
  expect(dragOf(...times(20, 50, -1))).toBeUndefined();
});
