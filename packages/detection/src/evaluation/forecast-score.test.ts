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
  // Two of five were cancelled at once: what continued represents all that might have, by 1 / (3 / 5).
  const outcomes = [
    outcome(0, false),
    outcome(0, false),
    outcome(2, true),
    outcome(2, true),
    outcome(0, true),
  ];
  // The one that was complete at once ended in the same step, so it represents as many.
  expect(bandCoverage(outcomes)).toBeCloseTo(2 / 0.6 / (2 / 0.6 + 1), 12);
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
