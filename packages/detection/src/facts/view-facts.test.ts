/** The facts that detectors are promised, of a live view: what is known before an event, how old it is, what is unknown. */
import { CME_CALENDAR, InstrumentMarket, NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { FLOW_START_MS, WatchedMarket } from '#testing/flow-view.ts';
import { ES } from '#testing/hand-tape.ts';
import { LiveMarketView } from '#view/live-market-view.ts';
import type { DepthLevels, ViewFacts } from './view-facts.ts';

const DEPTHS: readonly DepthLevels[] = [1, 5, 10];

/** Twelve levels a side with 10, 20, 30 contracts and so on, a second old. */
function quoted(): WatchedMarket {
  const watched = new WatchedMarket();
  for (let rank = 0; rank < 12; rank += 1) {
    watched.add(0, SIDE_BID, 1000 - rank, 10 * (rank + 1));
    watched.add(0, SIDE_ASK, 1001 + rank, 20 * (rank + 1));
  }
  // The depth is read by the first event of a new 100 ms.
  watched.add(150, SIDE_BID, 900, 1);
  watched.runClock(FLOW_START_MS + 1000);
  watched.timeMs = FLOW_START_MS + 1000;
  return watched;
}

test('before anything was received nothing is known', () => {
  const market = new InstrumentMarket({ instrument: ES, tier: 'L3', calendar: CME_CALENDAR });
  const facts: ViewFacts = new LiveMarketView(ES, 'L3', market);
  expect([facts.bestBidTicks, facts.bestAskTicks, facts.lastTicks]).toEqual([NO_PRICE, NO_PRICE, NO_PRICE]);
  expect([facts.timeMs, facts.sinceOpenMs]).toEqual([Number.NaN, Number.NaN]);
  expect([facts.medianTradeSize, facts.addSizeQuantile(0.9), facts.gapRate]).toEqual([1, 1, 0]);
  for (const levels of DEPTHS) expect(facts.medianDepth(SIDE_BID, levels)).toBe(1);
  expect([facts.isDegraded, facts.unbrokenHighs(3, 0), facts.unbrokenLows(3, 0)]).toEqual([false, [], []]);
  expect(facts.levels).toMatchObject({ dayHighTicks: null, dayLowTicks: null });
});

test('the time is the last full 100 ms, and counts from the open of the trading day', () => {
  const watched = quoted();
  const facts: ViewFacts = watched.view;
  watched.add(299.9, SIDE_BID, 900, 1);
  expect(facts.timeMs).toBe(FLOW_START_MS + 1200);
  // 15:00 UTC is nine in the morning in Chicago; the day began at five in the afternoon before.
  expect(facts.sinceOpenMs).toBe(16 * 3_600_000 + 1200);
});

test('depths are of the best, the five best and the ten best levels', () => {
  const facts: ViewFacts = quoted().view;
  expect(DEPTHS.map((levels) => facts.depth(SIDE_BID, levels))).toEqual([10, 150, 550]);
  expect(DEPTHS.map((levels) => facts.depth(SIDE_ASK, levels))).toEqual([20, 300, 1100]);
});

test('usual depth is the median of seconds, not what is shown now', () => {
  const watched = quoted();
  watched.runClock(FLOW_START_MS + 60_000);
  watched.timeMs = FLOW_START_MS + 60_050;
  watched.add(0, SIDE_BID, 1000, 500);
  const facts: ViewFacts = watched.view;
  expect([facts.depth(SIDE_BID, 1), facts.medianDepth(SIDE_BID, 1)]).toEqual([510, 10]);
});

test('sizes of orders and of trades are kept apart where the feed shows orders', () => {
  const watched = quoted();
  for (let n = 0; n < 200; n += 1) watched.trade(10, SIDE_BID, 1001, 3);
  watched.runClock(watched.timeMs + 2000);
  const facts: ViewFacts = watched.view;
  expect([facts.medianTradeSize, facts.tradeSizeQuantile(0.99)]).toEqual([3, 3]);
  expect(facts.addSizeQuantile(0.5)).toBeGreaterThan(50);
});

test('the last trade is the one before the current event, extremes of the day are seconds old', () => {
  const watched = quoted();
  const facts: ViewFacts = watched.view;
  watched.trade(0, SIDE_BID, 1001, 1);
  watched.runClock(FLOW_START_MS + 20_000);
  watched.timeMs = FLOW_START_MS + 20_000;
  expect([facts.lastTicks, facts.levels.dayHighTicks]).toEqual([1001, 1001]);
  watched.trade(0, SIDE_BID, 1009, 1);
  const seen: (number | null)[] = [];
  for (let second = 1; second <= 11; second += 1) {
    watched.runClock(FLOW_START_MS + 20_000 + second * 1000);
    seen.push(facts.levels.dayHighTicks);
  }
  expect(facts.lastTicks).toBe(1009);
  const since = seen.indexOf(1009) + 1;
  expect(seen.slice(since - 1).every((ticks) => ticks === 1009)).toBe(true);
  expect(since).toBeGreaterThan(5);
  expect(since).toBeLessThanOrEqual(10);
});

test('before there are bars the true range is that of a random walk as volatile', () => {
  const watched = quoted();
  for (let n = 0; n < 30; n += 1) watched.cancel(1000, watched.add(1000, SIDE_BID, 1000, 1));
  const facts: ViewFacts = watched.view;
  expect(facts.atr10Ticks).toBeCloseTo(Math.sqrt(8 / Math.PI) * facts.sigma1Ticks * Math.sqrt(600), 1);
});

test('baselines are plain data, and a view that continues from them has the same facts from then on', () => {
  const live = quoted();
  for (let n = 0; n < 90; n += 1)
    live.trade(700, n % 3 === 0 ? SIDE_ASK : SIDE_BID, 1000 + (n % 7), 1 + (n % 9));
  const saved = live.view.baselines();
  const copy = structuredClone(saved);
  expect(copy).toEqual(saved);
  const other = new LiveMarketView(ES, 'L3', live.market);
  other.restore(live.view.timeMs, copy);
  const factsOf = (facts: ViewFacts) => [
    ...[facts.bestBidTicks, facts.bestAskTicks, facts.lastTicks, facts.gapRate, facts.timeMs],
    ...[facts.sigma1Ticks, facts.atr10Ticks, facts.medianTradeSize, facts.addSizeQuantile(0.9), facts.levels],
    ...DEPTHS.flatMap((levels) => [facts.depth(SIDE_BID, levels), facts.medianDepth(SIDE_ASK, levels)]),
  ];
  expect(factsOf(other)).toEqual(factsOf(live.view));
  for (let timeMs = live.view.timeMs + 100; timeMs < FLOW_START_MS + 120_000; timeMs += 100)
    for (const view of [live.view, other]) view.onClock(timeMs);
  expect(factsOf(other)).toEqual(factsOf(live.view));
  expect(saved).toEqual(copy);
});
