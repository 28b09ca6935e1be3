/** Figures that are valid, and the reasons of those that are not. */
import { expect, test } from 'vitest';
import { FIGURE_NAMES, FIGURES, type FigureFormat } from './figures.ts';
import { figureOf, missing } from './make-statistic.ts';

const MONEY: FigureFormat = { label: 'Money', unit: 'money', show: 10, judge: 30 };
const RATIO: FigureFormat = { label: 'Ratio', unit: 'ratio', show: 10, judge: 30 };

test('a figure has its value, sample and interval', () => {
  expect(figureOf(RATIO, 30, 1.25, [1, 1.5])).toEqual({ value: 1.25, n: 30, ci95: [1, 1.5], judged: true });
});

test('it is shown from one sample on and judged from another', () => {
  expect(figureOf(RATIO, 9, 1.25, [1, 1.5])).toEqual({
    value: null,
    n: 9,
    ci95: null,
    reason: 'too-few',
    judged: false,
  });
  expect(figureOf(RATIO, 10, 1.25, null)).toEqual({ value: 1.25, n: 10, ci95: null, judged: false });
  expect(figureOf(RATIO, 29, 1.25, null).judged).toBe(false);
  expect(figureOf(RATIO, 30, 1.25, null).judged).toBe(true);
});

test('what was divided by nothing has a reason in place of a value', () => {
  for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])
    expect(figureOf(RATIO, 40, value, [0, 1])).toEqual({
      value: null,
      n: 40,
      ci95: null,
      reason: 'no-variation',
      judged: false,
    });
});

test('too few comes before no variation', () => {
  expect(figureOf(RATIO, 3, Number.NaN, null).reason).toBe('too-few');
});

test('money is whole micros with its interval, a ratio keeps its fraction', () => {
  expect(figureOf(MONEY, 40, 12.5, [-3.4, 99.6])).toMatchObject({ value: 13, ci95: [-3, 100] });
  expect(figureOf(RATIO, 40, 12.5, [-3.4, 99.6])).toMatchObject({ value: 12.5, ci95: [-3.4, 99.6] });
  expect(figureOf({ ...MONEY, unit: 'duration' }, 40, 12.4, null).value).toBe(12);
  expect(figureOf({ ...MONEY, unit: 'rate' }, 40, 0.4, null).value).toBe(0.4);
});

test('zero has no sign', () => {
  expect(Object.is(figureOf(MONEY, 40, -0.2, [-0.1, 0])?.value, 0)).toBe(true);
  expect(Object.is(figureOf(MONEY, 40, 1, [-0.1, 0]).ci95?.[0], 0)).toBe(true);
  expect(Object.is(figureOf(RATIO, 40, -0, null).value, 0)).toBe(true);
});

test('a missing figure has its reason and sample', () => {
  expect(missing('no-losses', 12)).toEqual({
    value: null,
    n: 12,
    ci95: null,
    reason: 'no-losses',
    judged: false,
  });
  expect(missing('no-stops').n).toBe(0);
});

test('nothing of the catalogue is judged before it is shown, and every label occurs once', () => {
  for (const name of FIGURE_NAMES)
    expect(FIGURES[name].judge, name).toBeGreaterThanOrEqual(FIGURES[name].show);
  expect(new Set(FIGURE_NAMES.map((name) => FIGURES[name].label)).size).toBe(FIGURE_NAMES.length);
  expect(FIGURE_NAMES.slice(0, 4)).toEqual(['totalTrades', 'winRate', 'profitFactor', 'maxDrawdown']);
});
