/** The ladder keeps its prices in place, finds what was pulled and stacked, and counts what was sold and bought. */
import {
  type DepthChange,
  PRINT_STRIDE,
  type PrintRows,
  ROUND_MARKETABLE,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { LadderMarket } from './ladder-market.ts';
import { type LadderInput, ladderRows, touchOf } from './ladder-rows.ts';
import { LadderWindow } from './ladder-window.ts';

const T = Date.UTC(2026, 10, 20, 16, 50);
const depth = (isWhole: boolean, ...levels: number[]): DepthChange => ({
  isWhole,
  levels: Int32Array.from(levels),
});

function prints(
  ...list: (readonly [afterMs: number, order: number, side: number, ticks: number, size: number])[]
): PrintRows {
  const rows = new Int32Array(list.length * PRINT_STRIDE);
  for (const [n, [, order, side, ticks, size]] of list.entries())
    rows.set([order, ROUND_MARKETABLE, side, ticks, size], n * PRINT_STRIDE);
  return { times: Float64Array.from(list, ([afterMs]) => T + afterMs), rows };
}

function market(): LadderMarket {
  const made = new LadderMarket();
  made.applyDepth(depth(true, SIDE_BID, 99, 50, 5, SIDE_BID, 98, 70, 9, SIDE_ASK, 101, 30, 3), T);
  made.settle();
  return made;
}

test('the prices stay in place while the touch is inside, and follow once it leaves', () => {
  const window = new LadderWindow();
  window.resize(11);
  window.follow({ bidTicks: 99, askTicks: 101 });
  expect(window.topTicks).toBe(105);
  window.follow({ bidTicks: 103, askTicks: 104 });
  expect(window.topTicks).toBe(105);
  window.follow({ bidTicks: 105, askTicks: 106 });
  expect(window.topTicks).toBe(111);
});

test('prices that the reader moved stay until they recentre', () => {
  const window = new LadderWindow();
  window.resize(11);
  window.follow({ bidTicks: 99, askTicks: 101 });
  window.scroll(40);
  window.follow({ bidTicks: 99, askTicks: 101 });
  expect([window.topTicks, window.isHeld]).toEqual([145, true]);
  window.recentre({ bidTicks: null, askTicks: 101 });
  expect([window.topTicks, window.isHeld]).toEqual([106, false]);
});

test('a best price on the first or the last row is inside, one beyond it is not', () => {
  const window = new LadderWindow();
  window.resize(11);
  window.follow({ bidTicks: 99, askTicks: 101 });
  window.follow({ bidTicks: 95, askTicks: 105 });
  expect(window.topTicks).toBe(105);
  window.follow({ bidTicks: 94, askTicks: 96 });
  expect(window.topTicks).toBe(100);
});

test('the middle of a spread that is wider than the rows stays in the middle', () => {
  const window = new LadderWindow();
  window.resize(11);
  for (let frame = 0; frame < 3; frame += 1) window.follow({ bidTicks: 80, askTicks: 120 });
  expect(window.topTicks).toBe(105);
});

test('without rows or a touch there are no prices, and nothing to scroll', () => {
  const window = new LadderWindow();
  window.follow({ bidTicks: 99, askTicks: 101 });
  window.resize(11);
  window.scroll(5);
  window.follow({ bidTicks: null, askTicks: null });
  expect([window.topTicks, window.isHeld]).toEqual([null, false]);
  window.follow({ bidTicks: 99, askTicks: null });
  expect(window.topTicks).toBe(104);
});

test('a book that has emptied leaves the prices in place, also of a reader who recentres', () => {
  const window = new LadderWindow();
  window.resize(11);
  window.follow({ bidTicks: 99, askTicks: 101 });
  window.scroll(3);
  window.recentre({ bidTicks: null, askTicks: null });
  window.follow({ bidTicks: null, askTicks: null });
  expect([window.topTicks, window.isHeld]).toEqual([108, false]);
});

test('another height keeps the price of the middle row', () => {
  const window = new LadderWindow();
  window.resize(10);
  window.recentre({ bidTicks: 99, askTicks: 100 });
  expect(window.topTicks).toBe(105);
  window.resize(20);
  expect(window.topTicks).toBe(110);
});

test('what trades explain is neither pulled nor stacked, whichever message comes first', () => {
  const made = market();
  made.applyPrints(prints(), true);
  made.applyDepth(depth(false, SIDE_BID, 99, 40, 5, SIDE_BID, 98, 90, 9, SIDE_ASK, 101, 0, 0), T + 100);
  made.applyPrints(prints([50, 1, SIDE_ASK, 99, 10]), false);
  made.settle();
  expect([...made.flow(true)]).toEqual([[98, 20]]);
  expect([...made.flow(false)]).toEqual([[101, -30]]);
});

test('a gap makes the depth unknown until it is whole again', () => {
  const made = market();
  made.gap();
  expect([made.isKnown, made.levels()]).toEqual([false, []]);
  made.applyDepth(depth(false, SIDE_BID, 99, 40, 5), T + 100);
  expect(made.isKnown).toBe(false);
  made.applyDepth(depth(true, SIDE_BID, 97, 40, 5), T + 200);
  made.settle();
  expect(made.flow(true).size).toBe(0);
  expect(made.levels()).toEqual([{ side: SIDE_BID, priceTicks: 97, size: 40, orders: 5 }]);
});

test('sold and bought count from the instant that was chosen, the past without doubles', () => {
  const made = market();
  const known = prints([1000, 5, SIDE_BID, 101, 4], [2000, 6, SIDE_ASK, 99, 3]);
  made.applyPrints(known, true);
  made.countFrom(T + 500, known);
  made.addPast(prints([0, 1, SIDE_ASK, 99, 100], [600, 4, SIDE_ASK, 99, 7], [1000, 5, SIDE_BID, 101, 4]));
  made.addPast(prints([700, 9, SIDE_ASK, 99, 1000]));
  made.applyPrints(prints([2100, 7, SIDE_ASK, 99, 1]), false);
  expect(made.volumes().get(99)).toMatchObject({ bidVolume: 11, askVolume: 0 });
  expect(made.volumes().get(101)).toMatchObject({ bidVolume: 0, askVolume: 4 });
  expect(made.lastTicks).toBe(99);
});

const input = (made: LadderMarket): LadderInput => ({
  topTicks: 102,
  rows: 6,
  levels: made.levels(),
  bidFlow: made.flow(true),
  askFlow: made.flow(false),
  volumes: made.volumes(),
  profile: {
    volumes: new Map([
      [99, 100],
      [98, 50],
    ]),
    pocTicks: 99,
    highTicks: 100,
    lowTicks: 98,
  },
  marks: [{ eventId: 'e', type: 'iceberg', isBid: true, priceTicks: 98 }],
  lastTicks: 101,
});

test('a row has the place of its price, bars of one scale, its profile and its events', () => {
  const rows = ladderRows(input(market()));
  expect(rows.map(({ priceTicks, place }) => [priceTicks, place])).toEqual([
    [102, 'ask'],
    [101, 'ask'],
    [100, 'between'],
    [99, 'bid'],
    [98, 'bid'],
    [97, 'bid'],
  ]);
  expect(rows[4]).toMatchObject({
    bid: { size: 70, orders: 9, share: 1, mark: { eventId: 'e' } },
    ask: { size: 0, mark: null },
    profile: 'value',
    profileShare: 0.5,
  });
  expect(rows.map(({ profile }) => profile)).toEqual([
    'outside',
    'outside',
    'value',
    'poc',
    'value',
    'outside',
  ]);
  expect(rows[1]?.isLast).toBe(true);
});

test('an empty book has no touch and no size', () => {
  expect(touchOf([])).toEqual({ bidTicks: null, askTicks: null });
  const rows = ladderRows({ ...input(market()), levels: [], profile: null });
  expect(rows.every(({ bid, ask, place }) => bid.size + ask.size === 0 && place === 'between')).toBe(true);
});
