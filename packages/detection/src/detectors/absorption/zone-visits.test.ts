/** Visits of price at a zone: they last while something hits it, and rank among those that ended before. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ZoneVisits } from './zone-visits.ts';

const NOTHING = { contracts: 0, refilled: 0, reposted: 0, most: 0, rank: 0 };

test('a visit is what hit a price and one tick around it', () => {
  const visits = new ZoneVisits();
  for (const [priceTicks, size] of [
    [998, 1],
    [999, 10],
    [1000, 30],
    [1001, 20],
    [1002, 100],
  ] as const)
    visits.add(priceTicks, size, 5000);
  expect(visits.read(1000, 5000)).toMatchObject({ contracts: 60, most: 30 });
  expect(visits.read(1001, 5000)).toMatchObject({ contracts: 150, most: 100 });
  expect(visits.read(1010, 5000)).toEqual(NOTHING);
});

test('what hits a price again within twenty seconds belongs to the same visit', () => {
  const visits = new ZoneVisits();
  visits.add(1000, 10, 0);
  visits.add(1000, 5, 20_000);
  expect(visits.read(1000, 40_000)).toMatchObject({ contracts: 15, most: 15 });
  // Left alone for longer it is over, whether or not anything follows.
  expect(visits.read(1000, 40_001)).toMatchObject({ contracts: 0, most: 0 });
  visits.add(1000, 3, 40_001);
  expect(visits.read(1000, 40_001)).toMatchObject({ contracts: 3, most: 3 });
});

test('each price of a zone has its own silence', () => {
  const visits = new ZoneVisits();
  visits.add(999, 10, 0);
  visits.add(1000, 5, 15_000);
  expect(visits.read(1000, 20_000).contracts).toBe(15);
  expect(visits.read(1000, 20_001)).toMatchObject({ contracts: 5, most: 5 });
});

test('what refilled itself and what followed a fill are parts of the visit, and end with it', () => {
  const visits = new ZoneVisits();
  visits.add(1000, 30, 0);
  visits.addRefilled(1000, 12);
  visits.addRefilled(1001, 1);
  visits.addReposted(999, 4);
  visits.addReposted(1000, 5);
  // At the neighbours nothing traded: what was given there belongs to no visit.
  expect(visits.read(1000, 0)).toMatchObject({ contracts: 30, refilled: 12, reposted: 5 });
  visits.add(1000, 2, 20_001);
  expect(visits.read(1000, 20_001)).toMatchObject({ contracts: 2, refilled: 0, reposted: 0 });
});

test('a visit ranks among those that ended by its heaviest price, a new one more than they are', () => {
  const visits = new ZoneVisits();
  const sizes = [10, 30, 20];
  for (const [n, size] of sizes.entries()) visits.add(1000, size, 30_000 * n);
  // The last of them runs: two ended.
  expect(visits.read(1000, 60_000)).toMatchObject({ most: 20, rank: 1 / 3 });
  visits.add(1000, 30, 90_000);
  expect(visits.read(1000, 90_000).rank).toBe(3 / 4);
  visits.add(1000, 500, 120_000);
  expect(visits.read(1000, 120_000).rank).toBe(4 / 5);
  visits.add(1000, 1, 150_000);
  expect(visits.read(1000, 150_000).rank).toBe(0);
});

test('after a hole in the feed nothing runs, and what was interrupted is no visit that ended', () => {
  const visits = new ZoneVisits();
  visits.add(1000, 10, 0);
  visits.addRefilled(1000, 9);
  visits.clear();
  expect(visits.read(1000, 0)).toEqual(NOTHING);
  visits.add(1000, 20, 1);
  expect(visits.read(1000, 1)).toEqual({ ...NOTHING, contracts: 20, most: 20 });
});

test('any series of hits is counted as by hand', () => {
  const hit = fc.record({
    priceTicks: fc.integer({ min: 995, max: 1005 }),
    size: fc.integer({ min: 1, max: 50 }),
    waitMs: fc.constantFrom(0, 500, 9000, 20_000, 20_001),
  });
  fc.assert(
    fc.property(fc.array(hit, { minLength: 1, maxLength: 40 }), (hits) => {
      const visits = new ZoneVisits();
      const running = new Map<number, { sum: number; lastMs: number }>();
      const ended: number[] = [];
      let nowMs = 0;
      for (const { priceTicks, size, waitMs } of hits) {
        nowMs += waitMs;
        visits.add(priceTicks, size, nowMs);
        const before = running.get(priceTicks);
        const goesOn = before !== undefined && nowMs - before.lastMs <= 20_000;
        if (before && !goesOn) ended.push(before.sum);
        running.set(priceTicks, { sum: (goesOn ? before.sum : 0) + size, lastMs: nowMs });
      }
      for (let priceTicks = 994; priceTicks <= 1006; priceTicks += 1) {
        const sums = [priceTicks - 1, priceTicks, priceTicks + 1]
          .map((price) => running.get(price))
          .filter((one) => one !== undefined && nowMs - one.lastMs <= 20_000)
          .map((one) => one?.sum ?? 0);
        const most = Math.max(0, ...sums);
        expect(visits.read(priceTicks, nowMs)).toEqual({
          contracts: sums.reduce((sum, one) => sum + one, 0),
          most,
          refilled: 0,
          reposted: 0,
          rank: ended.filter((one) => one <= most).length / (ended.length + 1),
        });
      }
    }),
    { numRuns: 60 },
  );
});
