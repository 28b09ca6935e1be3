import { type FeedTier, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { Judge } from '#calibration/judge.ts';
import { add, cancel, fill, fixedJudge, HandTape, type Line, modify, trade } from '#testing/hand-tape.ts';

const PRICE = 19_000;
/** Ids below every fresh one: orders that the exchange held as stops. */
let heldStop = 21_000;
let fresh = 40_000;

/** A thin ask ladder above the market: one order of 500 at each of twenty prices, and bids below. */
function market(tier: FeedTier = 'L3', judge?: Judge): HandTape {
  heldStop = 21_000;
  fresh = 40_000;
  const tape = new HandTape(tier, undefined, judge).background(PRICE);
  for (let n = 0; n < 20; n += 1) tape.event(add(31_000 + n, SIDE_ASK, PRICE + 5 + n, 500));
  for (let n = 0; n < 20; n += 1) tape.event(add(32_000 + n, SIDE_BID, PRICE - n, 500));
  return tape.pass(1000);
}

const resting = new Map<number, number>();

/** A buyer lifts `size` at the price; each entry of `stops` is a stop elected at that price by it. */
function lift(tape: HandTape, priceTicks: number, size: number, stops: readonly number[]): HandTape {
  fresh += 1;
  const ask = 31_000 + priceTicks - PRICE - 5;
  const lines: Line[] = [trade(fresh, SIDE_BID, priceTicks, size, 1), fill(ask, SIDE_ASK, priceTicks, size)];
  stops.forEach((contracts, index) => {
    heldStop += 1;
    lines.push(
      trade(heldStop, SIDE_BID, priceTicks, contracts, 2 + index),
      fill(ask, SIDE_ASK, priceTicks, contracts),
    );
  });
  const taken = size + stops.reduce((sum, contracts) => sum + contracts, 0);
  const left = (tape === current ? (resting.get(ask) ?? 500) : 500) - taken;
  if (tape !== current) resting.clear();
  current = tape;
  resting.set(ask, left);
  lines.push(
    left > 0 ? modify(ask, SIDE_ASK, priceTicks, left) : cancel(ask, SIDE_ASK, priceTicks, left + taken),
  );
  return tape.event(...lines);
}

let current: HandTape | undefined;

test('a burst of elected stops is raised once, continues as updates, and ends after two quiet seconds', () => {
  const tape = market();
  lift(tape, PRICE + 5, 1, [2, 3]);
  expect(tape.raised).toEqual([]);
  tape.wait(300);
  lift(tape, PRICE + 6, 1, [1, 1, 4, 1, 1, 1]);
  expect(tape.changes).toEqual(['new']);
  expect(tape.last).toMatchObject({
    type: 'stop_run',
    side: 'bid',
    size: 14,
    priceTicks: PRICE + 5,
    priceLowTicks: PRICE + 5,
    priceHighTicks: PRICE + 6,
    zoneHeightTicks: 1,
    exact: true,
    calibrator: 'exact',
    confidence: 1,
    status: 'open',
    detectedNs: tape.nowNs,
    expiresNs: tape.nowNs + 60_000_000_000n,
  });
  expect(tape.last.startNs).toBe(tape.nowNs - 300_000_000n);
  expect(tape.last.description).toMatch(/^8 buy stops elected from 4751\.25 to 4751\.50, 14 traded/);
  expect(tape.last.evidence).toMatchObject({ stops: 8, contracts: 14, outcome: 'running', tier: 'L3' });
  tape.wait(500);
  lift(tape, PRICE + 7, 1, [9]);
  expect(tape.changes).toEqual(['new', 'update']);
  expect(tape.last).toMatchObject({ size: 23, priceHighTicks: PRICE + 7, updatedNs: tape.nowNs });
  const lastStopNs = tape.nowNs;
  tape.pass(2500);
  expect(tape.last).toMatchObject({ status: 'open', updatedNs: lastStopNs });
  expect(tape.last.evidence['outcome']).toBe('pending');
  expect(new Set(tape.raised.map(({ event }) => event.id)).size).toBe(1);
});

test('the counters hold every elected stop, whether or not it is a run', () => {
  const tape = market();
  lift(tape, PRICE + 5, 1, [2, 3]);
  tape.wait(60_000);
  lift(tape, PRICE + 5, 1, [1]);
  expect(tape.pipeline.counters).toMatchObject({ electedStops: 3, stopEvents: 2, stopContracts: 6 });
  expect(tape.raised).toEqual([]);
});

test('a sweep of fresh orders is no stop run, however large', () => {
  const tape = market();
  for (let n = 0; n < 10; n += 1) lift(tape.wait(20), PRICE + 5 + n, 300, []);
  expect(tape.raised).toEqual([]);
  expect(tape.pipeline.counters.electedStops).toBe(0);
});

test('a burst that is usual at this hour is no run', () => {
  const tape = market();
  for (let n = 0; n < 240; n += 1) lift(tape.wait(5000), PRICE + 5 + (n % 18), 1, [1, 1, 1, 1]);
  const before = tape.raised.length;
  const events = new Set(tape.raised.slice(-200).map(({ event }) => event.id));
  lift(tape.wait(5000), PRICE + 5, 1, [1, 1, 1, 1, 1]);
  expect(tape.raised.slice(before).some(({ change }) => change === 'new')).toBe(false);
  expect(events.size).toBeLessThan(20);
});

test('a run without a return of price is a continuation, judged after two minutes', () => {
  const tape = market();
  lift(tape, PRICE + 5, 1, [1, 1, 1, 1, 1, 1, 1, 1]);
  for (let n = 0; n < 20; n += 1) tape.event(cancel(32_000 + n, SIDE_BID, PRICE - n, 500));
  tape.event(add(70_000, SIDE_BID, PRICE + 4, 5), cancel(10, SIDE_ASK, PRICE + 4, 40));
  const updatedNs = tape.last.updatedNs;
  tape.pass(61_000);
  expect(tape.last).toMatchObject({ status: 'expired', updatedNs });
  tape.pass(60_000);
  expect(tape.last).toMatchObject({ status: 'confirmed', updatedNs });
  expect(tape.last.evidence['outcome']).toBe('continuation');
  const before = tape.raised.length;
  tape.pass(300_000);
  expect(tape.raised.length).toBe(before);
});

test('a run whose level is lost again for half a minute is a reversal', () => {
  const tape = market();
  lift(tape, PRICE + 5, 1, [1, 1, 1, 1, 1, 1, 1, 1]);
  tape.event(add(70_000, SIDE_BID, PRICE + 4, 5), cancel(10, SIDE_ASK, PRICE + 4, 40));
  tape.pass(10_000).event(cancel(70_000, SIDE_BID, PRICE + 4, 5), add(70_001, SIDE_ASK, PRICE + 1, 5));
  tape.pass(29_000);
  expect(tape.last.evidence['outcome']).toBe('pending');
  tape.pass(2000);
  expect(tape.last.evidence['outcome']).toBe('reversal');
  expect(tape.last.evidence['outcomeMs']).toBeGreaterThanOrEqual(40_000);
});

test('the level that the stops rested beyond is named', () => {
  const tape = market();
  for (const ticks of [6, 8, 10, 13, 10, 8, 6, 5]) lift(tape.wait(3000), PRICE + ticks, 1, []);
  tape.pass(20_000);
  lift(tape.wait(100), PRICE + 12, 1, []);
  lift(tape.wait(100), PRICE + 14, 1, [2, 2, 2, 2, 2, 2, 2, 2]);
  expect(tape.last.evidence).toMatchObject({
    atLevel: true,
    level: { kind: 'day high', priceTicks: PRICE + 13 },
    overshootTicks: 1,
  });
  expect(tape.last.description).toContain('beyond the day high 4753.25');
});

test('on a level feed stops are recognised by the numbers of the rounds', () => {
  const tape = market('L2S');
  lift(tape, PRICE + 5, 1, [1, 1, 1, 1, 1, 1, 1, 1]);
  expect(tape.pipeline.counters).toMatchObject({ electedStops: 8, stopEvents: 1, stopContracts: 8 });
  expect(tape.changes).toEqual(['new']);
  expect(tape.last.tier).toBe('L2S');
});

test('a lost book ends the run as interrupted, without an outcome', () => {
  const tape = market();
  lift(tape, PRICE + 5, 1, [1, 1, 1, 1, 1, 1, 1, 1]);
  tape.pipeline.onDiscontinuity(0);
  expect(tape.last).toMatchObject({ status: 'expired' });
  expect(tape.last.evidence).toMatchObject({ outcome: 'interrupted', outcomeMs: null });
  const before = tape.raised.length;
  tape.pass(200_000);
  expect(tape.raised.length).toBe(before);
});

test('rules contain what was measured and what was required', () => {
  const tape = market();
  lift(tape, PRICE + 5, 1, [1, 1, 1, 1, 1, 1, 1, 1]);
  expect(tape.last.evidence['rules']).toEqual([
    { name: 'Stops elected in 5 s', value: '8', needed: 'at least 3, or', met: true },
    { name: 'Contracts of those stops', value: '8', needed: 'at least 3', met: true },
    {
      name: 'Chance of as many at this time of day',
      value: expect.any(String),
      needed: 'below 0.001',
      met: true,
    },
  ]);
});

test('the evidence contains calibrated probabilities, and the judge receives the outcome', () => {
  const resolved: (readonly [string, boolean | null])[] = [];
  const judge: Judge = {
    judge: fixedJudge(0.7).judge,
    resolve: (model, _key, outcome) => resolved.push([model.name, outcome]),
  };
  const tape = market('L3', judge);
  lift(tape, PRICE + 5, 1, [1, 1, 1, 1, 1, 1, 1, 1]);
  const run = tape.raised.find(({ event }) => event.type === 'stop_run')?.event;
  expect(run).toMatchObject({ exact: true, confidence: 1 });
  const probability = { p: 0.7, low: 0.7, high: 0.7, calibrator: 'fixed@0' };
  expect(run?.evidence).toMatchObject({ levelDriven: probability, pReversal: probability });
  tape.event(add(70_000, SIDE_BID, PRICE + 4, 5), cancel(10, SIDE_ASK, PRICE + 4, 40));
  tape.pass(10_000).event(cancel(70_000, SIDE_BID, PRICE + 4, 5), add(70_001, SIDE_ASK, PRICE + 1, 5));
  tape.pass(31_000);
  expect(resolved.filter(([name]) => name === 'stop_run_reversal')).toEqual([['stop_run_reversal', true]]);
});

test('without a calibrator the evidence has no probability', () => {
  const tape = market();
  lift(tape, PRICE + 5, 1, [1, 1, 1, 1, 1, 1, 1, 1]);
  expect(tape.last.evidence).toMatchObject({ levelDriven: null, pReversal: null });
});

test('a burst of stops that all rest without a trade has a forecast like any other', () => {
  const seen: number[] = [];
  const judge: Judge = {
    judge: (model, candidate) => {
      if (model.name === 'stop_run') seen.push(...Array.from(candidate.features));
      return fixedJudge(0.7).judge(model, candidate);
    },
    resolve: () => undefined,
  };
  const tape = market('L3', judge);
  const stops = Array.from({ length: 8 }, (_, n) => add(21_001 + n, SIDE_BID, PRICE + 3, 2));
  tape.event(
    trade(40_001, SIDE_BID, PRICE + 5, 1, 1),
    fill(31_000, SIDE_ASK, PRICE + 5, 1),
    modify(31_000, SIDE_ASK, PRICE + 5, 499),
    ...stops,
  );
  expect(tape.last).toMatchObject({ type: 'stop_run', evidence: { stops: 8, contracts: 0 } });
  expect(seen.length).toBeGreaterThan(0);
  expect(seen.every(Number.isFinite)).toBe(true);
});
