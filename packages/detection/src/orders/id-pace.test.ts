/** How fast ids grow, which of them belong together, and ids as numbers. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupsOf, IdPace } from './id-pace.ts';
import { orderNumber } from './order-number.ts';

test('the pace is what ids grow by in a second', () => {
  const pace = new IdPace();
  for (let second = 0; second < 60; second += 1) pace.note(1000 + 250 * second, 1000 * second);
  expect(pace.perSecond).toBeCloseTo(250, 6);
});

test('orders older than the newest are ignored', () => {
  const pace = new IdPace();
  pace.note(1000, 0);
  pace.note(10, 500);
  pace.note(1100, 1000);
  expect(pace.perSecond).toBeCloseTo(100, 6);
});

test('before two fresh orders the pace is unknown, and again after the ids were lost', () => {
  const pace = new IdPace();
  pace.note(1000, 0);
  expect(pace.perSecond).toBeNaN();
  pace.clear();
  pace.note(5, 2000);
  expect(pace.perSecond).toBeNaN();
});

test('ids close together are one group, in any order', () => {
  expect(groupsOf([], 10)).toBe(0);
  expect(groupsOf([105, 3, 100, 9], 10)).toBe(2);
  expect(groupsOf([1, 20, 40], 10)).toBe(3);
});

test('the halves of an id make one number', () => {
  expect(orderNumber(1490, -1)).toBe(1490 * 2 ** 32 + 4_294_967_295);
});

test('ids a second are all ids over all time, whatever the steps', () => {
  const pace = new IdPace();
  // 1,000 ids in three seconds, with a long step between short ones.
  for (const [id, timeMs] of [
    [10, 0],
    [11, 1],
    [1000, 2990],
    [1010, 3000],
  ] as const)
    pace.note(id, timeMs);
  expect(pace.perSecond).toBeCloseTo(1000 / 3, 1);
});

test('the pace of half an hour ago hardly counts', () => {
  const pace = new IdPace();
  for (let second = 1; second <= 600; second += 1) pace.note(1000 * second, 1000 * second);
  for (let second = 601; second <= 2400; second += 1) pace.note(600_000 + 10 * (second - 600), 1000 * second);
  // Six half-lives: a thousand weighs a 64th of itself.
  expect(pace.perSecond).toBeGreaterThan(10);
  expect(pace.perSecond).toBeLessThan(30);
});

test('two orders of one instant have a pace beyond measure, and a hole leaves the pace as it was', () => {
  const pace = new IdPace();
  pace.note(1, 500);
  pace.note(2, 500);
  expect(pace.perSecond).toBe(Number.POSITIVE_INFINITY);
  pace.note(102, 1500);
  const { perSecond } = pace;
  pace.clear();
  pace.note(9_000_000, 2000);
  expect(pace.perSecond).toBe(perSecond);
});

test('groups are where the gaps are larger, in any order of the ids', () => {
  const ids = fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 20 });
  fc.assert(
    fc.property(ids, fc.integer({ min: 0, max: 60 }), (list, gap) => {
      // Each id that has no other one up to `gap` below it begins a group.
      const distinct = [...new Set(list)];
      const first = distinct.filter((id) => !distinct.some((other) => other < id && id - other <= gap));
      expect(groupsOf(list, gap)).toBe(first.length);
      expect(groupsOf(list.toReversed(), gap)).toBe(first.length);
    }),
    { numRuns: 100 },
  );
});

test('numbers of ids are in the order of the ids', () => {
  const half = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  const id = fc.tuple(fc.integer({ min: 0, max: 2 ** 20 }), half);
  const exact = ([hi, lo]: readonly [number, number]): bigint =>
    BigInt(hi) * 2n ** 32n + BigInt.asUintN(32, BigInt(lo));
  fc.assert(
    fc.property(id, id, (one, other) => {
      expect(BigInt(orderNumber(...one))).toBe(exact(one));
      expect(orderNumber(...one) < orderNumber(...other)).toBe(exact(one) < exact(other));
    }),
  );
});
