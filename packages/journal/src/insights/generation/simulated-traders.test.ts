/**
 * The two guarantees, on traders simulated from seeds: without edge or habit a strength or weakness is rarely reported,
 * and a habit of half a standard deviation in about 100 of 400 trades is found. `LONG_TESTS=1` takes a thousand of
 * each.
 */
import { HOUR_MS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import type { Insight } from '#insights/claims/insight.ts';
import { HABITS, type Habit, simulatedTrader } from '#testing/simulated-trader.ts';
import { generateInsights } from './generate-insights.ts';
import type { Effort } from './generation-options.ts';

const LONG = process.env['LONG_TESTS'] === '1';
/** Fewer shuffles and draws than in production, the same code: p-values are coarser but still valid. */
const EFFORT: Effort = {
  shuffles: LONG ? 4000 : 1000,
  enough: LONG ? 30 : 12,
  resamples: LONG ? 500 : 100,
  shuffledTrades: 4e8,
};
const TRADERS = LONG ? 1000 : 100;
const EACH_HABIT = LONG ? 1000 : Math.ceil(TRADERS / HABITS.length);
const TRADES = 400;

const judgedOf = (seed: number, habit?: Habit, tradesPerDay = 8): Insight[] =>
  generateInsights(simulatedTrader({ seed, trades: TRADES, tradesPerDay, ...(habit ? { habit } : {}) }), {
    seed,
    effort: EFFORT,
  }).insights.filter(({ insightType }) => insightType === 'strength' || insightType === 'weakness');

const shareOf = (n: number, holds: (at: number) => boolean): number =>
  Array.from({ length: n }, (_, at) => holds(at)).filter(Boolean).length / n;

describe('traders without edge or habit', () => {
  test(
    'get a strength or weakness in at most 5 of 100 cases',
    () => {
      expect(shareOf(TRADERS, (at) => judgedOf(50_000 + at).length > 0)).toBeLessThanOrEqual(0.05);
    },
    HOUR_MS,
  );
});

describe('a planted habit of half a standard deviation', () => {
  test(
    `is found as a weakness of its kind in at least 80 of 100 traders, ${EACH_HABIT} of each habit`,
    () => {
      const found = new Map(
        HABITS.map((habit) => [
          habit,
          shareOf(EACH_HABIT, (at) =>
            judgedOf(90_000 + at, habit).some(
              ({ kind, insightType }) => kind === habit && insightType === 'weakness',
            ),
          ),
        ]),
      );
      const shares = [...found.values()];
      const text = JSON.stringify([...found]);
      expect(shares.reduce((sum, share) => sum + share, 0) / shares.length, text).toBeGreaterThanOrEqual(0.8);
      // Of twelve traders a share swings by 12 points either way; of a thousand by one.
      for (const share of shares) expect(share, text).toBeGreaterThanOrEqual(LONG ? 0.8 : 0.6);
    },
    HOUR_MS,
  );
});

if (LONG)
  describe('many trades', () => {
    test.each([
      [10_000, 20],
      [100_000, 180],
    ])(
      '%i are processed within %i seconds',
      (trades, seconds) => {
        const made = simulatedTrader({ seed: 1, trades, tradesPerDay: 20, habit: 'after-loss', shift: -0.2 });
        const from = performance.now();
        expect(generateInsights(made, { seed: 1 }).n).toBe(trades);
        expect((performance.now() - from) / 1000).toBeLessThan(seconds);
      },
      HOUR_MS,
    );
  });
