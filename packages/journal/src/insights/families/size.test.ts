/** Trades above the usual size against the others. */
import { expect, test } from 'vitest';
import { tradeColumns } from '#insights/claims/trade-columns.ts';
import { SeededRandom } from '#numbers/random.ts';
import { insightsOf, type StatedTrade, sampleOf, statedDays } from '#testing/stated-trades.ts';
import { size } from './size.ts';

const PLAN = { shuffles: 500, enough: 1000 };

/** Contracts and result of each trade of a day. */
const sized = (...each: readonly (readonly [quantity: number, net: number])[]): StatedTrade[] =>
  each.map(([quantity, net], place) => ({ at: place * 60, net, quantity }));

const asked = (days: number, ofDay: (day: number) => readonly StatedTrade[]) =>
  sampleOf(size(tradeColumns(statedDays(days, ofDay))));

const USUAL_DAY = () => sized([1, 40], [2, -60], [1, 20], [1, -30]);

test('larger trades that do worse are a weakness against trades at the usual size', () => {
  const insight = insightsOf(statedDays(30, USUAL_DAY)).get('size:larger');
  // 30 of -60 against 90 of +10; all -7.5; shrunk (-1800 - 150) / 50 - 10 = -49.
  expect(insight).toMatchObject({
    kind: 'size',
    standing: 'proven',
    insightType: 'weakness',
    title: 'Your larger trades do worse',
    actionable: 'Stay at your usual size for 30 trades, then check again.',
    effect: { value: -49_000_000, n: 30, days: 30, mean: -60_000_000, baseline: 10_000_000 },
  });
  expect(insight?.description).toContain(
    'Trades above your usual size lost $60.00 on average (30 trades, 30 days), against +$10.00 at your usual size or below. ' +
      'Allowing for the size of the sample, the difference is −$49.00 a trade (95% range −$70.00 to −$70.00).',
  );
});

test('larger trades that do better are a strength', () => {
  expect(
    insightsOf(statedDays(30, () => sized([1, -40], [2, 60], [1, -20], [1, 30]))).get('size:larger'),
  ).toMatchObject({
    insightType: 'strength',
    title: 'Your larger trades do better',
    effect: { mean: 60_000_000 },
  });
});

test('results that do not depend on the size are no finding', () => {
  const days = statedDays(30, (day) =>
    sized([1, 40], [2, day % 2 ? -40 : 40], [1, -40], [1, day % 2 ? 40 : -40]),
  );
  expect(insightsOf(days).has('size:larger')).toBe(false);
});

test('the overall question is the rank correlation of size and result within the day', () => {
  const falling = size(tradeColumns(statedDays(30, () => sized([1, 40], [2, 20], [3, -20], [4, -40]))));
  const answer = falling?.overall?.(PLAN, new SeededRandom(1));
  expect(answer?.t).toBeCloseTo(-1, 9);
  expect(answer?.p).toBeLessThan(0.01);
  const rising = size(tradeColumns(statedDays(30, () => sized([1, -40], [2, -20], [3, 20], [4, 40]))));
  expect(rising?.overall?.(PLAN, new SeededRandom(1))?.t).toBeCloseTo(1, 9);
});

test('large days are not compared with small days', () => {
  // Days of two contracts lose, days of one win: within a day nothing is larger.
  expect(asked(80, (day) => (day % 2 ? sized([2, -40], [2, -60]) : sized([1, 40], [1, 60])))).toBeNull();
});

test('it takes 30 larger trades and 30 others', () => {
  const pair = () => sized([1, 40], [2, -60]);
  expect(asked(30, pair)).toEqual({ slice: 30, rest: 30 });
  expect(asked(29, pair)).toBeNull();
  expect(asked(30, (day) => (day === 0 ? sized([2, -60]) : pair()))).toBeNull();
  expect(asked(30, (day) => (day === 0 ? sized([1, 40]) : pair()))).toBeNull();
});

test('half of the least sample must share a day with a trade of the usual size', () => {
  const shared = (n: number) => (day: number) =>
    day < n ? sized([1, 40], [2, -60]) : day % 2 ? sized([1, 40], [1, 40]) : sized([2, -60]);
  expect(asked(80, shared(15))).not.toBeNull();
  expect(asked(80, shared(14))).toBeNull();
});

test('the usual size is the lower median, so that equal halves of one and two contracts make two the larger', () => {
  expect(asked(30, () => sized([1, 40], [2, -60], [1, 10], [2, -10]))).toEqual({ slice: 60, rest: 60 });
});

test('with many sizes only the largest third is larger', () => {
  // Usual size 3 of 1 to 6; the third begins at the fifth of six.
  expect(asked(30, () => sized([1, 5], [2, 5], [3, 5], [4, 5], [5, -5], [6, -5]))).toEqual({
    slice: 60,
    rest: 120,
  });
});

test('a size that never changes is not compared', () => {
  expect(asked(60, () => sized([3, 40], [3, -60]))).toBeNull();
});

test('ten micros are one standard contract, and each product has its own usual size', () => {
  const micro = (quantity: number, net: number, at: number): StatedTrade => ({
    at,
    net,
    quantity,
    root: 'MES',
    pointValue: 5,
  });
  expect(asked(30, () => [...sized([1, 40]), micro(10, 20, 120), micro(20, -60, 180)])).toEqual({
    slice: 30,
    rest: 60,
  });
  const crude = (quantity: number, net: number, at: number): StatedTrade => ({
    at,
    net,
    quantity,
    root: 'CL',
    pointValue: 1000,
  });
  expect(asked(30, () => [...sized([1, 40], [2, -60]), crude(1, 20, 120), crude(1, 20, 180)])).toEqual({
    slice: 30,
    rest: 90,
  });
});

test('trades of unknown point value are on neither side', () => {
  const unknown: StatedTrade = { at: 300, net: -500, quantity: 9, root: 'CFD', pointValue: null };
  // Fewer than one in ten, so that the question is not excluded.
  const days = statedDays(30, (day) => [...USUAL_DAY(), ...(day % 3 === 0 ? [unknown] : [])]);
  expect(sampleOf(size(tradeColumns(days)))).toEqual({ slice: 30, rest: 90 });
  expect(insightsOf(days).get('size:larger')?.effect).toMatchObject({ n: 30, baseline: 10_000_000 });
});
