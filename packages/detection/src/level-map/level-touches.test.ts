import { SIDE_ASK, SIDE_BID, seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { betaAbove } from '#statistics/beta.ts';
import { LevelDensity } from './level-density.ts';
import { LevelPrices } from './level-prices.ts';
import { falseDiscoveryRates } from './level-significance.ts';
import { LevelTouches, type PriceStep } from './level-touches.ts';
import { PseudoLevels } from './pseudo-levels.ts';

interface Settled {
  readonly side: number;
  readonly bounced: boolean;
  readonly absorbed: number;
}

/** One zone from 100 to 103; prices come one at a time. */
function zone(): {
  move: (...prices: number[]) => void;
  settled: Settled[];
  touches: LevelTouches;
  prices: LevelPrices;
} {
  const settled: Settled[] = [];
  const prices = new LevelPrices();
  const touches = new LevelTouches(1, prices, {
    onFlip: () => undefined,
    onSettled: (_slot, side, bounced) => settled.push({ side, bounced, absorbed: touches.absorbed }),
  });
  touches.open(0, 100, 103);
  const move = (...moves: number[]): void => {
    for (const price of moves) {
      const step: PriceStep = {
        timeMs: 0,
        lowTicks: price,
        highTicks: price,
        lastTicks: price,
        thetaTicks: 8,
        bounceTicks: 6,
        breakTicks: 2,
      };
      touches.step(step);
      prices.addTrade(price, 10, SIDE_ASK);
    }
  };
  return { move, settled, touches, prices };
}

test('a touch counts from a distance of theta, and bounces at the bounce distance on the side it came from', () => {
  const { move, settled, touches } = zone();
  move(110, 103, 109);
  expect(settled).toEqual([]);
  move(111, 103);
  expect(touches.isTouched(0)).toBe(true);
  move(101, 108);
  expect(settled).toEqual([]);
  move(109);
  expect(settled).toEqual([{ side: SIDE_BID, bounced: true, absorbed: 20 }]);
  expect([touches.touches[0], touches.bounces[0]]).toEqual([1, 1]);
});

test('two ticks beyond the far edge break it, and a retest from the other side begins a new role', () => {
  const { move, settled, touches } = zone();
  move(111, 103, 99, 98);
  expect(settled.map(({ bounced }) => bounced)).toEqual([false]);
  move(92, 100, 94);
  expect(settled.map(({ side, bounced }) => [side, bounced])).toEqual([
    [SIDE_BID, false],
    [SIDE_ASK, true],
  ]);
  expect([touches.touches[0], touches.bounces[0], touches.role[0]]).toEqual([1, 1, SIDE_ASK]);
});

test('one approach gives one touch, however long price stays', () => {
  const { move, settled } = zone();
  move(111, 103, 104, 103, 106, 100, 109, 103, 109);
  expect(settled.length).toBe(1);
});

test('a zone is symmetric: mirrored prices give mirrored touches', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 5, maxLength: 80 }), (moves) => {
      const up = zone();
      const down = zone();
      let at = 0;
      for (const move of moves) {
        at = Math.max(-40, Math.min(40, at + move));
        up.move(101 + at);
        down.move(202 - (101 + at) + 1);
      }
      const flipped = down.settled.map(({ side, bounced }) => [
        side === SIDE_BID ? SIDE_ASK : SIDE_BID,
        bounced,
      ]);
      expect(up.settled.map(({ side, bounced }) => [side, bounced])).toEqual(flipped);
    }),
  );
});

test('arbitrary prices of a market without memory are found at the rate that is borne', () => {
  const prices = new LevelPrices();
  const zones = 12;
  const touches = new LevelTouches(zones + 200, prices, {
    onFlip: () => undefined,
    onSettled: (slot, _side, bounced) => {
      if (slot >= zones) arbitrary.settle(slot, bounced);
      else touches.addScore(slot, bounced ? 1 : 0);
    },
  });
  const arbitrary = new PseudoLevels(touches, prices, zones, 200, 'test');
  const coin = seededDraws(7);
  let price = 1000;
  const found: number[] = [];
  for (let n = 0; n < 60_000; n += 1) {
    if (n % 2500 === 0) {
      arbitrary.measure();
      for (let slot = 0; slot < zones; slot += 1) {
        const p = arbitrary.pValue(slot);
        if (p < 1) found.push(p);
        const at = price - 30 + Math.floor(60 * coin());
        touches.open(slot, at, at + 3);
        arbitrary.spawnLike(at, at + 3, price, 8);
      }
    }
    price += coin() < 0.5 ? -1 : 1;
    touches.step({
      timeMs: n,
      lowTicks: price,
      highTicks: price,
      lastTicks: price,
      thetaTicks: 8,
      bounceTicks: 6,
      breakTicks: 2,
    });
    prices.addTrade(price, 1, SIDE_BID);
  }
  expect(found.length).toBeGreaterThan(60);
  expect(found.filter((p) => p <= 0.1).length / found.length).toBeLessThan(0.2);
});

test('false discovery rates are those of Benjamini and Hochberg', () => {
  const out = new Float64Array(5);
  falseDiscoveryRates([0.01, 0.04, 0.03, 0.5, 0.005], 5, out);
  expect(Array.from(out, (rate) => Number(rate.toFixed(4)))).toEqual([0.025, 0.05, 0.05, 0.5, 0.025]);
});

test('the tail of the beta law is that of the tables', () => {
  expect(betaAbove(0.5, 2, 2)).toBeCloseTo(0.5, 10);
  expect(betaAbove(0.5, 8, 3)).toBeCloseTo(0.9453125, 9);
  expect(betaAbove(0.3, 1, 1)).toBeCloseTo(0.7, 10);
  expect(betaAbove(0.48, 11, 5)).toBeGreaterThan(betaAbove(0.48, 10, 6));
});

test('maxima of the density are where facts gather, as wide as half their height', () => {
  const density = new LevelDensity();
  density.begin(1000);
  density.add(990, 1, 4);
  density.add(991, 1, 4);
  density.add(1020, 0.5, 4);
  const peaks = density.findPeaks({ leastTicks: 2, mostTicks: 12 });
  expect(peaks.count).toBe(2);
  expect(Array.from(peaks.priceTicks.subarray(0, 2))).toEqual([990, 1020]);
  expect(peaks.prominence[0]).toBeCloseTo(1.75);
  expect([peaks.lowTicks[1], peaks.highTicks[1]]).toEqual([1018, 1022]);
});

interface Range {
  readonly low: number;
  readonly high?: number;
  readonly last?: number;
}

/** One zone from 100 to 103 and steps of whole ranges; who traded is written by the test. */
function ranged(listen: (side: number, bounced: boolean) => void = () => undefined) {
  const flips: number[] = [];
  const prices = new LevelPrices();
  const touches = new LevelTouches(2, prices, {
    onFlip: (_slot, side) => flips.push(side),
    onSettled: (slot, side, bounced) => {
      touches.addScore(slot, bounced ? 1 : 0);
      listen(side, bounced);
    },
  });
  touches.open(0, 100, 103);
  const step = ({ low, high = low, last = high }: Range): void =>
    touches.step({
      ...{ timeMs: 0, lowTicks: low, highTicks: high, lastTicks: last },
      ...{ thetaTicks: 8, bounceTicks: 6, breakTicks: 2 },
    });
  return { touches, prices, flips, step };
}

test.each([
  { what: 'what entered in a step can break in it', step: { low: 98, high: 111 }, settled: [false] },
  { what: 'what entered in a step cannot bounce in it', step: { low: 103, high: 120 }, settled: [] },
  { what: 'what only came near did not enter', step: { low: 104, high: 120 }, settled: [] },
])('the order of prices within a step is unknown: $what', ({ step, settled }) => {
  const outcomes: boolean[] = [];
  const one = ranged((_side, bounced) => outcomes.push(bounced));
  one.step({ low: 111 });
  one.step(step);
  expect(outcomes).toEqual(settled);
});

test('of a step that reaches both ends a touch breaks, it does not bounce', () => {
  const outcomes: boolean[] = [];
  const one = ranged((_side, bounced) => outcomes.push(bounced));
  one.step({ low: 111 });
  one.step({ low: 103 });
  one.step({ low: 98, high: 120 });
  expect(outcomes).toEqual([false]);
});

test('the bounce that a touch needs is that of its entry, however volatility changes', () => {
  const outcomes: boolean[] = [];
  const one = ranged((_side, bounced) => outcomes.push(bounced));
  for (const priceTicks of [111, 103]) one.step({ low: priceTicks });
  const wide = { timeMs: 0, thetaTicks: 80, bounceTicks: 60, breakTicks: 20 };
  one.touches.step({ ...wide, lowTicks: 108, highTicks: 108, lastTicks: 108 });
  expect(outcomes).toEqual([]);
  one.touches.step({ ...wide, lowTicks: 109, highTicks: 109, lastTicks: 109 });
  expect(outcomes).toEqual([true]);
});

test.each([
  { last: 110, armed: 0 },
  { last: 111, armed: SIDE_BID },
  { last: 92, armed: SIDE_ASK },
  { last: 93, armed: 0 },
])('a zone is armed by the last price, here $last, for a touch from side $armed', ({ last, armed }) => {
  const one = ranged();
  one.step({ low: 90, high: 120, last });
  expect(one.touches.armedSide(0)).toBe(armed);
});

test('a zone that is approached from the other side keeps half of what it did, and begins to count again', () => {
  const one = ranged();
  for (const priceTicks of [111, 103, 109, 111, 103, 109]) one.step({ low: priceTicks });
  expect([one.touches.touches[0], one.touches.score[0], one.touches.weight[0]]).toEqual([2, 2, 2]);
  expect(one.flips).toEqual([]);
  for (const priceTicks of [111, 103, 98, 92, 100]) one.step({ low: priceTicks });
  // Two bounces and a break, halved.
  expect([one.touches.score[0], one.touches.weight[0]]).toEqual([1, 1.5]);
  expect([one.touches.touches[0], one.touches.bounces[0], one.touches.role[0]]).toEqual([0, 0, SIDE_ASK]);
  expect(one.flips).toEqual([SIDE_ASK]);
});

test('what was traded during a touch is known by side: into the zone, and out of it or just before it', () => {
  const one = ranged();
  one.prices.addTrade(101, 500, SIDE_ASK);
  one.prices.addTrade(104, 70, SIDE_BID);
  for (const priceTicks of [111, 103]) one.step({ low: priceTicks });
  one.prices.addTrade(103, 20, SIDE_ASK);
  one.prices.addTrade(104, 9, SIDE_ASK);
  expect(one.touches.renewalNow(0)).toBeCloseTo(Math.log(21), 12);
  one.prices.addTrade(101, 5, SIDE_BID);
  one.prices.addTrade(105, 7, SIDE_BID);
  one.prices.addTrade(106, 100, SIDE_BID);
  one.step({ low: 109 });
  expect([one.touches.absorbed, one.touches.answered, one.touches.rested]).toEqual([20, 12, 0]);
  expect(one.touches.renewalNow(0)).toBe(0);
});

test('a touch that is interrupted has no outcome, and the next one needs its distance again', () => {
  const outcomes: boolean[] = [];
  const one = ranged((_side, bounced) => outcomes.push(bounced));
  for (const priceTicks of [111, 103]) one.step({ low: priceTicks });
  one.touches.interrupt();
  for (const priceTicks of [98, 103, 109]) one.step({ low: priceTicks });
  expect([outcomes, one.touches.touches[0]]).toEqual([[], 0]);
  for (const priceTicks of [111, 103, 109]) one.step({ low: priceTicks });
  expect(outcomes).toEqual([true]);
});

test('a closed zone is left alone, and one that is opened again has forgotten everything', () => {
  const one = ranged();
  for (const priceTicks of [111, 103, 109, 111, 103]) one.step({ low: priceTicks });
  one.touches.close(0);
  one.step({ low: 98 });
  expect(one.touches.touches[0]).toBe(1);
  one.touches.open(0, 100, 103);
  const { role, touches, bounces, score, weight } = one.touches;
  expect([role, touches, bounces, score, weight].map((column) => column[0])).toEqual([0, 0, 0, 0, 0]);
  expect([one.touches.isTouched(0), one.touches.armedSide(0)]).toEqual([false, 0]);
});
