/** Parts of a price: whole pence, never more than the price, and the parts add up. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unusedPence } from './proration.ts';

const START = Date.UTC(2026, 10, 3) / 1000;
const END = Date.UTC(2026, 11, 3) / 1000;
const price = fc.constantFrom(5000, 9900, 19_900);
const instant = fc.integer({ min: START, max: END });

test('half a month of 99 pounds is 49 pounds 50', () => {
  expect(unusedPence(9900, { start: START, end: END, at: (START + END) / 2 })).toBe(4950);
});

test('all of a period is left before its start, nothing after its end, and nothing of an empty one', () => {
  expect(unusedPence(9900, { start: START, end: END, at: START - 1 })).toBe(9900);
  expect(unusedPence(9900, { start: START, end: END, at: END + 1 })).toBe(0);
  expect(unusedPence(9900, { start: START, end: START, at: START })).toBe(0);
});

test('the part is a whole number of pence, at most half a penny from the exact one, and falls with time', () => {
  fc.assert(
    fc.property(price, instant, fc.nat(100_000), (pence, at, later) => {
      const part = unusedPence(pence, { start: START, end: END, at });
      const exact = (pence * (END - at)) / (END - START);
      expect(Number.isInteger(part)).toBe(true);
      expect(Math.abs(part - exact)).toBeLessThanOrEqual(0.5);
      expect(unusedPence(pence, { start: START, end: END, at: at + later })).toBeLessThanOrEqual(part);
    }),
  );
});

test('an upgrade never costs less than nothing, nor more than the difference of the prices by a penny', () => {
  fc.assert(
    fc.property(price, price, instant, (left, right, at) => {
      const [from, to] = [Math.min(left, right), Math.max(left, right)];
      const part = { start: START, end: END, at };
      const pence = unusedPence(to, part) - unusedPence(from, part);
      expect(pence).toBeGreaterThanOrEqual(0);
      expect(pence).toBeLessThanOrEqual(to - from + 1);
    }),
  );
});
