/** Split times are the nanoseconds of a 64-bit integer, exact over the whole range, and ordered as these are. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareTimes, isSameTime, messageTime, type SplitTime, splitMs, splitTime } from './split-time.ts';

const nsOf = ({ hi, lo }: SplitTime): bigint => (BigInt(hi) << 32n) + BigInt(lo >>> 0);
const seconds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const nanos = fc.integer({ min: 0, max: 999_999_999 });

test('every second and nanosecond is exact', () => {
  fc.assert(
    fc.property(seconds, nanos, (second, nano) => {
      expect(nsOf(splitTime(second, nano))).toBe(BigInt(second) * 1_000_000_000n + BigInt(nano));
    }),
  );
});

test('milliseconds with a fraction are exact to the microsecond', () => {
  const time = splitMs(1_795_190_400_123.4568);
  expect(nsOf(time)).toBe(1_795_190_400_123_456_000n);
  expect(time.ms).toBeCloseTo(1_795_190_400_123.456, 3);
});

test('times are ordered as their nanoseconds', () => {
  fc.assert(
    fc.property(seconds, nanos, seconds, nanos, (second, nano, otherSecond, otherNano) => {
      const [one, other] = [splitTime(second, nano), splitTime(otherSecond, otherNano)];
      const order = nsOf(one) < nsOf(other) ? -1 : nsOf(one) > nsOf(other) ? 1 : 0;
      expect(Math.sign(compareTimes(one, other))).toBe(order);
      expect(isSameTime(one, other)).toBe(order === 0);
    }),
  );
});

test('the nanosecond after the turn of the low half is later', () => {
  const before = splitTime(4, 294_967_295);
  const after = splitTime(4, 294_967_296);
  expect([before.hi, after.hi]).toEqual([0, 1]);
  expect(compareTimes(before, after)).toBeLessThan(0);
});

test('a time that is not known is the same as none', () => {
  expect([isSameTime(null, null), isSameTime(splitTime(1, 0), null)]).toEqual([false, false]);
});

test.each([
  [
    'the exchange’s nanoseconds first',
    { sourceSsboe: 5, sourceNsecs: 7, sourceUsecs: 9, ssboe: 1, usecs: 1 },
    5_000_000_007n,
  ],
  ['then its microseconds', { sourceSsboe: 5, sourceUsecs: 9, ssboe: 1, usecs: 1 }, 5_000_009_000n],
  ['then the gateway’s', { ssboe: 1, usecs: 2 }, 1_000_002_000n],
  [
    'the gateway’s where the exchange’s is impossible',
    { sourceSsboe: 5, sourceNsecs: 1_000_000_000, ssboe: 1 },
    1_000_000_000n,
  ],
  [
    'the gateway’s where the exchange’s is negative',
    { sourceSsboe: 5, sourceUsecs: -1, ssboe: 1 },
    1_000_000_000n,
  ],
])('a message has %s', (_what, fields, ns) => {
  const time = messageTime(fields);
  expect(time === null ? null : nsOf(time)).toBe(ns);
});

test('a message without a time, or with an impossible one, has none', () => {
  for (const fields of [{}, { ssboe: 0, usecs: 5 }, { ssboe: 5, usecs: 1_000_000 }, { sourceUsecs: 5 }])
    expect(messageTime(fields)).toBeNull();
});

test('a microsecond of milliseconds is the same as one of the wire', () => {
  fc.assert(
    fc.property(seconds, fc.integer({ min: 0, max: 999_999 }), (second, micros) => {
      // Both halves of the double are exact up to the microsecond
      const time = splitMs(second * 1000 + micros / 1000);
      const off = nsOf(time) - nsOf(splitTime(second, micros * 1000));
      expect(off === 0n || off === -1000n, `${off} ns off`).toBe(true);
      expect(Math.abs(time.ms - (second * 1000 + micros / 1000))).toBeLessThanOrEqual(0.001_01);
    }),
  );
});

test('milliseconds of a split time do not go back where its nanoseconds do not', () => {
  fc.assert(
    fc.property(seconds, nanos, nanos, (second, nano, other) => {
      const [first, last] = [Math.min(nano, other), Math.max(nano, other)];
      expect(splitTime(second, first).ms).toBeLessThanOrEqual(splitTime(second, last).ms);
    }),
  );
});

test.each([
  ['1970', 0, 0, [0, 0]],
  ['the last nanosecond of the lowest 32 bits', 4, 294_967_295, [0, -1]],
  ['a time whose low half is negative as a 32-bit number', 2, 147_483_648, [0, -(2 ** 31)]],
  ['19 January 2038, the end of 32-bit seconds', 2 ** 31 - 1, 999_999_999, [499_999_999, -1]],
])('%s is split as a 64-bit integer is', (_, second, nano, [hi, lo]) => {
  const ns = BigInt(second) * 1_000_000_000n + BigInt(nano);
  expect([Number(BigInt.asIntN(32, ns >> 32n)), Number(BigInt.asIntN(32, ns))]).toEqual([hi, lo]);
  const time = splitTime(second, nano);
  expect([time.hi, time.lo]).toEqual([hi, lo]);
});
