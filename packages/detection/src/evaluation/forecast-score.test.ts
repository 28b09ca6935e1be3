import { expect, test } from 'vitest';
import { type ForecastOutcome, forecastFigures } from './forecast-score.ts';

const outcome = (followed: number, isComplete: boolean, chance = 0.5): ForecastOutcome => ({
  chances: { 1: chance, 3: chance, 10: chance },
  low: 1,
  high: 4,
  followed,
  isComplete,
});

test('the Brier score is the mean square between what was forecast and what followed', () => {
  const figures = forecastFigures([outcome(0, true, 0.2), outcome(2, true, 0.9)]);
  expect(figures.brier[1]).toBeCloseTo((0.2 ** 2 + 0.1 ** 2) / 2, 12);
  expect(figures.skill[1]).toBeCloseTo(1 - 0.025 / 0.25, 12);
  expect(figures.brier[3]).toBeCloseTo((0.2 ** 2 + 0.9 ** 2) / 2, 12);
});

test('the band covers the share of complete icebergs whose rest lies within it', () => {
  const figures = forecastFigures([0, 1, 2, 3, 4, 5, 4, 3, 2, 1].map((followed) => outcome(followed, true)));
  expect(figures.coverage).toBeCloseTo(0.8, 12);
  expect(figures.complete).toBe(10);
});

test('an iceberg that was cancelled counts as far as it went, and others stand for the rest of it', () => {
  // Two of five were cancelled at once: what went on stands for all that might have, by 1 / (3 / 5).
  const figures = forecastFigures([
    outcome(0, false),
    outcome(0, false),
    outcome(2, true),
    outcome(2, true),
    outcome(0, true),
  ]);
  expect(figures.forecasts).toBe(5);
  expect(figures.coverage).toBeCloseTo(2 / 0.6 / (2 / 0.6 + 1), 12);
});

test('without an ended iceberg there is no figure', () => {
  expect(forecastFigures([])).toEqual({
    forecasts: 0,
    complete: 0,
    brier: { 1: null, 3: null, 10: null },
    skill: { 1: null, 3: null, 10: null },
    coverage: null,
  });
});
