/** Months from an anchor: the day is kept, and a shorter month ends with its last day. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { monthsAfter, periodEndAfter } from './periods.ts';

const seconds = (text: string) => Date.parse(text) / 1000;

test.each([
  ['2026-01-31T10:00:00Z', 1, '2026-02-28T10:00:00Z'],
  ['2026-01-31T10:00:00Z', 2, '2026-03-31T10:00:00Z'],
  ['2028-01-31T10:00:00Z', 1, '2028-02-29T10:00:00Z'],
  ['2026-12-15T23:59:59Z', 1, '2027-01-15T23:59:59Z'],
])('%s and %i months is %s', (anchor, months, expected) => {
  expect(monthsAfter(seconds(anchor), months)).toBe(seconds(expected));
});

test('the end of a period is the first boundary after an instant', () => {
  const instants = fc.integer({ min: 1_700_000_000, max: 1_800_000_000 });
  fc.assert(
    fc.property(instants, fc.integer({ min: 0, max: 200_000_000 }), (anchor, later) => {
      const from = anchor + later;
      const end = periodEndAfter(anchor, from);
      expect(end).toBeGreaterThan(from);
      expect(end - from).toBeLessThanOrEqual(31 * 86_400);
    }),
  );
});
