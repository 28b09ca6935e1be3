/** Instants as ISO 8601 text, against the platform's own. */
import { DAY_MS } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoOf, yearMonthOf } from './instant-text.ts';

test('an instant has day, time and milliseconds in UTC', () => {
  expect(isoOf(Date.UTC(2026, 2, 2, 14, 31, 5, 7))).toBe('2026-03-02T14:31:05.007Z');
  expect(isoOf(0)).toBe('1970-01-01T00:00:00.000Z');
});

test('instants before 1970 count from the start of their day', () => {
  expect(isoOf(-1)).toBe('1969-12-31T23:59:59.999Z');
  expect(isoOf(-DAY_MS)).toBe('1969-12-31T00:00:00.000Z');
});

test('fractions of a millisecond are left out, not rounded up', () => {
  expect(isoOf(Date.UTC(2026, 0, 1) - 0.4)).toBe('2025-12-31T23:59:59.999Z');
});

test('it is the text that the platform writes', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      (date) => {
        expect(isoOf(date.getTime())).toBe(date.toISOString());
      },
    ),
  );
});

test('year and month are those of the day', () => {
  fc.assert(
    fc.property(fc.integer({ min: -300_000, max: 300_000 }), (day) => {
      const date = new Date(day * DAY_MS);
      expect(yearMonthOf(day)).toEqual({ year: date.getUTCFullYear(), month: date.getUTCMonth() + 1 });
    }),
  );
});
