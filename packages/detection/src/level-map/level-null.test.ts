/** Zones against arbitrary prices: the null itself, what is remembered of touches, and which zones are significant. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Swings } from '#statistics/swings.ts';
import { type PlainFacts, plainView } from '#testing/plain-view.ts';
import { LevelDensity } from './level-density.ts';
import { LevelPrices } from './level-prices.ts';
import { LevelRecords } from './level-records.ts';
import { falseDiscoveryRates, LevelSignificance } from './level-significance.ts';
import { confluenceOf, fillDensity } from './level-sources.ts';
import { LevelTouches } from './level-touches.ts';
import { PseudoLevels } from './pseudo-levels.ts';

const ZONES = 4;
const ARBITRARY = 60;
const PRICE = 1000;

function nullOf(seed = 'levels|1') {
  const prices = new LevelPrices();
  const nobody = { onSettled: () => undefined, onFlip: () => undefined };
  const touches = new LevelTouches(ZONES + ARBITRARY, prices, nobody);
  return { prices, touches, arbitrary: new PseudoLevels(touches, prices, ZONES, ARBITRARY, seed) };
}

type Null = ReturnType<typeof nullOf>;

/** So many touches of arbitrary prices, of which the first ones bounced. */
function settle({ arbitrary }: Null, touches: number, bounced: number): void {
  for (let n = 0; n < touches; n += 1) arbitrary.settle(ZONES, n < bounced);
}

function zone({ touches }: Null, slot: number, settled: number, bounced: number): void {
  touches.open(slot, PRICE - 2, PRICE + 1);
  for (let n = 0; n < settled; n += 1) touches.addScore(slot, n < bounced ? 1 : 0);
  touches.touches[slot] = settled;
  touches.bounces[slot] = bounced;
}

describe('arbitrary prices', () => {
  const spawned = (seed: string, low = 1010, high = 1014, count = ARBITRARY) => {
    const one = nullOf(seed);
    one.arbitrary.spawnLike(low, high, PRICE, count);
    return Array.from(
      { length: count },
      (_, at) => [one.touches.lowTicks[ZONES + at]!, one.touches.highTicks[ZONES + at]!] as const,
    );
  };

  test('are as wide as the zone and half to one and a half times as far away, on both sides', () => {
    const all = spawned('levels|1');
    for (const [low, high] of all) {
      expect(high - low).toBe(4);
      const away = Math.abs((low + high) / 2 - PRICE);
      expect(away).toBeGreaterThanOrEqual(5.5);
      expect(away).toBeLessThanOrEqual(18.5);
    }
    const above = all.filter(([low]) => low > PRICE).length;
    expect(above).toBeGreaterThan(15);
    expect(above).toBeLessThan(45);
  });

  test('never hold the price itself, however near the zone is', () => {
    const edge = fc.integer({ min: -40, max: 40 });
    fc.assert(
      fc.property(edge, fc.integer({ min: 1, max: 12 }), (from, width) => {
        for (const [low, high] of spawned('x', PRICE + from, PRICE + from + width, 8))
          expect(low > PRICE || high < PRICE).toBe(true);
      }),
    );
  });

  test('are the same in a replay of the session, and others in another one', () => {
    expect(spawned('levels|1')).toEqual(spawned('levels|1'));
    expect(spawned('levels|1')).not.toEqual(spawned('levels|2'));
  });

  test('fill their places, and then the oldest makes room', () => {
    const one = nullOf();
    one.arbitrary.spawnLike(1010, 1014, PRICE, ARBITRARY - 1);
    expect(one.arbitrary.isFull).toBe(false);
    one.arbitrary.spawnLike(1010, 1014, PRICE, 1);
    expect(one.arbitrary.isFull).toBe(true);
    const second = one.touches.lowTicks[ZONES + 1];
    one.arbitrary.spawnLike(1100, 1101, PRICE, 1);
    expect(one.touches.highTicks[ZONES]! - one.touches.lowTicks[ZONES]!).toBe(1);
    expect(one.touches.lowTicks[ZONES + 1]).toBe(second);
  });

  test('bounce at even odds until touches are known, which weigh against four of the guess', () => {
    const one = nullOf();
    expect([one.arbitrary.bounceRate, one.arbitrary.settledTouches]).toEqual([0.5, 0]);
    settle(one, 6, 6);
    expect(one.arbitrary.bounceRate).toBeCloseTo(8 / 10, 3);
    expect(one.arbitrary.settledTouches).toBe(6);
    settle(one, 3000, 0);
    expect(one.arbitrary.bounceRate).toBeLessThan(0.01);
    expect(one.arbitrary.settledTouches).toBeLessThanOrEqual(2000);
  });
});

describe('a zone against them', () => {
  test('exceeds them by its bounces in deviations: four of four at even odds are two', () => {
    const one = nullOf();
    zone(one, 0, 4, 4);
    zone(one, 1, 4, 2);
    zone(one, 2, 0, 0);
    expect([0, 1, 2].map((slot) => one.arbitrary.excess(slot))).toEqual([2, 0, 0]);
  });

  test('has a posterior between their rate and its own, nearer to its own the more it was touched', () => {
    const one = nullOf();
    zone(one, 0, 10, 10);
    expect(one.arbitrary.posterior(0)).toEqual({ a: 15, b: 5 });
    expect(one.arbitrary.posteriorMean(0)).toBe(0.75);
    fc.assert(
      fc.property(fc.nat(60), fc.nat(60), (bounced, broken) => {
        zone(one, 1, bounced + broken, bounced);
        const { a, b } = one.arbitrary.posterior(1);
        expect(one.arbitrary.posteriorMean(1)).toBeCloseTo(a / (a + b), 12);
        expect(Math.min(a, b)).toBeGreaterThan(0);
      }),
    );
  });

  test('is not significant while fewer than forty of them were touched', () => {
    const one = nullOf();
    zone(one, 0, 5, 5);
    one.arbitrary.spawnLike(1010, 1014, PRICE, ARBITRARY);
    for (let n = 0; n < 39; n += 1) one.touches.addScore(ZONES + n, n % 2);
    one.arbitrary.measure();
    expect(one.arbitrary.pValue(0)).toBe(1);
    one.touches.addScore(ZONES + 39, 1);
    one.arbitrary.measure();
    expect(one.arbitrary.pValue(0)).toBeLessThan(0.5);
  });

  test('is the more significant, the more of its touches bounced, and not at all before the first', () => {
    const one = nullOf();
    one.arbitrary.spawnLike(1010, 1014, PRICE, ARBITRARY);
    for (let n = 0; n < ARBITRARY; n += 1) one.touches.addScore(ZONES + n, n % 2);
    one.arbitrary.measure();
    for (const [slot, bounced] of [0, 3, 6].entries()) zone(one, slot, 6, bounced);
    const [broken = 0, even = 0, held = 0] = [0, 1, 2].map((slot) => one.arbitrary.pValue(slot));
    expect(held).toBeLessThan(even);
    expect(even).toBeLessThan(broken);
    zone(one, 3, 0, 0);
    expect(one.arbitrary.pValue(3)).toBe(1);
  });

  test('has a rank of a half before anything can be compared', () => {
    const one = nullOf();
    expect([one.arbitrary.renewalRank(), one.arbitrary.answerRank()]).toEqual([0.5, 0.5]);
    Object.assign(one.touches, { absorbed: 10, answered: 10, rested: 10 });
    settle(one, 50, 25);
    expect(one.arbitrary.renewalRank()).toBeCloseTo(0.5, 6);
    Object.assign(one.touches, { absorbed: 200, answered: 10, rested: 10 });
    expect(one.arbitrary.renewalRank()).toBeGreaterThan(0.95);
    expect(one.arbitrary.answerRank()).toBeLessThan(0.05);
  });
});

describe('false discovery rates', () => {
  const ratesOf = (pValues: readonly number[]): number[] => {
    const rates = new Float64Array(pValues.length);
    falseDiscoveryRates(pValues, pValues.length, rates);
    return Array.from(rates);
  };

  test('are p-values times their number over their rank, never above those of less significant ones', () => {
    expect(ratesOf([0.2])).toEqual([0.2]);
    const rates = ratesOf([0.5, 0.01, 0.03, 0.02]);
    for (const [at, rate] of [0.5, 0.04, 0.04, 0.04].entries()) expect(rates[at]).toBeCloseTo(rate, 12);
  });

  test('are in the order of the p-values, at least as great and at most 1', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 24 }), (pValues) => {
        const rates = ratesOf(pValues);
        for (const [at, p] of pValues.entries()) {
          expect(rates[at]).toBeGreaterThanOrEqual(p - 1e-12);
          expect(rates[at]).toBeLessThanOrEqual(1);
          for (const [other, q] of pValues.entries())
            if (p < q) expect(rates[at]).toBeLessThanOrEqual(rates[other]!);
        }
      }),
    );
  });

  test('of zones are 1 where a zone is not live or was not touched, and are measured again after five seconds', () => {
    const one = nullOf();
    const significance = new LevelSignificance(one.touches, one.arbitrary, ZONES);
    one.arbitrary.spawnLike(1010, 1014, PRICE, ARBITRARY);
    for (let n = 0; n < ARBITRARY; n += 1) one.touches.addScore(ZONES + n, n % 2);
    one.arbitrary.measure();
    expect(significance.rateOf(0, 0)).toBe(1);
    zone(one, 0, 6, 6);
    expect(significance.rateOf(0, 4999)).toBe(1);
    expect(significance.rateOf(0, 5000)).toBeLessThan(0.5);
    one.touches.close(0);
    significance.forget();
    expect([significance.rateOf(0, 5001), significance.pValueOf(0, 5001)]).toEqual([1, 1]);
  });
});

describe('the record of a zone', () => {
  const recordOf = () => {
    const one = nullOf();
    const records = new LevelRecords(ZONES, one.arbitrary);
    records.clear(2);
    return records;
  };

  test('keeps its sides apart, and the last outcome', () => {
    const records = recordOf();
    records.add(2, SIDE_BID, true, 1);
    records.add(2, SIDE_BID, true, 2);
    records.add(2, SIDE_ASK, false, 3);
    expect([records.touchesFrom(2, SIDE_BID), records.touchesFrom(2, SIDE_ASK)]).toEqual([2, 1]);
    expect(records.sideExcess(2, SIDE_BID)).toBeCloseTo(1 / Math.sqrt(0.5), 9);
    expect(records.sideExcess(2, SIDE_ASK)).toBe(-1);
    expect(records.sideExcess(1, SIDE_BID)).toBe(0);
    expect([records.settled[2], records.lastBounced[2]]).toEqual([3, 0]);
  });

  test('remembers its last sixteen touches, oldest first', () => {
    const records = recordOf();
    for (let n = 1; n <= 20; n += 1) records.add(2, SIDE_BID, n % 3 === 0, n);
    const touches = records.touchesOf(2);
    expect(touches.map(({ timeMs }) => timeMs)).toEqual(Array.from({ length: 16 }, (_, at) => at + 5));
    expect(touches.filter(({ bounced }) => bounced).map(({ timeMs }) => timeMs)).toEqual([6, 9, 12, 15, 18]);
  });

  test('is empty for another zone in its place', () => {
    const records = recordOf();
    records.add(2, SIDE_BID, true, 1);
    records.clear(2);
    expect(records.touchesOf(2)).toEqual([]);
    expect([records.touchesFrom(2, SIDE_BID), records.absorbedRank[2]]).toEqual([0, 0.5]);
  });
});

describe('what makes a price a level', () => {
  const view = (part: PlainFacts = {}) => {
    const levels = { priorHighTicks: 1043, priorLowTicks: null, priorSettlementTicks: 987 };
    return plainView({ tier: 'L1T', swings: new Swings(), levels: levels as never, ...part });
  };

  test('is named for a zone, each kind once', () => {
    const prices = new LevelPrices();
    expect(confluenceOf(view(), prices, 1042, 1044, 2)).toEqual(['prior day high']);
    expect(confluenceOf(view(), prices, 985, 988, 2)).toEqual(['prior settlement']);
    expect(confluenceOf(view(), prices, 1001, 1004, 2)).toEqual([]);
    expect(confluenceOf(view(), prices, 990, 1010, 2)).toEqual(['round number']);
  });

  test('is a swing, less and less with its age', () => {
    const swings = new Swings();
    for (const [timeMs, ticks] of [
      [0, 1030],
      [1, 1022],
      [2, 1021],
    ] as const)
      swings.add(timeMs, ticks, 5);
    expect(confluenceOf(view({ swings }), new LevelPrices(), 1029, 1031, 2)).toContain('swing');
    const strength = (hours: number): number => {
      const density = new LevelDensity();
      fillDensity(density, view({ swings, timeMs: hours * 3_600_000 }), new LevelPrices(), PRICE, 2);
      return density.at(1030);
    };
    // Of the round number 0.1 stays.
    expect(strength(0)).toBeCloseTo(1.1, 6);
    expect(strength(23)).toBeCloseTo(0.6, 6);
  });

  test('is a node of volume that exceeds its surroundings by a tenth of the largest', () => {
    const prices = new LevelPrices();
    for (const [ticks, size] of [
      [1003, 100],
      [1012, 12],
      [1018, 9],
    ] as const)
      prices.addTrade(ticks, size, SIDE_BID);
    const kindsAt = (ticks: number) => confluenceOf(view(), prices, ticks, ticks, 2);
    expect([1003, 1012, 1018].map(kindsAt)).toEqual([['volume node'], ['volume node'], []]);
  });

  test('is the rounder, the heavier', () => {
    const density = new LevelDensity();
    fillDensity(density, view(), new LevelPrices(), PRICE, 2);
    expect([1000, 950, 925, 1010, 1005, 1001].map((ticks) => density.at(ticks))).toEqual([
      0.25, 0.2, 0.15, 0.1, 0, 0.125,
    ]);
  });
});
