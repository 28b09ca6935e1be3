import type { FlowBar } from '@undertow/market';
import { expect, test } from 'vitest';
import { AscendingBars } from './use-flow-series.ts';

const BAR = {
  ...{ openTicks: 100, highTicks: 100, lowTicks: 100, closeTicks: 100 },
  ...{ volume: 2, buyVolume: 2, sellVolume: 0, vwapTicks: null },
};

test('bars of one instant have starts that ascend', () => {
  const flow = (startMs: number): FlowBar => ({
    ...BAR,
    startMs,
    trades: 1,
    endMs: startMs,
    minDelta: 0,
    maxDelta: 0,
    prices: [],
  });
  const ascending = new AscendingBars();
  const closed = [flow(5), flow(5), flow(5)];
  expect(ascending.read(closed, flow(5)).map(({ startMs }) => startMs)).toEqual([5, 6, 7, 8]);
  closed.push(flow(9));
  expect(ascending.read(closed, null).map(({ startMs }) => startMs)).toEqual([5, 6, 7, 9]);
});
