/** The daily trend at its limits: 0.5 % from first to last close, a range of 0.3 %, ten closes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dailyTrend } from './daily-trend.ts';

const trendOf = (closes: readonly number[]) => dailyTrend(closes.map((closeTicks) => ({ closeTicks })));
/** Ten closes that begin at one price, go to another at once and stay there. */
const step = (first: number, last: number): number[] => [first, ...Array.from({ length: 9 }, () => last)];

test('fewer than ten closes have no direction', () => {
  expect(trendOf([])).toBe('consolidating');
  expect(trendOf([100])).toBe('consolidating');
  expect(trendOf(step(1000, 2000).slice(0, 9))).toBe('consolidating');
  expect(trendOf(step(1000, 2000))).toBe('bullish');
});

test('a change of exactly half a per cent is no trend, a tick more is', () => {
  expect(trendOf(step(20_000, 20_100))).toBe('consolidating');
  expect(trendOf(step(20_000, 20_101))).toBe('bullish');
  expect(trendOf(step(20_000, 19_900))).toBe('consolidating');
  expect(trendOf(step(20_000, 19_899))).toBe('bearish');
});

test('a wide range without a change from first to last is no trend', () => {
  expect(trendOf([10_000, 10_500, 9500, 10_400, 9600, 10_300, 9700, 10_200, 9800, 10_000])).toBe(
    'consolidating',
  );
});

test('only the last ten closes count', () => {
  expect(trendOf([50_000, ...step(1000, 1100)])).toBe('bullish');
  expect(trendOf([...step(1000, 1100), 1100])).toBe('consolidating');
});

test('prices that do not move are no trend, and neither is a first close of zero', () => {
  expect(trendOf(step(5000, 5000))).toBe('consolidating');
  expect(trendOf(step(0, 5000))).toBe('consolidating');
});

test('below zero a rise is still bullish', () => {
  expect(trendOf(step(-1000, -990))).toBe('bullish');
  expect(trendOf(step(-1000, -1010))).toBe('bearish');
});

test('the mirror image of a market has the opposite trend', () => {
  const opposite = { bullish: 'bearish', bearish: 'bullish', consolidating: 'consolidating' } as const;
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 900, max: 1100 }), { minLength: 10, maxLength: 14 }), (closes) => {
      expect(trendOf(closes.map((close) => -close))).toBe(opposite[trendOf(closes)]);
    }),
  );
});
