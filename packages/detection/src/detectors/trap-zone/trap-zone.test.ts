import { type FeedTier, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import type { Judge } from '#calibration/judge.ts';
import { add, fixedJudge, HandTape, trade } from '#testing/hand-tape.ts';
import { DeltaBaseline } from './trap-zone-delta.ts';

const PRICE = 19_000;
let nextId = 60_000;

/** One trade of a size at each price on the way, a second apart. */
function walk(tape: HandTape, fromTicks: number, toTicks: number, size = 1): HandTape {
  const step = Math.sign(toTicks - fromTicks) || 1;
  for (let price = fromTicks; price !== toTicks + step; price += step) {
    nextId += 1;
    tape.wait(1000).event(trade(nextId, step > 0 ? SIDE_BID : SIDE_ASK, price, size));
  }
  return tape;
}

/** Swing highs at +20 and lows at the price, ten minutes of them, small trades only. */
function market(judge: Judge = fixedJudge(0.8), tier: FeedTier = 'L3'): HandTape {
  const tape = new HandTape(tier, ['retail_trap_zone'], judge);
  for (let n = 1; n <= 20; n += 1) {
    tape.event(add(n, SIDE_BID, PRICE - 60 - n, 5), add(100 + n, SIDE_ASK, PRICE + 90 + n, 5));
  }
  for (let n = 0; n < 15; n += 1) {
    walk(tape, PRICE, PRICE + 20);
    walk(tape, PRICE + 20, PRICE);
  }
  return tape;
}

/** Buyers come in above the high, then price falls back inside. */
function trap(tape: HandTape, size: number, backTo = PRICE + 16): HandTape {
  walk(tape, PRICE, PRICE + 20);
  walk(tape, PRICE + 21, PRICE + 25, size);
  walk(tape, PRICE + 25, PRICE + 24, 1);
  return walk(tape, PRICE + 23, backTo).pass(500);
}

test('buyers above a broken high who are under water are raised once, as trapped bid, expected down', () => {
  const tape = trap(market(), 40);
  const raised = tape.patterns.filter(({ change }) => change === 'new');
  expect(raised.length).toBe(1);
  expect(raised[0]?.pattern).toMatchObject({
    type: 'retail_trap_zone',
    side: 'bid',
    direction: 'down',
    size: 200,
    status: 'open',
    confidence: 0.8,
    exact: false,
    levels: [
      { label: 'zone', lowTicks: PRICE + 21, highTicks: PRICE + 25 },
      { label: 'target', lowTicks: expect.any(Number), highTicks: expect.any(Number) },
    ],
  });
  expect(raised[0]?.pattern.evidence).toMatchObject({
    trappedContracts: 200,
    meanEntryTicks: PRICE + 23,
    overshootTicks: 5,
    outcome: 'pending',
  });
  expect(raised[0]?.pattern.description).toMatch(/^200 contracts bought above 4755\.00 at 4755\.75/);
});

test('sellers below a broken low are the mirror of it', () => {
  const tape = market();
  walk(tape, PRICE + 5, PRICE);
  walk(tape, PRICE - 1, PRICE - 5, 40);
  walk(tape, PRICE - 5, PRICE + 4);
  const raised = tape.patterns.filter(({ change }) => change === 'new');
  expect(raised.length).toBe(1);
  expect(raised[0]?.pattern).toMatchObject({ side: 'ask', direction: 'up', size: 200 });
});

test('a break that continues traps nobody', () => {
  const tape = market();
  walk(tape, PRICE, PRICE + 20);
  walk(tape, PRICE + 21, PRICE + 60, 40);
  tape.pass(11 * 60_000);
  walk(tape, PRICE + 60, PRICE + 10);
  expect(tape.patterns.filter(({ pattern }) => pattern.side === 'bid')).toEqual([]);
});

test('a break by a single tick traps nobody', () => {
  const tape = market();
  walk(tape, PRICE, PRICE + 20);
  walk(tape, PRICE + 21, PRICE + 21, 200);
  walk(tape, PRICE + 20, PRICE + 10).pass(500);
  expect(tape.patterns).toEqual([]);
});

test('a break against which as much was sold as was bought traps nobody', () => {
  const tape = market();
  walk(tape, PRICE, PRICE + 20);
  for (let price = PRICE + 21; price <= PRICE + 25; price += 1) {
    walk(tape, price, price, 40);
    tape.wait(200).event(trade(1_000_000 + price, SIDE_ASK, price, 40));
  }
  walk(tape, PRICE + 23, PRICE + 16).pass(500);
  expect(tape.patterns).toEqual([]);
});

test('an unsure judge raises nothing', () => {
  expect(trap(market(fixedJudge(0.59)), 40).patterns).toEqual([]);
});

test('the outcome is reported: a fall far inside confirms, a second break fails', () => {
  const fallen = trap(market(), 40);
  walk(fallen, PRICE + 16, PRICE);
  expect(fallen.patterns.at(-1)?.pattern).toMatchObject({ status: 'confirmed' });
  expect(fallen.patterns.at(-1)?.pattern.evidence['outcome']).toBe('followed');
  const broken = trap(market(), 40);
  walk(broken, PRICE + 16, PRICE + 24);
  expect(broken.patterns.at(-1)?.pattern).toMatchObject({ status: 'failed' });
  expect(broken.patterns.at(-1)?.pattern.evidence['outcome']).toBe('re-entered');
});

test('every judged trap gets one outcome, and a lost book gives none', () => {
  const answers: (boolean | null)[] = [];
  const judgement = {
    score: 0,
    confidence: 0.5,
    low: 0,
    high: 1,
    base: 0.5,
    calibrator: 'score',
    raiseFrom: 0.6,
  };
  const pending = new Set<string>();
  const judge: Judge = {
    judge: (model, { key, features }) => {
      if (model.name === 'trap_follow') pending.add(key);
      expect(features.length).toBe(model.features.length);
      for (let at = 0; at < features.length; at += 1) expect(Number.isFinite(features[at])).toBe(true);
      return judgement;
    },
    resolve: (_model, key, outcome) => {
      expect(pending.delete(key)).toBe(true);
      answers.push(outcome);
    },
  };
  const tape = trap(market(judge), 40);
  tape.pipeline.onDiscontinuity(0);
  expect(answers.length).toBeGreaterThan(0);
  expect(answers.at(-1)).toBeNull();
  expect(pending.size).toBe(0);
});

test('the usual signed volume grows with the stretch it is measured over', () => {
  const baseline = new DeltaBaseline();
  for (let second = 0; second < 2400; second += 1) {
    baseline.add(Math.floor(second / 7) % 2 === 0 ? 4 : -3);
    baseline.onClock(second * 1000);
  }
  expect(baseline.q90(5)).toBeGreaterThan(10);
  expect(baseline.q90(600)).toBeGreaterThan(baseline.q90(5));
});

test.each(['L2S', 'L2C', 'L1T'] as const)('%s shows the trap as well, without what it cannot see', (tier) => {
  const tape = trap(market(fixedJudge(0.8), tier), 40);
  const raised = tape.patterns.filter(({ change }) => change === 'new');
  expect(raised.map(({ pattern }) => [pattern.side, pattern.size, pattern.tier])).toEqual([
    ['bid', 200, tier],
  ]);
  // The tape's levels do not shrink by its trades: on a feed of levels that is a refill of everything.
  expect(raised[0]?.pattern.evidence['refilledContracts']).toBe(tier === 'L1T' ? null : 200);
});
