import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exp, log, pow } from './exact-math.ts';
import { RandomStream, randomStream } from './random.ts';

test('xoshiro128++ gives the published sequence from the state 1, 2, 3, 4', () => {
  const stream = new RandomStream([1, 2, 3, 4]);
  expect(Array.from({ length: 4 }, () => stream.uint32())).toEqual([641, 1573767, 3222811527, 3517856514]);
});

test('a stream continues from its saved state', () => {
  const stream = randomStream(7, 'crowd', 3);
  for (let n = 0; n < 10; n++) stream.uint32();
  const twin = new RandomStream(stream.save());
  expect(twin.uint32()).toBe(stream.uint32());
});

test('streams differ by seed, name and instance, and are the same for the same three', () => {
  const first = (seed: number, name: string, instance: number): number =>
    randomStream(seed, name, instance).uint32();
  const all = [
    first(1, 'a', 0),
    first(2, 'a', 0),
    first(1, 'b', 0),
    first(1, 'a', 1),
    first(2 ** 40 + 1, 'a', 0),
  ];
  expect(new Set(all).size).toBe(all.length);
  expect(first(1, 'a', 0)).toBe(all[0]);
});

test('a seed that is not a safe integer is refused', () => {
  expect(() => randomStream(0.5, 'a', 0)).toThrow(RangeError);
});

test('logarithm and exponential agree with the mathematics to the fifteenth digit', () => {
  fc.assert(
    fc.property(fc.double({ min: 1e-300, max: 1e300, noNaN: true }), (x) => {
      expect(Math.abs(log(x) - Math.log(x))).toBeLessThanOrEqual(1e-15 * Math.max(1, Math.abs(Math.log(x))));
    }),
  );
  fc.assert(
    fc.property(fc.double({ min: -700, max: 700, noNaN: true }), (x) => {
      expect(Math.abs(exp(x) / Math.exp(x) - 1)).toBeLessThanOrEqual(1e-14);
    }),
  );
});

test('logarithm and exponential are exact at their edge cases', () => {
  expect(log(1)).toBe(0);
  expect(log(0)).toBe(Number.NEGATIVE_INFINITY);
  expect(log(-1)).toBeNaN();
  expect(log(5e-324)).toBeCloseTo(-744.44, 2);
  expect(exp(0)).toBe(1);
  expect(exp(-800)).toBe(0);
  expect(exp(800)).toBe(Number.POSITIVE_INFINITY);
  expect(pow(0, 0)).toBe(1);
  expect(pow(0, 2)).toBe(0);
  expect(pow(2, 10)).toBeCloseTo(1024, 9);
});

test('draws keep their means', () => {
  const stream = randomStream(5, 'means', 0);
  const mean = (draw: () => number): number => {
    let sum = 0;
    for (let n = 0; n < 40_000; n++) sum += draw();
    return sum / 40_000;
  };
  expect(mean(() => stream.unit())).toBeCloseTo(0.5, 2);
  expect(mean(() => stream.exponential())).toBeCloseTo(1, 1);
  expect(mean(() => stream.normal())).toBeCloseTo(0, 1);
  expect(mean(() => stream.geometric(3))).toBeCloseTo(3, 1);
  expect(mean(() => stream.below(10))).toBeCloseTo(4.5, 1);
});
