/** The facts of the view at the edges of their grids: what an event changes, when a sample is due, what a clock shows. */
import { CME_CALENDAR, HOUR_MS, MINUTE_MS, NO_PRICE, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import { expect, test } from 'vitest';
import { FLOW_START_MS, WatchedMarket } from '#testing/flow-view.ts';
import { ES } from '#testing/hand-tape.ts';
import { LiveMarketView } from './live-market-view.ts';

/** Least volatility, ticks per square root of a second. */
const FLOOR = 0.05;

/** Bid 1000 with 10 contracts and ask 1003 with 30, in the first event of its 100 ms and the one of the next. */
function quoted(): WatchedMarket {
  const watched = new WatchedMarket();
  watched.add(0, SIDE_BID, 1000, 10);
  watched.add(100, SIDE_ASK, 1003, 30);
  return watched;
}

test('before the first event there is no price, no time and the least volatility', () => {
  const { view } = new WatchedMarket();
  expect([view.bestBidTicks, view.bestAskTicks, view.lastTicks]).toEqual([NO_PRICE, NO_PRICE, NO_PRICE]);
  expect([view.timeMs, view.sinceOpenMs]).toEqual([Number.NaN, Number.NaN]);
  expect(view.sigma1Ticks).toBe(FLOOR);
  expect([view.depth(SIDE_BID, 1), view.depth(SIDE_ASK, 10)]).toEqual([0, 0]);
  expect(view.unbrokenHighs(3, Number.POSITIVE_INFINITY)).toEqual([]);
  expect(view.levels).toMatchObject({ dayHighTicks: null, dayLowTicks: null });
});

test('best prices are those of the book after the event, each on its side', () => {
  const { view } = quoted();
  expect([view.bestBidTicks, view.bestAskTicks]).toEqual([1000, 1003]);
});

test('an event moves the touch when a best price of either side changes, not when only its size does', () => {
  const watched = quoted();
  const { view } = watched;
  const isMovedBy = (act: () => number | undefined): boolean => {
    act();
    return view.isTouchMoved;
  };
  let bid = 0;
  let ask = 0;
  expect(isMovedBy(() => watched.add(1, SIDE_BID, 1000, 5))).toBe(false);
  expect(isMovedBy(() => watched.add(1, SIDE_ASK, 1003, 5))).toBe(false);
  expect(isMovedBy(() => watched.add(1, SIDE_BID, 999, 5))).toBe(false);
  expect(isMovedBy(() => (bid = watched.add(1, SIDE_BID, 1001, 5)))).toBe(true);
  expect(isMovedBy(() => (ask = watched.add(1, SIDE_ASK, 1002, 5)))).toBe(true);
  expect(isMovedBy(() => watched.add(1, SIDE_ASK, 1010, 5))).toBe(false);
  watched.cancel(1, bid);
  expect([view.isTouchMoved, view.bestBidTicks]).toEqual([true, 1000]);
  watched.cancel(1, ask);
  expect([view.isTouchMoved, view.bestAskTicks]).toEqual([true, 1003]);
});

test('depth is read by the first event a full 100 ms after the last reading, and by none before', () => {
  const watched = new WatchedMarket();
  const { view } = watched;
  watched.add(0, SIDE_BID, 1000, 10);
  watched.add(99.5, SIDE_BID, 1000, 4);
  expect(view.depth(SIDE_BID, 1)).toBe(10);
  watched.add(0.5, SIDE_BID, 1000, 1);
  expect(view.depth(SIDE_BID, 1)).toBe(15);
  watched.add(99, SIDE_BID, 1000, 1);
  expect(view.depth(SIDE_BID, 1)).toBe(15);
});

test('depth adds up the best, the five best and the ten best levels of its own side', () => {
  const watched = new WatchedMarket();
  // Level n from the best holds n bids and 100 n asks; the eleventh of each is beyond.
  for (let n = 1; n <= 11; n += 1) {
    watched.add(1, SIDE_BID, 1001 - n, n);
    watched.add(1, SIDE_ASK, 1001 + n, 100 * n);
  }
  watched.add(100, SIDE_BID, 900, 1);
  const depths = (side: number): number[] =>
    [1, 5, 10].map((at) => watched.view.depth(side, at as 1 | 5 | 10));
  expect(depths(SIDE_BID)).toEqual([1, 15, 55]);
  expect(depths(SIDE_ASK)).toEqual([100, 1500, 5500]);
});

test('the median of depth is sampled each full second, of each side its own', () => {
  const watched = new WatchedMarket();
  const { view } = watched;
  watched.add(0, SIDE_BID, 1000, 10);
  watched.add(100, SIDE_ASK, 1003, 7);
  watched.runClock(FLOW_START_MS + 900);
  expect(view.baselines().depths.bids.quantiles[0]?.total).toBe(0);
  watched.runClock(FLOW_START_MS + 1000);
  expect([view.medianDepth(SIDE_BID, 1), view.medianDepth(SIDE_ASK, 1)]).toEqual([10, 7]);
});

test('sizes of aggressors and of added orders are kept apart', () => {
  const watched = quoted();
  const { view } = watched;
  for (const size of [1, 2, 9]) watched.trade(10, SIDE_BID, 1003, size);
  for (const size of [3, 4]) watched.add(10, SIDE_BID, 990, size);
  expect(view.medianTradeSize).toBe(2);
  expect(view.tradeSizeQuantile(1)).toBe(9);
  // Adds: 10, 30, 3 and 4.
  expect(view.addSizeQuantile(0.25)).toBe(3);
  expect(view.addSizeQuantile(0.75)).toBe(10);
});

test('an auction print is no aggressor and makes no swing', () => {
  const watched = quoted();
  const { view } = watched;
  watched.trade(10, SIDE_BID, 1003, 2);
  watched.trade(10, SIDE_NONE, 900, 500);
  expect(view.tradeSizeQuantile(1)).toBe(2);
  expect([view.swings.legExtremeTicks, view.swings.count]).toEqual([1003, 0]);
});

test('where a feed has no orders the sizes of aggressors serve for those of adds', () => {
  let byLevels: LiveMarketView | null = null;
  const watched = new WatchedMarket(CME_CALENDAR, (event) => byLevels?.observe(event));
  byLevels = new LiveMarketView(ES, 'L2S', watched.market);
  watched.add(0, SIDE_BID, 1000, 10);
  watched.trade(10, SIDE_ASK, 1000, 3);
  expect(byLevels.addSizeQuantile(1)).toBe(3);
  expect(watched.view.addSizeQuantile(1)).toBe(10);
});

test('the last price is that of the newest trade', () => {
  const watched = quoted();
  watched.trade(10, SIDE_BID, 1003, 2);
  watched.trade(10, SIDE_ASK, 1000, 1);
  expect(watched.view.lastTicks).toBe(1000);
});

test('the time is that of the last full 100 ms, and the day began at five in the afternoon in Chicago', () => {
  const watched = quoted();
  watched.add(99.75, SIDE_BID, 999, 1);
  expect(watched.view.timeMs).toBe(FLOW_START_MS + 100);
  watched.add(0.25, SIDE_BID, 999, 1);
  expect(watched.view.timeMs).toBe(FLOW_START_MS + 200);
  // 15:00 UTC in December is 9:00 there: sixteen hours later.
  expect(watched.view.sinceOpenMs).toBe(16 * HOUR_MS + 200);
});

/** The ask leaves 1003 for 1007 after `waitMs`: the mid rises by two ticks. */
function lift(watched: WatchedMarket, waitMs: number): void {
  watched.add(waitMs, SIDE_ASK, 1007, 30);
  watched.cancel(0, 2);
}

test('volatility compares the mids at two full seconds, as of the events before them', () => {
  const watched = quoted();
  const { view } = watched;
  // Sampled at 1 s; the mid rises at 1.5 s and is sampled again at 2 s.
  lift(watched, 1400);
  watched.runClock(FLOW_START_MS + 1900);
  expect(view.sigma1Ticks).toBe(FLOOR);
  watched.runClock(FLOW_START_MS + 2000);
  expect(view.sigma1Ticks).toBeCloseTo(2, 9);
});

test('a mid that moves with the event at a full second counts a second later', () => {
  const watched = quoted();
  lift(watched, 1900);
  expect(watched.view.sigma1Ticks).toBe(FLOOR);
  watched.runClock(FLOW_START_MS + 3000);
  // Changes of 0 and 2 ticks in two seconds: the variance is 2, give or take the fading of one second.
  expect(watched.view.sigma1Ticks).toBeCloseTo(Math.SQRT2, 2);
});

test('without a price on both sides there is no mid to measure', () => {
  const watched = new WatchedMarket();
  watched.add(0, SIDE_BID, 1000, 10);
  watched.runClock(FLOW_START_MS + 2500);
  watched.timeMs = FLOW_START_MS + 2500;
  watched.add(0, SIDE_ASK, 1003, 10);
  watched.runClock(FLOW_START_MS + 3000);
  expect(watched.view.sigma1Ticks).toBe(FLOOR);
  expect(watched.view.baselines().volatility).toMatchObject({ midTicks: 1001.5, atMs: FLOW_START_MS + 3000 });
});

test('nothing is measured across a hole in the feed', () => {
  const watched = quoted();
  const { view } = watched;
  watched.trade(10, SIDE_BID, 1003, 1);
  watched.runClock(FLOW_START_MS + 1000);
  view.interrupt();
  expect(view.swings.legExtremeTicks).toBeNaN();
  expect(view.flow.imbalance(1)).toBeNaN();
  lift(watched, 1400);
  watched.runClock(FLOW_START_MS + 2500);
  expect(view.sigma1Ticks).toBe(FLOOR);
});

test('levels of the day are those of five to ten seconds ago', () => {
  const watched = quoted();
  const { view } = watched;
  const highAt = (ms: number): number | null => {
    watched.runClock(FLOW_START_MS + ms);
    return view.levels.dayHighTicks;
  };
  // Read at 5 s, at 10 s and so on, and shown one reading later: 1003 by the first, 1005 comes with it and is in the next.
  watched.trade(4800, SIDE_BID, 1003, 1);
  watched.trade(100, SIDE_ASK, 1000, 1);
  watched.timeMs = FLOW_START_MS + 5000;
  watched.runClock(FLOW_START_MS + 5000);
  watched.trade(0, SIDE_BID, 1005, 1);
  expect([highAt(9900), highAt(10_000)]).toEqual([null, 1003]);
  expect(view.levels.dayLowTicks).toBe(1000);
  expect([highAt(14_900), highAt(15_000)]).toEqual([1003, 1005]);
});

test('a swing counts from a retrace of four ticks in a quiet market, of 0.6 ATR in another', () => {
  const quiet = quoted();
  for (const price of [1010, 1007]) quiet.trade(10, SIDE_BID, price, 1);
  expect(quiet.view.swings.count).toBe(0);
  quiet.trade(10, SIDE_BID, 1006, 1);
  expect(quiet.view.swings.count).toBe(1);
  expect(quiet.view.unbrokenHighs(1, quiet.timeMs)).toMatchObject([{ priceTicks: 1010 }]);

  const lively = quoted();
  lift(lively, 1400);
  lively.runClock(FLOW_START_MS + 2000);
  // Two ticks a second: 1.596 * 2 * sqrt(600) = 78.2 ticks of ATR, of which 0.6 are 46.9.
  expect(lively.view.atr10Ticks).toBeCloseTo(78.19, 1);
  lively.timeMs = FLOW_START_MS + 2000;
  for (const price of [1100, 1054]) lively.trade(0, SIDE_BID, price, 1);
  expect(lively.view.swings.count).toBe(0);
  lively.trade(0, SIDE_BID, 1053, 1);
  expect(lively.view.swings.count).toBe(1);
});

/** Trades at the prices, the first at the beginning of a minute and the others a second apart. */
function minuteOf(watched: WatchedMarket, minute: number, prices: readonly number[]): void {
  watched.timeMs = FLOW_START_MS + minute * MINUTE_MS;
  for (const price of prices) {
    watched.trade(0, SIDE_BID, price, 1);
    watched.timeMs += 1000;
  }
}

test('the true range of a bar reaches to the close before, whether price gaps down or up', () => {
  for (const [second, trueRange] of [
    [[1004, 1006], 6],
    [[1014, 1017], 7],
    [[1008, 1013], 5],
  ] as const) {
    const watched = quoted();
    const { view } = watched;
    minuteOf(watched, 1, [1000, 1010]);
    minuteOf(watched, 9, [1010]);
    // One bar alone has no close before: the estimate from volatility stays, 1.596 * 0.05 * sqrt(600).
    watched.runClock(FLOW_START_MS + 10 * MINUTE_MS);
    expect(view.atr10Ticks).toBeCloseTo(1.955, 3);
    minuteOf(watched, 10, second);
    minuteOf(watched, 11, [second[1]]);
    expect(view.atr10Ticks).toBe(trueRange);
  }
});

test('the average is over fourteen bars of ten minutes', () => {
  const watched = quoted();
  const { view } = watched;
  // Each bar has a range of 2 and closes at 1000; the second reaches up to 1500.
  for (let minute = 0; minute <= 150; minute += 1) {
    minuteOf(watched, minute, [minute === 10 ? 1500 : 1002, 1000]);
  }
  expect(view.atr10Ticks).toBeCloseTo((500 + 13 * 2) / 14, 9);
  for (let minute = 151; minute <= 160; minute += 1) minuteOf(watched, minute, [1002, 1000]);
  expect(view.atr10Ticks).toBe(2);
});

test('a view that continues from what another had learnt shows the same from then on', () => {
  let replay: LiveMarketView | null = null;
  const watched = new WatchedMarket(CME_CALENDAR, (event) => replay?.observe(event));
  watched.add(0, SIDE_BID, 1000, 10);
  watched.add(100, SIDE_ASK, 1003, 30);
  watched.trade(150, SIDE_BID, 1003, 4);
  lift(watched, 1150);
  watched.trade(100, SIDE_ASK, 1000, 6);
  watched.runClock(FLOW_START_MS + 7050);
  watched.view.gapRate = 0.25;
  const saved = watched.view.baselines();
  replay = new LiveMarketView(ES, 'L3', watched.market);
  replay.restore(watched.view.timeMs, saved);
  expect(replay.baselines()).toEqual(saved);
  expect(replay.timeMs).toBe(FLOW_START_MS + 7000);
  watched.timeMs = FLOW_START_MS + 7050;
  for (let n = 1; n <= 60; n += 1) {
    watched.timeMs = FLOW_START_MS + 7050 + n * 100;
    replay.onClock(FLOW_START_MS + 7000 + n * 100);
    watched.runClock(watched.timeMs);
    watched.add(0, n % 2 === 0 ? SIDE_BID : SIDE_ASK, n % 2 === 0 ? 999 : 1006, n);
    if (n % 7 === 0) watched.trade(0, SIDE_BID, 1005, n);
    expect(replay.baselines()).toEqual(watched.view.baselines());
  }
  expect(replay.medianTradeSize).toBe(watched.view.medianTradeSize);
});

test('zones are made when they are first requested, once', () => {
  const { view } = quoted();
  expect(view.levelMap).toBe(view.levelMap);
});
