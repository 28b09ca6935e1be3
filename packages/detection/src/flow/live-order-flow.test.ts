import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { FLOW_START_MS, WatchedMarket } from '#testing/flow-view.ts';

/** Bid 1000 and ask 1001 with ten contracts each, a minute old: the usual depth is known. */
function quoted(): WatchedMarket {
  const watched = new WatchedMarket();
  watched.add(0, SIDE_BID, 1000, 10);
  watched.add(150, SIDE_ASK, 1001, 10);
  watched.runClock(FLOW_START_MS + 59_900);
  watched.timeMs = FLOW_START_MS + 60_000;
  return watched;
}

test('size that joins the bid counts for, size that joins the ask against, in multiples of usual depth', () => {
  const watched = quoted();
  const { flow } = watched.view;
  expect(flow.ofi(10_000)).toBe(0);
  watched.add(0, SIDE_BID, 1000, 5);
  expect(flow.ofi(10_000)).toBeCloseTo(0.5, 9);
  watched.add(0, SIDE_ASK, 1001, 20);
  expect(flow.ofi(10_000)).toBeCloseTo(-1.5, 9);
  watched.add(0, SIDE_BID, 990, 50);
  expect(flow.ofi(10_000)).toBeCloseTo(-1.5, 9);
});

test('a better bid counts whole, and its loss takes away what rested there', () => {
  const watched = new WatchedMarket();
  watched.add(0, SIDE_BID, 1000, 10);
  watched.add(150, SIDE_ASK, 1003, 10);
  watched.runClock(FLOW_START_MS + 60_000);
  watched.timeMs = FLOW_START_MS + 60_050;
  const better = watched.add(0, SIDE_BID, 1001, 4);
  expect(watched.view.flow.ofi(1000)).toBeCloseTo(0.4, 9);
  watched.cancel(10, better);
  expect(watched.view.flow.ofi(1000)).toBeCloseTo(0, 9);
});

test('flow leaves its windows one after the other', () => {
  const watched = quoted();
  const { flow } = watched.view;
  watched.add(0, SIDE_BID, 1000, 10);
  watched.trade(0, SIDE_BID, 1001, 3);
  expect([flow.ofi(100), flow.ofi(1000), flow.ofi(10_000), flow.ofi(60_000)]).toEqual([1, 1, 1, 1]);
  watched.runClock(watched.timeMs + 500);
  expect([flow.ofi(100), flow.ofi(1000), flow.volume(1000)]).toEqual([0, 1, 3]);
  watched.runClock(watched.timeMs + 2000);
  expect([flow.ofi(1000), flow.ofi(10_000), flow.signedVolume(10_000)]).toEqual([0, 1, 3]);
  watched.runClock(watched.timeMs + 61_000);
  expect([flow.ofi(60_000), flow.volume(60_000)]).toEqual([0, 0]);
  expect(flow.cumulativeDelta).toBe(3);
});

test('deeper levels count in the deep imbalance, less than the best', () => {
  const watched = quoted();
  const { flow } = watched.view;
  watched.add(0, SIDE_BID, 999, 10);
  watched.add(150, SIDE_BID, 998, 10);
  watched.add(150, SIDE_BID, 999, 10);
  const second = flow.deepOfi(10_000);
  expect(flow.ofi(10_000)).toBe(0);
  expect(second).toBeGreaterThan(0);
  watched.add(150, SIDE_BID, 1000, 10);
  expect(flow.deepOfi(10_000) - second).toBeGreaterThan(second);
});

test('the imbalance of the best level follows each event', () => {
  const watched = quoted();
  watched.add(0, SIDE_BID, 1000, 20);
  expect(watched.view.flow.imbalance(1)).toBeCloseTo(0.5, 9);
});

test('nothing is measured across a hole in the feed', () => {
  const watched = quoted();
  watched.view.interrupt();
  watched.add(0, SIDE_BID, 1000, 30);
  watched.add(0, SIDE_BID, 1000, 10);
  expect(watched.view.flow.ofi(10_000)).toBeCloseTo(1, 9);
});

test('runs of one direction are counted and turn with the first trade against them', () => {
  const watched = quoted();
  for (let n = 0; n < 3; n += 1) watched.trade(10, SIDE_BID, 1001, 2);
  expect(watched.view.flow.signRun).toBe(3);
  watched.trade(10, SIDE_ASK, 1000, 5);
  expect(watched.view.flow.signRun).toBe(-1);
  expect(watched.view.flow.cumulativeDelta).toBe(1);
});

test('queues that shrink without a trade are pulls, filled ones are not', () => {
  const watched = quoted();
  const { flow } = watched.view;
  const before = flow.intensity('bidPull');
  watched.cancel(10, watched.add(10, SIDE_BID, 1000, 5));
  expect(flow.intensity('bidPull')).toBeGreaterThan(before);
  expect(flow.intensity('askPull')).toBe(0);
  expect(flow.intensity('buy')).toBe(0);
  watched.trade(10, SIDE_BID, 1001, 1);
  expect(flow.intensity('buy')).toBeGreaterThan(0);
});
