/** Rolling quantiles of sizes: half-lives, the beginning of a second, and a state that goes on elsewhere. */
import { seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RollingQuantile } from './rolling-quantile.ts';

const T = Date.UTC(2026, 10, 20, 16) + 0.375;
const SHARES = [0, 0.25, 0.5, 0.9, 1];

function holding(...sizes: readonly number[]): RollingQuantile {
  const quantile = new RollingQuantile(60_000);
  quantile.advance(T);
  for (const size of sizes) quantile.add(size);
  return quantile;
}

test('before anything was seen every quantile is one contract, and nothing weighs', () => {
  const quantile = new RollingQuantile(60_000);
  expect(SHARES.map((share) => quantile.quantile(share))).toEqual([1, 1, 1, 1, 1]);
  expect(quantile.weight).toBe(0);
});

test('a quantile is the size at which its share of the weight is reached', () => {
  const quantile = holding(1, 2, 3, 4);
  expect([0.25, 0.26, 0.5, 0.51, 0.75, 0.76, 1].map((share) => quantile.quantile(share))).toEqual([
    ...[1, 2, 2, 3, 3],
    ...[4, 4],
  ]);
  expect(quantile.weight).toBe(4);
});

test('what is no size is left out', () => {
  const quantile = holding(5, 0, -3);
  expect([quantile.weight, quantile.quantile(0.01)]).toEqual([1, 5]);
});

test('sizes beyond every bin are counted with the largest', () => {
  const quantile = holding(2 ** 31, 1e12);
  expect(quantile.weight).toBe(2);
  expect(quantile.quantile(1)).toBeGreaterThan(1e9);
});

test('sizes looked up and sizes computed lie in the same bins', () => {
  // From 1,024 on they are computed
  const quantile = holding(1023, 1024, 1025);
  expect(quantile.quantile(1)).toBeGreaterThan(1023 / 1.0906);
  expect(quantile.quantile(1)).toBeLessThanOrEqual(1025);
  expect(holding(1024).quantile(1)).toBe(1024);
});

test('after each half-life what was seen weighs half', () => {
  const quantile = holding(...Array.from({ length: 64 }, () => 3));
  const weights = [0, 59_999.9, 60_000, 119_999.9, 120_000].map((ms) => {
    quantile.advance(T + ms);
    return quantile.weight;
  });
  expect(weights).toEqual([64, 64, 32, 32, 16]);
});

test('a half-life later as many new sizes as half of the old ones are the median', () => {
  const quantile = holding(...Array.from({ length: 40 }, () => 100));
  quantile.advance(T + 60_000);
  for (let n = 0; n < 20; n += 1) quantile.add(7);
  expect(quantile.quantile(0.5)).toBe(7);
  expect(quantile.quantile(0.51)).toBeGreaterThan(90);
});

test('an instant before the last changes nothing', () => {
  const quantile = holding(3, 4);
  quantile.advance(T + 61_000);
  const before = quantile.save();
  quantile.advance(T + 1000);
  expect(quantile.save()).toEqual(before);
});

test('a share that was requested keeps its value until the second ends, and follows then', () => {
  const quantile = holding(2);
  expect(quantile.quantile(0.9)).toBe(2);
  for (let n = 0; n < 50; n += 1) quantile.add(9);
  quantile.advance(T + 999.9);
  expect(quantile.quantile(0.9)).toBe(2);
  quantile.advance(T + 1000);
  expect(quantile.quantile(0.9)).toBe(9);
});

test('more shares than are remembered are computed each time', () => {
  const quantile = holding(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  const shares = Array.from({ length: 30 }, (_, at) => (at + 1) / 30);
  const found = shares.map((share) => quantile.quantile(share));
  expect(found).toEqual(shares.map((share) => Math.ceil(10 * share - 1e-9)));
  quantile.advance(T + 1000);
  expect(shares.map((share) => quantile.quantile(share))).toEqual(found);
});

test('quantiles rise with the share, and lie among what was seen', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(sizes, (some) => {
      const quantile = holding(...some);
      const found = [0.05, 0.3, 0.5, 0.8, 0.99, 1].map((share) => quantile.quantile(share));
      expect(found).toEqual([...found].sort((a, b) => a - b));
      expect(found[5]).toBeLessThanOrEqual(Math.max(...some));
      expect(found[5]).toBeGreaterThanOrEqual(Math.max(...some) / 1.0906);
    }),
  );
});

test('a restored one goes on as the saved one: same sizes, same seconds, same quantiles', () => {
  const draw = seededDraws(3);
  const saved = holding(5, 9, 200);
  for (const share of SHARES) saved.quantile(share);
  for (let ms = 300; ms < 90_000; ms += 300) {
    saved.advance(T + ms);
    saved.add(Math.ceil(40 * draw()));
  }
  const restored = new RollingQuantile(60_000);
  restored.restore(structuredClone(saved.save()));
  for (let ms = 90_000; ms < 200_000; ms += 700) {
    const size = Math.ceil(90 * draw());
    for (const one of [saved, restored]) {
      one.advance(T + ms);
      one.add(size);
    }
    expect(SHARES.map((share) => restored.quantile(share))).toEqual(
      SHARES.map((share) => saved.quantile(share)),
    );
  }
  expect(restored.save()).toEqual(saved.save());
});

test('what was saved is a copy: it does not follow', () => {
  const quantile = holding(5);
  const state = quantile.save();
  const before = structuredClone(state);
  quantile.add(7);
  quantile.advance(T + 60_000);
  expect(state).toEqual(before);
});
