import { expect, test } from 'vitest';
import { flowBar } from '#testing/flow-bars.ts';
import {
  autoRowTicks,
  BUY_IMBALANCE,
  barCells,
  cellAt,
  countImbalances,
  SELL_IMBALANCE,
} from './bar-cells.ts';

const RULE = { ratioPercent: 300, minSize: 20, minRows: 3, rowTicks: 1 };
/** Buys dominate diagonally from 101 to 103; 102 has no bids; 105 did not trade. */
const BAR = flowBar(0, [
  [100, 10, 5],
  [101, 8, 60],
  [102, 0, 90],
  [103, 7, 70],
  [104, 30, 12],
  [106, 40, 3],
]);

test('every row from low to high is a cell, also where nothing traded', () => {
  const cells = barCells(BAR, RULE);
  expect([...cells.bids]).toEqual([10, 8, 0, 7, 30, 0, 40]);
  expect([...cells.asks]).toEqual([5, 60, 90, 70, 12, 0, 3]);
  expect([cells.mostRow, cells.maxSide, cells.maxVolume, cells.maxDelta]).toEqual([2, 90, 90, 90]);
  expect(cellAt(cells, 105)).toEqual({ bidVolume: 0, askVolume: 0 });
  expect(cellAt(cells, 107)).toBeNull();
});

test('imbalances are marked in their cells, and three in a row are a stack', () => {
  const cells = barCells(BAR, RULE);
  const marked = (mark: number): number[] =>
    [...cells.marks].flatMap((one, row) => ((one & mark) === 0 ? [] : [100 + row]));
  expect(marked(BUY_IMBALANCE)).toEqual([101, 102, 103]);
  expect(marked(SELL_IMBALANCE)).toEqual([104]);
  expect(cells.stacks).toEqual([{ side: 'buy', lowTicks: 101, highTicks: 103, rows: 3 }]);
  expect(countImbalances([cells, cells])).toEqual({ buys: 6, sells: 2 });
});

test('rows of several ticks begin at their multiples and add up to the same volume', () => {
  const cells = barCells(BAR, { ...RULE, rowTicks: 4 });
  expect(cells.lowTicks).toBe(100);
  expect([...cells.bids]).toEqual([25, 70]);
  expect([...cells.asks]).toEqual([225, 15]);
  expect(cellAt(cells, 107)).toEqual({ bidVolume: 70, askVolume: 15 });
});

test('an extreme at which both sides traded is unfinished', () => {
  const cells = barCells(
    flowBar(0, [
      [100, 4, 0],
      [101, 6, 6],
    ]),
    RULE,
  );
  expect([cells.unfinishedLow, cells.unfinishedHigh]).toEqual([false, true]);
});

test('ticks a row are as few as keep usual bars within forty rows', () => {
  const bars = (ticks: number) => [{ lowTicks: 100, highTicks: 99 + ticks }];
  expect([0, 40, 41, 81, 401].map((ticks) => autoRowTicks(ticks === 0 ? [] : bars(ticks)))).toEqual([
    1, 1, 2, 4, 20,
  ]);
});
