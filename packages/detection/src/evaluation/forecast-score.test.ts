import { expect, test } from 'vitest';
import {
  bandCoverage,
  brierAt,
  type ForecastOutcome,
  forecastFigures,
  type Horizon,
  skillAt,
} from './forecast-score.ts';

const SEED = 7;

const outcome = (followed: number, isComplete: boolean, chance = 0.5): ForecastOutcome => ({
  chances: { 1: chance, 3: chance, 10: chance },
  low: 1,
  high: 4,
  followed,
  isComplete,
});

test('the Brier score is the mean square between what was forecast and what followed', () => {
  const outcomes = [outcome(0, true, 0.2), outcome(2, true, 0.9)];
  expect(brierAt(outcomes, 1)).toBeCloseTo((0.2 ** 2 + 0.1 ** 2) / 2, 12);
  expect(skillAt(outcomes, 1)).toBeCloseTo(1 - 0.025 / 0.25, 12);
  expect(brierAt(outcomes, 3)).toBeCloseTo((0.2 ** 2 + 0.9 ** 2) / 2, 12);
});

test('the band covers the share of complete icebergs whose rest lies within it', () => {
  const outcomes = [0, 1, 2, 3, 4, 5, 4, 3, 2, 1].map((followed) => outcome(followed, true));
  expect(bandCoverage(outcomes)).toBeCloseTo(0.8, 12);
});

test('an iceberg that was cancelled counts as far as it went, and others represent the rest of it', () => {
  const outcomes = [
    outcome(0, false),
    outcome(0, false),
    outcome(2, true),
    outcome(2, true),
    outcome(0, true),
  ];
  // Two of five were cancelled in the first display size: the three others, whatever became of them, represent 5/3 each.
  expect(bandCoverage(outcomes)).toBeCloseTo(2 / 3, 12);
  // Then one of the two that were left is cancelled in the third: the other represents twice as many.
  const later = [outcome(0, false), outcome(0, true), outcome(2, false), outcome(2, true)];
  expect(bandCoverage(later)).toBeCloseTo((2 * (4 / 3)) / (4 / 3 + 2 * (4 / 3)), 12);
});

/** Of 1,600 icebergs half are cancelled in the first display size; half of what is left ends with each display size. */
const CENSORED = [
  ...Array.from({ length: 800 }, () => outcome(0, false, 0.3)),
  ...Array.from({ length: 400 }, () => outcome(0, true, 0.3)),
  ...Array.from({ length: 200 }, () => outcome(1, true, 0.3)),
  ...Array.from({ length: 100 }, () => outcome(2, true, 0.3)),
  ...Array.from({ length: 100 }, () => outcome(4, true, 0.3)),
];

test.each([
  [1, 0.5],
  [3, 0.125],
] as const)(
  'the share that goes on for %i display sizes is that of a market in which nobody cancels',
  (horizon, share) => {
    const { horizons } = forecastFigures([CENSORED], SEED);
    expect(horizons.find(({ displaySizes }) => displaySizes === horizon)?.baseRate).toBeCloseTo(share, 12);
    expect(brierAt(CENSORED, horizon)).toBeCloseTo(share * 0.7 ** 2 + (1 - share) * 0.3 ** 2, 12);
    // The constant base rate has a score of share (1 - share)
    const skill = 1 - (share * 0.7 ** 2 + (1 - share) * 0.3 ** 2) / (share * (1 - share));
    expect(skillAt(CENSORED, horizon)).toBeCloseTo(skill, 12);
  },
);

test('cancelling late changes nothing of what is known before it', () => {
  const whole = [0, 0, 1, 1, 2, 5].map((followed) => outcome(followed, true));
  const cancelled = whole.map((one) => (one.followed === 5 ? { ...one, isComplete: false } : one));
  for (const horizon of [1, 3] as const) expect(brierAt(cancelled, horizon)).toBe(brierAt(whole, horizon));
  expect(brierAt(cancelled, 10)).toBeCloseTo(0.25, 12);
  expect(skillAt(cancelled, 10)).toBeNaN();
});

test('the ends of the band belong to it, and an open end holds everything above', () => {
  const within = (followed: number, high = 4): number => bandCoverage([{ ...outcome(followed, true), high }]);
  expect([0, 1, 4, 5].map((followed) => within(followed))).toEqual([0, 1, 1, 0]);
  expect(within(1000, Number.POSITIVE_INFINITY)).toBe(1);
});

test('nothing that is known gives no score', () => {
  expect([brierAt([], 1), skillAt([], 1), bandCoverage([])].every(Number.isNaN)).toBe(true);
  expect(brierAt([outcome(2, false)], 3)).toBeNaN();
  expect(bandCoverage([outcome(2, false)])).toBeNaN();
});

test('figures begin with thirty known outcomes of a horizon', () => {
  const session = (known: number): ForecastOutcome[] =>
    Array.from({ length: known }, (_, at) => outcome(at % 2 === 0 ? 0 : 2, true));
  const briers = (known: number): boolean[] =>
    forecastFigures([session(known)], SEED).horizons.map(({ brier }) => brier !== null);
  expect(briers(29)).toEqual([false, false, false]);
  expect(briers(30)).toEqual([true, true, true]);
  expect(forecastFigures([session(29)], SEED).coverage).toBeNull();
  expect(forecastFigures([session(30)], SEED).coverage?.value).toBeCloseTo(0.5, 12);
});

test('figures of many sessions lie inside their intervals, and the same seed gives the same ones', () => {
  const session = (shift: number): ForecastOutcome[] =>
    [0, 1, 2, 3, 4, 5, 12].map((followed) => outcome(followed + shift, true, followed > 2 ? 0.8 : 0.4));
  const sessions = [0, 1, 0, 2, 0, 1, 0, 0].map(session);
  const figures = forecastFigures(sessions, SEED);
  expect(figures).toMatchObject({ forecasts: 56, complete: 56 });
  expect(figures.horizons.map(({ displaySizes }) => displaySizes)).toEqual([1, 3, 10]);
  for (const { brier, skill } of [...figures.horizons, { brier: figures.coverage, skill: null }]) {
    for (const estimate of [brier, skill]) {
      if (estimate === null) continue;
      expect(estimate.low).toBeLessThanOrEqual(estimate.value);
      expect(estimate.high).toBeGreaterThanOrEqual(estimate.value);
    }
  }
  expect(forecastFigures(sessions, SEED)).toEqual(figures);
});

test('too few known outcomes give no figure, and cancelled ones are not known beyond where they went', () => {
  const none = (displaySizes: Horizon) => ({ displaySizes, baseRate: null, brier: null, skill: null });
  expect(forecastFigures([[]], SEED)).toEqual({
    forecasts: 0,
    complete: 0,
    horizons: [none(1), none(3), none(10)],
    coverage: null,
  });
  const cancelled = Array.from({ length: 40 }, () => outcome(1, false));
  const figures = forecastFigures([cancelled], SEED);
  expect(figures.horizons[0]?.baseRate).toBe(1);
  expect(figures.horizons[0]?.skill).toBeNull();
  expect(figures.horizons[1]).toEqual(none(3));
});
