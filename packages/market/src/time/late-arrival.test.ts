/** How late is late: the limits of history, of a change, and of what storage may show. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isChangedBy, isLateArrival, LATE_ARRIVAL_MS, settledMsOf } from './late-arrival.ts';

const T = 1_795_000_000_000;
const ns = (ms: number, more = 0n): { updatedNs: bigint } => ({ updatedNs: BigInt(ms) * 1_000_000n + more });

test('what arrives less than ten seconds after its time has only just happened', () => {
  expect(LATE_ARRIVAL_MS).toBe(10_000);
  expect(isLateArrival(T, T)).toBe(true);
  expect(isLateArrival(T, T + 9999.75)).toBe(true);
  expect(isLateArrival(T, T + 10_000)).toBe(false);
});

test('what arrives before its time, by a clock that differs, is not late', () => {
  expect(isLateArrival(T, T - 5000)).toBe(true);
});

test('a change at the instant has happened by it, a nanosecond later it has not', () => {
  expect(isChangedBy(ns(T), T)).toBe(true);
  expect(isChangedBy(ns(T, 1n), T)).toBe(false);
  expect(isChangedBy(ns(T, -1n), T)).toBe(true);
});

test('a change within a millisecond is not shown before the next one, whatever fraction is given', () => {
  for (const fraction of [0, 0.25, 0.5, 0.999]) {
    expect(isChangedBy(ns(T, 1n), T + fraction)).toBe(false);
    expect(isChangedBy(ns(T, 999_999n), T + fraction)).toBe(false);
    expect(isChangedBy(ns(T), T + fraction)).toBe(true);
  }
  expect(isChangedBy(ns(T, 1n), T + 1)).toBe(true);
});

test('no change is ever shown early', () => {
  fc.assert(
    fc.property(fc.integer({ min: -3, max: 3 }), fc.bigInt({ min: 0n, max: 999_999n }), (ms, more) => {
      const { updatedNs } = ns(T + ms, more);
      if (isChangedBy({ updatedNs }, T)) expect(updatedNs).toBeLessThanOrEqual(BigInt(T) * 1_000_000n);
      else expect(updatedNs).toBeGreaterThan(BigInt(T) * 1_000_000n);
    }),
  );
});

test('a viewer in real time sees storage up to now, one behind the market only what cannot arrive any more', () => {
  expect(settledMsOf(T, 0)).toBe(T);
  expect(settledMsOf(T, 900)).toBe(T - 10_000);
  expect(settledMsOf(T, 1)).toBe(T - 10_000);
});
