/** Indicators have their published values, nothing before they are defined, and the same values live as over the past. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChartBar } from '#chart/data/chart-input.ts';
import { IndicatorSeries } from './indicator-series.ts';
import { INDICATOR_KINDS, INDICATORS, type IndicatorChoice } from './study-choices.ts';

function barOf(startMs: number, closeTicks: number, lowTicks = closeTicks, highTicks = closeTicks): ChartBar {
  return {
    ...{ startMs, openTicks: closeTicks, highTicks, lowTicks, closeTicks },
    ...{ volume: 1, buyVolume: 1, sellVolume: 0, vwapTicks: null },
  };
}

function linesOf(choice: IndicatorChoice, bars: readonly ChartBar[]) {
  const series = new IndicatorSeries(choice);
  series.update(bars);
  return series.lines;
}

const closes = (values: readonly number[]): ChartBar[] => values.map((close, at) => barOf(at * 1000, close));
const knownFrom = (values: readonly number[]): number => values.findIndex((value) => !Number.isNaN(value));

// StockCharts ChartSchool, "Relative Strength Index": QQQQ from 14 December 2009, its spreadsheet's RSI of 14 days
const QQQQ = [
  44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826, 45.8931, 46.0328,
  45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439, 46.2122,
];

test('the RSI of the published example is its own to the second digit, from the fifteenth close on', () => {
  const [rsi = []] = linesOf({ kind: 'rsi', numbers: [14] }, closes(QQQQ));
  expect(knownFrom(rsi)).toBe(14);
  const published = [70.53, 66.32, 66.55, 69.41, 66.36, 57.97, 62.93];
  for (const [at, value] of published.entries()) expect(rsi[14 + at]).toBeCloseTo(value, 1);
});

test('averages weigh as they are defined', () => {
  const [sma] = linesOf({ kind: 'sma', numbers: [3] }, closes([1, 2, 3, 10]));
  expect(sma).toEqual([Number.NaN, Number.NaN, 2, 5]);
  // Half of each close and half of what was before: 1, 1.5, 2.25, 6.125
  const [ema] = linesOf({ kind: 'ema', numbers: [3] }, closes([1, 2, 3, 10]));
  expect(ema).toEqual([Number.NaN, Number.NaN, 2.25, 6.125]);
});

test('Bollinger bands are at deviations of the population, each bar counting once', () => {
  const [upper, middle, lower] = linesOf({ kind: 'bollinger', numbers: [4, 2] }, closes([2, 4, 4, 6]));
  expect([upper?.[3], middle?.[3], lower?.[3]]).toEqual([4 + 2 * Math.SQRT2, 4, 4 - 2 * Math.SQRT2]);
  expect(knownFrom(middle ?? [])).toBe(3);
});

test('the true range reaches to the close before, and its average is smoothed as Wilder does', () => {
  // Ranges 2, then 5 from the close of 10 to the high of 15, then 1: (2 + 5) / 2 = 3.5, then (3.5 + 1) / 2
  const bars = [barOf(0, 10, 9, 11), barOf(1, 14, 13, 15), barOf(2, 14, 13.5, 14.5)];
  const [atr] = linesOf({ kind: 'atr', numbers: [2] }, bars);
  expect(atr).toEqual([Number.NaN, 3.5, 2.25]);
});

test('MACD is known with its slow average, and its signal only after as many values of it', () => {
  const values = Array.from({ length: 40 }, (_, at) => 100 + Math.sin(at) * 5);
  const [line = [], signal = [], histogram = []] = linesOf(
    { kind: 'macd', numbers: [12, 26, 9] },
    closes(values),
  );
  expect([knownFrom(line), knownFrom(signal), knownFrom(histogram)]).toEqual([25, 33, 33]);
  expect(histogram[39]).toBeCloseTo(line[39]! - signal[39]!, 10);
});

test('of fewer bars than an indicator needs nothing is known', () => {
  for (const kind of INDICATOR_KINDS) {
    const lines = linesOf({ kind, numbers: INDICATORS[kind].standard }, closes([1, 2, 3]));
    expect(lines.flat().every(Number.isNaN)).toBe(true);
  }
});

const step = fc.record({ close: fc.integer({ min: 90, max: 110 }), isReplaced: fc.boolean() });

test('bars that form, one state after another, end with the values of the finished list', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...INDICATOR_KINDS),
      fc.array(step, { minLength: 1, maxLength: 60 }),
      (kind, steps) => {
        const choice = { kind, numbers: kind === 'macd' ? [2, 4, 3] : kind === 'bollinger' ? [4, 2] : [3] };
        const live = new IndicatorSeries(choice);
        let bars: ChartBar[] = [];
        for (const { close, isReplaced } of steps) {
          const start = isReplaced && bars.length > 0 ? bars.length - 1 : bars.length;
          bars = [...bars.slice(0, start), barOf(start, close, close - 1, close + 1)];
          live.update(bars);
        }
        const whole = linesOf(choice, bars);
        // NaN equals NaN here, and rounding differs in the last digits
        const rounded = (lines: readonly (readonly number[])[]) =>
          lines.map((values) => values.map((value) => Math.round(value * 1e6) / 1e6 + 0));
        expect(rounded(live.lines)).toEqual(rounded(whole));
      },
    ),
    { numRuns: 60 },
  );
});
