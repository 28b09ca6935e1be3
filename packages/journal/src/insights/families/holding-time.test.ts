/** Whether losers are held longer than winners. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { insightsOf, type StatedTrade, sampleOf, statedDays } from '#testing/stated-trades.ts';
import { holdingTime } from './holding-time.ts';

/** Two winners and two losers a day that last so many minutes. */
const heldFor = (winner: number, loser: number) => (): StatedTrade[] => [
  { at: 0, net: 50, lasts: winner },
  { at: 60, net: -50, lasts: loser },
  { at: 120, net: 50, lasts: winner },
  { at: 180, net: -50, lasts: loser },
];

const asked = (days: number, ofDay: (day: number) => readonly StatedTrade[]) =>
  sampleOf(holdingTime(tradeColumns(statedDays(days, ofDay))));

const valuesOf = (ofDay: () => readonly StatedTrade[]) =>
  holdingTime(tradeColumns(statedDays(20, ofDay)))?.claims[0]?.values;

test('losers that last four times as long are a change to try, with the ratio of the times', () => {
  const insight = insightsOf(statedDays(30, heldFor(5, 20))).get('holding-time');
  // ln 4 between 60 and 60, shrunk by 20 to the middle of both: 7/8 of it, a ratio of 4^0.875.
  expect(insight).toMatchObject({
    standing: 'proven',
    insightType: 'recommendation',
    title: 'You hold losers longer than winners',
    actionable: 'Give the next 30 trades a time limit of your usual winner, then check again.',
    effect: { value: 3.363586, unit: 'ratio', n: 60, days: 30, mean: 4, baseline: 1 },
    impactMicrosPerMonth: null,
  });
  expect(insight?.effect?.ci95?.[0]).toBeCloseTo(4, 6);
  expect(insight?.description).toContain(
    'Your losing trades lasted 4.00 times as long as your winning ones (60 trades, 30 days). Allowing for the size of the ' +
      'sample, the ratio is 3.36 (95% range 4.00 to 4.00).',
  );
});

test('the ratio is that of the geometric means: one trade of many hours does not decide it', () => {
  const insight = insightsOf(
    statedDays(30, () => heldFor(4, 4)().map((trade, at) => (at === 3 ? { ...trade, lasts: 64 } : trade))),
  ).get('holding-time');
  // Losers of 4 and 64 minutes are 16 on the logarithm's scale, and 34 on the clock's.
  expect(insight?.effect?.mean).toBe(4);
});

test('losers that are cut sooner, or last as long, are not reported', () => {
  expect(insightsOf(statedDays(30, heldFor(20, 5))).has('holding-time')).toBe(false);
  expect(insightsOf(statedDays(30, heldFor(10, 10))).has('holding-time')).toBe(false);
});

test('it takes 20 losers and 20 winners', () => {
  expect(asked(10, heldFor(5, 20))).toEqual({ slice: 20, rest: 20 });
  const all = heldFor(5, 20);
  expect(asked(10, (day) => (day === 0 ? all().slice(0, 3) : all()))).toBeNull();
  expect(asked(10, (day) => (day === 0 ? all().slice(1) : all()))).toBeNull();
});

test('trades that neither won nor lost, or have no usable times, are left out', () => {
  const more = (extra: StatedTrade) => asked(10, () => [...heldFor(5, 20)(), extra]);
  expect(more({ at: 240, net: 0 })).toEqual({ slice: 20, rest: 20 });
  expect(more({ at: 240, net: -9, entryMs: null })).toEqual({ slice: 20, rest: 20 });
  expect(more({ at: 240, net: -9, lasts: -1 })).toEqual({ slice: 20, rest: 20 });
  expect(more({ at: 240, net: -9, lasts: 0 })).toEqual({ slice: 30, rest: 20 });
});

test('less than a second counts as a second, so that the logarithm has a floor', () => {
  const values = valuesOf(heldFor(0, 0.5 / 60));
  expect(values?.[0]).toBeCloseTo(Math.log(1000), 12);
  expect(values?.[1]).toBeCloseTo(Math.log(1000), 12);
  expect(valuesOf(heldFor(2 / 60, 5))?.[0]).toBeCloseTo(Math.log(2000), 12);
});
