/** Months as the provider counts them. */
import { expect, test } from 'vitest';
import { monthAfter } from './month-after.ts';

test.each([
  ['2026-11-20T15:00:00.123Z', '2026-12-20T15:00:00.123Z'],
  ['2026-12-31T00:00:00.000Z', '2027-01-31T00:00:00.000Z'],
  ['2027-01-31T23:59:59.999Z', '2027-02-28T23:59:59.999Z'],
  ['2028-01-30T12:00:00.000Z', '2028-02-29T12:00:00.000Z'],
])('a month after %s is %s', (from, to) => {
  expect(new Date(monthAfter(Date.parse(from))).toISOString()).toBe(to);
});
