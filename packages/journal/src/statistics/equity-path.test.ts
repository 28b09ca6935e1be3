/** Curve and drawdown: the peak includes the start, days put together give what trades give, open losses deepen it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { tradesOfNets } from '#testing/closed-trades.ts';
import { daySegmentsOf, drawdownOfOrder, equityPathOf } from './equity-path.ts';
import { tradeDaysOf } from './trade-days.ts';

const MICROS = 1_000_000;
const path = (nets: readonly number[], perDay: number, start: number | null = null) =>
  equityPathOf(tradeDaysOf(tradesOfNets(nets, perDay)), start);

describe('the equity curve', () => {
  test('has one point a day with the deepest drawdown of that day', () => {
    expect(path([100, -60, 50, 30, -10, 5], 2).points).toEqual([
      { day: '2026-01-05', equityMicros: 40 * MICROS, drawdownMicros: 60 * MICROS },
      { day: '2026-01-06', equityMicros: 120 * MICROS, drawdownMicros: 10 * MICROS },
      { day: '2026-01-07', equityMicros: 115 * MICROS, drawdownMicros: 10 * MICROS },
    ]);
  });

  test('names the days of peak, trough and recovery', () => {
    expect(path([100, -60, -20, 90, -30], 1).deepest).toEqual({
      depthMicros: 80 * MICROS,
      peakDay: '2026-01-05',
      troughDay: '2026-01-07',
      recoveryDay: '2026-01-08',
    });
  });

  test('measures the longest drawdown in calendar days, over weekends', () => {
    expect(path([10, -5, -5, 20], 1).longest).toEqual({ days: 3, open: false });
    expect(path([10, -5, -5, -5, -5, -5], 1).longest).toEqual({ days: 7, open: true });
  });

  test('has shares of the peak balance only with a start balance', () => {
    expect(path([-50], 1).deepestShare).toBeNull();
    expect(path([100, -550], 1, 1000 * MICROS).deepestShare).toBe(0.5);
    // Deepest in money late, deepest as a share early: two places.
    expect(path([-500, 10_000, -600], 1, 1000 * MICROS)).toMatchObject({
      deepestShare: 0.5,
      deepest: { depthMicros: 600 * MICROS },
    });
  });

  test('is deeper with the worst open loss of each trade', () => {
    const trades = tradesOfNets([100, 20, -30]).map((trade, at) => ({
      ...trade,
      maeMicros: [0, 70, 30][at] === undefined ? null : [0, 70, 30][at]! * MICROS,
    }));
    const { deepest, openDepthMicros } = equityPathOf(tradeDaysOf(trades), null);
    expect(deepest?.depthMicros).toBe(30 * MICROS);
    expect(openDepthMicros).toBe(70 * MICROS);
  });
});

describe('days as pieces of a path', () => {
  test('put together in their own order give the drawdown of their trades', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: -500, max: 500 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        (nets, perDay) => {
          const days = tradeDaysOf(tradesOfNets(nets, perDay));
          const order = new Int32Array(days.days.length).map((_, at) => at);
          const walked = equityPathOf(days, null).deepest?.depthMicros ?? 0;
          expect(drawdownOfOrder(daySegmentsOf(days), order)).toBe(walked);
        },
      ),
    );
  });
});
