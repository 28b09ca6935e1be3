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
