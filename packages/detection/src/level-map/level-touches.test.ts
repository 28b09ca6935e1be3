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
