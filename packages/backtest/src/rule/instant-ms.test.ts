/** Instants of drawn lines: ISO 8601 in UTC, to the millisecond, and nothing that only looks like one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantMs } from './instant-ms.ts';

test('an instant is what the platform writes for it', () => {
  const anyMs = fc.integer({ min: 0, max: 4_102_444_799_999 });
  fc.assert(
    fc.property(anyMs, (ms) => {
      expect(instantMs(new Date(ms).toISOString())).toBe(ms);
    }),
  );
});

test.each([
  ['without a fraction', '2026-03-02T15:00:00Z', '2026-03-02T15:00:00.000Z'],
  ['tenths of a second', '2026-03-02T15:00:00.5Z', '2026-03-02T15:00:00.500Z'],
  ['digits beyond the millisecond, which are cut', '2026-03-02T15:00:00.1239Z', '2026-03-02T15:00:00.123Z'],
  ['the last second of a leap day', '2028-02-29T23:59:59Z', '2028-02-29T23:59:59.000Z'],
])('%s', (_, text, same) => {
  expect(instantMs(text)).toBe(Date.parse(same));
});

test.each([
  ['nothing', ''],
  ['a day alone', '2026-03-02'],
  ['a time of no zone', '2026-03-02T15:00:00'],
  ['another zone', '2026-03-02T15:00:00+01:00'],
  ['no seconds', '2026-03-02T15:00Z'],
  ['a space for the T', '2026-03-02 15:00:00Z'],
  ['something before it', 'at 2026-03-02T15:00:00Z'],
  ['something after it', '2026-03-02T15:00:00Z!'],
  ['a fraction without digits', '2026-03-02T15:00:00.Z'],
  ['hour 24', '2026-03-02T24:00:00Z'],
  ['minute 60', '2026-03-02T15:60:00Z'],
  ['second 61', '2026-03-02T15:00:61Z'],
])('%s is no instant', (_, text) => {
  expect(() => instantMs(text)).toThrow(
    new RangeError(`${text} is not an instant such as 2026-11-18T14:30:00Z`),
  );
});

test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-04-31'])('%s is no day', (day) => {
  expect(() => instantMs(`${day}T15:00:00Z`)).toThrow(`not a day: ${day}; expected YYYY-MM-DD`);
});
