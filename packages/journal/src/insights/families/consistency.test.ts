/** How much of the total depends on the best day and the five best trades. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { dayOfNets, statedDays } from '#testing/stated-trades.ts';
import { consistency } from './consistency.ts';

const SAMPLING = { seed: 1, resamples: 400 };

const found = (days: readonly (readonly number[])[]) =>
  consistency(tradeColumns(statedDays(days.length, (day) => dayOfNets(...(days[day] ?? [])))), SAMPLING);

const even = (days: number) => Array.from({ length: days }, () => [10]);

test('the best day is a share of the total, with the five best trades beside it', () => {
  // Total 180: the day of 100 - 10 = 90 is half of it; trades 100, 10, 10, 10 and 10 make 140.
  const [insight] = found([...even(9), [100, -10]]);
  expect(insight).toMatchObject({
    key: 'consistency',
    kind: 'consistency',
    standing: 'fact',
    insightType: 'other',
    title: 'Your best day made 50% of the total',
    description: 'Of $180 in 10 days, the best day made $90.00 (50%) and the 5 best trades $140 (78%).',
    effect: { value: 0.5, ci95: null, unit: 'rate', n: 11, days: 10, mean: 0.5, baseline: null },
    details: [
      { name: 'total net', value: 180_000_000, unit: 'micros' },
      { name: 'best day', value: 90_000_000, unit: 'micros' },
      { name: 'best trades', value: 5, unit: 'count' },
      { name: 'net of the best trades', value: 140_000_000, unit: 'micros' },
      { name: 'share of the best trades', value: 140 / 180, unit: 'rate' },
    ],
  });
});

test('a day is the sum of its trades: a great trade on a bad day is no great day', () => {
  const [insight] = found([...even(9), [500, -495]]);
  expect(insight?.title).toBe('Your best day made 11% of the total');
  // 500 and four of 10, of a total of 95.
  expect(insight?.description).toContain('the 5 best trades $540 (568%)');
});

test('the best day of a losing streak with one great day is more than the total', () => {
  const [insight] = found([...Array.from({ length: 9 }, () => [-10]), [100]]);
  expect(insight?.effect?.value).toBe(10);
  expect(insight?.title).toBe('Your best day made 1000% of the total');
});

test('it takes ten days', () => {
  expect(found(even(10))).toHaveLength(1);
  expect(found(even(9))).toEqual([]);
});

test('it is not defined for a total of zero or less', () => {
  const nets = (last: number) => [...Array.from({ length: 9 }, () => [-10]), [last]];
  expect(found(nets(89.99))).toEqual([]);
  expect(found(nets(90))).toEqual([]);
  expect(found(nets(90.01))).toHaveLength(1);
});

test('the confidence is lower where the total depends on a few days', () => {
  const [steady] = found(even(20));
  const [uneven] = found([...Array.from({ length: 19 }, (_, day) => [day % 2 ? 60 : -62]), [100]]);
  // Every draw has the same total: all of them support the share, times 0.8 as it is seen once.
  expect(steady?.confidence).toBe(80);
  expect(uneven?.confidence).toBeLessThan(60);
});
