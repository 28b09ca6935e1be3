import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TimeOfDayBaseline } from './time-of-day.ts';

/** Normal numbers without a generator: the quantiles of the law in an order that mixes them. */
function normals(count: number): number[] {
  return Array.from({ length: count }, (_, n) => {
    const u = (((n * 7919) % count) + 0.5) / count;
    const v = Math.sqrt(-2 * Math.log(Math.min(u, 1 - u)));
    const tail = v - (2.30753 + 0.27061 * v) / (1 + 0.99229 * v + 0.04481 * v * v);
    return u < 0.5 ? -tail : tail;
  });
}

test('nothing is unusual before twenty values are known', () => {
  const baseline = new TimeOfDayBaseline(0, 10);
  for (let n = 0; n < 19; n += 1) baseline.add(n * 1000, 2);
  expect(baseline.z(20_000, 9)).toBe(0);
  expect(baseline.quantile(20_000, 0.5)).toBeNaN();
  baseline.add(20_000, 2);
  expect(baseline.z(21_000, 9)).toBeGreaterThan(10);
  expect(baseline.warm).toBe(false);
});

test('location and scale of a normal law come out, whatever a tenth of wild values does', () => {
  const baseline = new TimeOfDayBaseline(-10, 30);
  for (const [n, value] of normals(1000).entries()) baseline.add(n * 1000, n % 10 === 0 ? 29 : 5 + 2 * value);
  expect(baseline.median(HOUR_MS / 2)).toBeGreaterThan(4.8);
  expect(baseline.median(HOUR_MS / 2)).toBeLessThan(5.5);
  expect(baseline.scale(HOUR_MS / 2)).toBeGreaterThan(1.8);
  expect(baseline.scale(HOUR_MS / 2)).toBeLessThan(2.6);
  expect(baseline.z(HOUR_MS / 2, 15)).toBeGreaterThan(3.5);
});

test('quantiles lie within a bin of the exact ones and rise with p', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 12, noNaN: true }), { minLength: 30, maxLength: 300 }),
      fc.double({ min: 0.05, max: 0.95, noNaN: true }),
      (values, p) => {
        const baseline = new TimeOfDayBaseline(0, 12);
        for (const value of values) baseline.add(0, value);
        const sorted = [...values].sort((a, b) => a - b);
        const rank = p * values.length;
        const lower = sorted[Math.max(0, Math.ceil(rank - 1e-9) - 2)] ?? 0;
        const upper = sorted[Math.min(values.length - 1, Math.ceil(rank) + 1)] ?? 12;
        const width = 12 / 96;
        const found = baseline.quantile(0, p);
        expect(found).toBeGreaterThanOrEqual(lower - width - 1e-9);
        expect(found).toBeLessThanOrEqual(upper + width + 1e-9);
        expect(baseline.quantile(0, Math.min(1, p + 0.04))).toBeGreaterThanOrEqual(found);
      },
    ),
  );
});

test('after three sessions the open is judged by earlier opens, not by the night before it', () => {
  const baseline = new TimeOfDayBaseline(0, 10);
  const night = normals(60);
  for (let session = 0; session < 4; session += 1) {
    expect(baseline.warm).toBe(session >= 3);
    for (let n = 0; n < 60; n += 1) {
      baseline.add(n * MINUTE_MS, 2 + 0.3 * (night[n] ?? 0));
      baseline.add(5 * HOUR_MS + n * MINUTE_MS, 6 + 0.3 * (night[n] ?? 0));
    }
    if (session < 3) baseline.endSession();
  }
  expect(Math.abs(baseline.z(5.5 * HOUR_MS, 6))).toBeLessThan(1);
  expect(baseline.z(0.5 * HOUR_MS, 6)).toBeGreaterThan(5);
  expect(baseline.z(5.5 * HOUR_MS, 9)).toBeGreaterThan(5);
});

test('before three sessions the most recent hours weigh most', () => {
  const baseline = new TimeOfDayBaseline(0, 10);
  for (let n = 0; n < 60; n += 1) baseline.add(n * MINUTE_MS, 2);
  for (let n = 0; n < 6 * 60; n += 1) baseline.add(HOUR_MS + n * MINUTE_MS, 6);
  expect(baseline.quantile(7 * HOUR_MS, 0.1)).toBeGreaterThan(5.5);
});

test('where most values are equal the upper tail sets the scale', () => {
  const baseline = new TimeOfDayBaseline(0, 10);
  for (let n = 0; n < 100; n += 1) baseline.add(n * 1000, n % 8 === 0 ? 2 : 0);
  expect(baseline.scale(100_000)).toBeGreaterThan(1);
  expect(baseline.z(100_000, 0)).toBeLessThan(0.1);
});

test('a baseline without room between its ends is refused', () => {
  expect(() => new TimeOfDayBaseline(1, 1)).toThrow('expected highest above lowest');
});
