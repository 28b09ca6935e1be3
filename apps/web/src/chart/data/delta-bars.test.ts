import { expect, test } from 'vitest';
import type { ChartBar } from './chart-input.ts';
import { deltaBars } from './delta-bars.ts';

function bar(buyVolume: number, sellVolume: number): ChartBar {
  return {
    startMs: 0,
    openTicks: 1,
    highTicks: 1,
    lowTicks: 1,
    closeTicks: 1,
    volume: buyVolume + sellVolume,
    buyVolume,
    sellVolume,
    vwapTicks: null,
  };
}

test('the running sum restarts with the trading day', () => {
  const series = deltaBars([bar(10, 4), bar(2, 5), bar(7, 1)], [2]);
  expect(series.deltas).toEqual([6, -3, 6]);
  expect(series.cumulative).toEqual([6, 3, 6]);
  expect(series).toMatchObject({ mostDelta: 6, lowCumulative: 0, highCumulative: 6 });
});

test('bars without trades do not divide by nothing', () => {
  expect(deltaBars([bar(0, 0)], []).mostDelta).toBe(1);
});
