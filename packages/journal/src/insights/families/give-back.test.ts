/** What the better days give back between their best closed result and their end. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { dayOfNets, statedDays } from '#testing/stated-trades.ts';
import { giveBack } from './give-back.ts';

const SAMPLING = { seed: 1, resamples: 200 };

const backOf = (days: number, ofDay: (day: number) => readonly number[]) =>
  giveBack(tradeColumns(statedDays(days, (day) => dayOfNets(...ofDay(day)))), SAMPLING)[0];

/** Every second day is good and gives back 40 of 100. */
const alternating = (day: number) => (day % 2 ? [60, 40, -40] : [10, -5]);

test('the better days give back a share of their peak, an amount a day and a sum a month', () => {
  const insight = backOf(60, alternating);
  expect(insight).toMatchObject({
    key: 'give-back',
    standing: 'fact',
    insightType: 'other',
    priority: 'low',
    actionable: '',
    title: 'Your good days give back 40% of their peak',
    description:
      'On 30 days with a peak above your usual one, 40% of the peak was gone by the end of the day (95% range 40% to 40%): ' +
      '$40.00 a day on average. By closed trades only; a day of pure chance gives back too.',
    effect: { value: 0.4, ci95: [0.4, 0.4], unit: 'rate', n: 150, days: 30, mean: 0.4, baseline: null },
    details: [{ name: 'given back on an average such day', value: 40_000_000, unit: 'micros' }],
  });
  // 1200 from 14:32 on 5 January to 15:32 on 27 March: 81 days and an hour.
  expect(insight?.impactMicrosPerMonth).toBe(-Math.round(1200e6 / ((81 + 1 / 24) / 30.436875)));
});

test('from half of the peak on a change is suggested', () => {
  expect(backOf(60, (day) => (day % 2 ? [100, -49.99] : [10]))).toMatchObject({
    insightType: 'other',
    priority: 'low',
  });
  expect(backOf(60, (day) => (day % 2 ? [100, -50] : [10]))).toMatchObject({
    insightType: 'recommendation',
    priority: 'medium',
    actionable: 'End the day after giving back half of its peak for 20 days, then compare this share again.',
  });
});

test('the share is of all peaks together, not an average of the days', () => {
  // 15 days give back 90 of 100, 15 give back none of 300: 1350 of 6000.
  const insight = backOf(60, (day) => (day % 2 === 0 ? [10] : day % 4 === 1 ? [100, -90] : [300]));
  expect(insight?.effect?.value).toBeCloseTo(0.225, 12);
  expect(insight?.details[0]?.value).toBe(45_000_000);
});

test('the peak is the highest of the day, also when the day ends on it or falls below zero', () => {
  expect(backOf(60, (day) => (day % 2 ? [50, -20, 70] : [10]))?.effect?.value).toBe(0);
  expect(backOf(60, (day) => (day % 2 ? [50, -20, 70, -250] : [10]))?.effect?.value).toBe(2.5);
});

test('a day without a gain has no peak above zero and is no good day', () => {
  // The median peak is 0, and 20 of 60 days have more.
  expect(backOf(60, (day) => (day % 3 ? [-30] : [40, -10]))?.effect).toMatchObject({ value: 0.25, days: 20 });
  expect(backOf(60, () => [-30, 20])).toBeUndefined();
});

test('days at the median peak are usual ones', () => {
  expect(backOf(60, () => [100, -40])).toBeUndefined();
  expect(backOf(41, (day) => (day < 21 ? [100, -40] : [100.01, -40]))?.effect?.days).toBe(20);
});

test('it takes 20 days with a peak above the median', () => {
  expect(backOf(40, alternating)?.effect?.days).toBe(20);
  expect(backOf(38, alternating)).toBeUndefined();
  expect(backOf(39, alternating)).toBeUndefined();
});

test('every day begins at zero', () => {
  // Carried over, the peak of every later day would be higher.
  expect(backOf(60, (day) => (day % 2 ? [100, -40] : [30]))?.effect?.value).toBe(0.4);
});
