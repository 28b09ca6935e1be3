/** The chance that a balance is used up, against cases that are certain or can be counted. */
import { expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { tradesOfNets } from '#testing/closed-trades.ts';
import { daySegmentsOf } from './equity-path.ts';
import { riskOfRuinOf } from './ruin.ts';
import { tradeDaysOf } from './trade-days.ts';

/** `days` days of these results in turn, `perDay` trades a day, with a balance in units of money. */
const risk = (nets: readonly number[], balance: number | null, days = 60, perDay = 1) => {
  const all = Array.from({ length: days * perDay }, (_, at) => nets[at % nets.length]!);
  return riskOfRuinOf(
    daySegmentsOf(tradeDaysOf(tradesOfNets(all, perDay))),
    balance === null ? null : balance * 1e6,
    new SeededRandom(1),
  );
};

test('days that never lose never ruin', () => {
  expect(risk([50, 0], 100)).toMatchObject({ value: 0, n: 60, ci95: [0, 0], judged: true });
});

test('days that always lose ruin within the year exactly when the balance lasts no longer', () => {
  expect(risk([-10], 2520)).toMatchObject({ value: 1, ci95: [1, 1] });
  expect(risk([-10], 2520.01)).toMatchObject({ value: 0, ci95: [0, 0] });
});

test('the lowest point of a day counts, not its end', () => {
  // Every day falls to -100 and ends at +20.
  expect(risk([-100, 120], 100, 60, 2).value).toBe(1);
  expect(risk([-100, 120], 100.01, 60, 2).value).toBe(0);
});

test('one step from ruin, a fair coin ruins nearly always within a year', () => {
  // Of 252 steps a walk that may not step below zero survives with a chance of about sqrt(2 / (pi x 252)): 5 of 100.
  const { value, ci95 } = risk([100, -100], 100);
  expect(value).toBeGreaterThan(0.92);
  expect(value).toBeLessThan(0.97);
  expect(ci95?.[0]).toBeLessThan(value ?? 0);
});

test('a larger balance is safer, and a better record too', () => {
  const chances = [100, 500, 1500, 4000].map((balance) => risk([100, -100], balance).value ?? Number.NaN);
  expect(chances).toEqual(chances.toSorted((a, b) => b - a));
  expect(chances[0]).toBeGreaterThan(chances[3]! + 0.8);
  expect(risk([120, -100], 1000).value).toBeLessThan(risk([100, -120], 1000).value ?? 0);
});

test('it takes sixty days, a balance, and one above zero', () => {
  expect(risk([50], 100, 59)).toMatchObject({ value: null, n: 59, reason: 'too-few-days' });
  expect(risk([50], null)).toMatchObject({ value: null, reason: 'no-balance' });
  expect(risk([50], 0)).toMatchObject({ value: null, reason: 'not-positive' });
  expect(risk([50], -5)).toMatchObject({ value: null, reason: 'not-positive' });
  expect(risk([50], null, 59).reason).toBe('too-few-days');
});
