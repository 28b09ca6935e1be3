/** Durations as text of two units. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { durationText } from './duration-text.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test('the largest unit comes first, with the next one where that is not zero', () => {
  expect(durationText(80 * MINUTE)).toBe('1 h 20 min');
  expect(durationText(2 * HOUR)).toBe('2 h');
  expect(durationText(45 * SECOND)).toBe('45 s');
  expect(durationText(90 * SECOND)).toBe('1 min 30 s');
  expect(durationText(DAY + 5 * HOUR)).toBe('1 d 5 h');
  expect(durationText(400 * DAY)).toBe('400 d');
});

test('smaller units than the next are left out, not rounded up', () => {
  expect(durationText(2 * HOUR + 59 * SECOND)).toBe('2 h');
  expect(durationText(DAY + 59 * MINUTE)).toBe('1 d');
  expect(durationText(59 * SECOND + 999)).toBe('59 s');
  expect(durationText(2 * HOUR - 1)).toBe('1 h 59 min');
});

test('a unit begins at its own length', () => {
  expect(durationText(999)).toBe('999 ms');
  expect(durationText(SECOND)).toBe('1 s');
  expect(durationText(MINUTE - 1)).toBe('59 s');
  expect(durationText(MINUTE)).toBe('1 min');
  expect(durationText(HOUR)).toBe('1 h');
  expect(durationText(DAY - 1)).toBe('23 h 59 min');
  expect(durationText(DAY)).toBe('1 d');
});

test('nothing is 0 ms, and fractions of a millisecond are left out', () => {
  expect(durationText(0)).toBe('0 ms');
  expect(durationText(250.4)).toBe('250 ms');
});

test('just below a second is never a thousand milliseconds', () => {
  // Quartiles lie between whole milliseconds.
  expect(durationText(999.6)).toBe('999 ms');
});

test('what a text says is at most the duration, and less than one of its smaller unit below it', () => {
  const units = { d: DAY, h: HOUR, min: MINUTE, s: SECOND, ms: 1 } as const;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40 * DAY }), (duration) => {
      const parts = [...durationText(duration).matchAll(/(\d+) (d|h|min|s|ms)/g)];
      const said = parts.reduce((sum, [, n, unit]) => sum + Number(n) * units[unit as keyof typeof units], 0);
      expect(said).toBeLessThanOrEqual(duration);
      expect(duration - said).toBeLessThan(HOUR);
    }),
  );
});
