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

/** A baseline of 0 to 10 with this many sessions of the same values at a time. */
function trained(sessions: number, sinceOpenMs: number, values: readonly number[]): TimeOfDayBaseline {
  const baseline = new TimeOfDayBaseline(0, 9.6);
  for (let session = 0; session < sessions; session += 1) {
    for (const value of values) baseline.add(sinceOpenMs, value);
    baseline.endSession();
  }
  return baseline;
}
const SPREAD = Array.from({ length: 30 }, (_, n) => 3 + n / 10);

test('the five minutes before and after count too, those beyond are judged by the day to date', () => {
  const baseline = trained(3, HOUR_MS, SPREAD);
  for (let n = 0; n < 900; n += 1) baseline.add(20 * HOUR_MS, 9);
  const isOfHour = (step: number): boolean => baseline.median(HOUR_MS + step * 5 * MINUTE_MS) < 5;
  expect([-2, -1, 0, 1, 2].map(isOfHour)).toEqual([false, true, true, true, false]);
});

test('before the open and beyond a day the first and the last five minutes count', () => {
  const early = trained(3, -HOUR_MS, SPREAD);
  expect(early.median(0)).toBeCloseTo(4.5, 1);
  expect(early.median(Number.NaN)).toBeCloseTo(4.5, 1);
  const late = trained(3, 50 * HOUR_MS, SPREAD);
  expect(late.median(24 * HOUR_MS - 1)).toBeCloseTo(4.5, 1);
});

test('values beyond the ends count at the ends, and what is not a number not at all', () => {
  const baseline = new TimeOfDayBaseline(0, 9.6);
  for (let n = 0; n < 40; n += 1) baseline.add(0, n % 2 === 0 ? -100 : 100);
  for (let n = 0; n < 100; n += 1) baseline.add(0, Number.NaN);
  expect(baseline.quantile(1, 0.25)).toBeLessThan(0.11);
  expect(baseline.quantile(1, 0.75)).toBeGreaterThan(9.49);
  expect(baseline.quantile(1, 0.75)).toBeLessThanOrEqual(9.6);
});

test('a median lies inside its bin by the share of it that is wanted', () => {
  const baseline = new TimeOfDayBaseline(0, 9.6);
  // Bins are a tenth wide: forty values from 2.0 to 2.1
  for (let n = 0; n < 40; n += 1) baseline.add(0, 2.03);
  expect(baseline.quantile(1, 0.5)).toBeCloseTo(2.05, 9);
  expect(baseline.quantile(1, 0.1)).toBeCloseTo(2.01, 9);
  expect(baseline.quantile(1, 1)).toBeCloseTo(2.1, 9);
});

test('a distance is that from the median in deviations, and changes its sign with the side', () => {
  const baseline = trained(3, HOUR_MS, SPREAD);
  const [median, scale] = [baseline.median(HOUR_MS), baseline.scale(HOUR_MS)];
  // Uniform from 3 to 6: half lie within 0.75 of the median
  expect(scale).toBeCloseTo(0.75 * 1.4826, 1);
  for (const steps of [-3, -0.5, 0, 2])
    expect(baseline.z(HOUR_MS, median + steps * scale)).toBeCloseTo(steps, 9);
});

test('a session weighs less by a twentieth with each later one', () => {
  const baseline = new TimeOfDayBaseline(0, 9.6);
  const session = (value: number): void => {
    for (let n = 0; n < 100; n += 1) baseline.add(0, value);
    baseline.endSession();
  };
  session(2.05);
  for (let later = 0; later < 2; later += 1) session(8.05);
  // 0.9025 of the first, 0.95 and 1 of the others
  const share = 0.9025 / 2.8525;
  expect(baseline.quantile(0, share - 0.005)).toBeLessThan(2.11);
  expect(baseline.quantile(0, share + 0.005)).toBeGreaterThan(7.99);
});

test('from three sessions on today changes nothing, but where earlier sessions have too few values', () => {
  const baseline = trained(3, HOUR_MS, SPREAD);
  const before = baseline.median(HOUR_MS);
  for (let n = 0; n < 500; n += 1) baseline.add(HOUR_MS, 9);
  expect(baseline.median(HOUR_MS)).toBe(before);
  expect(baseline.median(9 * HOUR_MS)).toBeGreaterThan(8.9);
});

test('a day without values is no session', () => {
  const baseline = trained(2, HOUR_MS, SPREAD);
  for (let day = 0; day < 4; day += 1) baseline.endSession();
  expect(baseline.warm).toBe(false);
  baseline.add(HOUR_MS, 3);
  baseline.endSession();
  expect(baseline.warm).toBe(true);
});

test('while nothing is known everything is, and nothing is unusual', () => {
  const baseline = new TimeOfDayBaseline(0, 9.6);
  expect([baseline.median(0), baseline.scale(0), baseline.quantile(0, 0.5)].every(Number.isNaN)).toBe(true);
  expect(baseline.z(0, 9)).toBe(0);
});
