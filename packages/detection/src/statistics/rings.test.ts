/** Means, sums and rings over the last seconds: edges of windows, gaps, and clocks with fractions of a millisecond. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DecayedMean } from './decayed-mean.ts';
import { SecondsRing } from './seconds-ring.ts';
import { SlidingSum } from './sliding-sum.ts';
import { Volatility } from './volatility.ts';

const T = Date.UTC(2026, 10, 20, 16) + 0.375;

test('a mean is unknown before its first value, and that value after it', () => {
  const mean = new DecayedMean(1000);
  expect(mean.value).toBeNaN();
  mean.add(T, 7);
  expect(mean.value).toBe(7);
});

test('a mean weighs each value by its age in half-lives', () => {
  const steps = fc.array(
    fc.tuple(fc.double({ min: 0, max: 5000, noNaN: true }), fc.integer({ min: -9, max: 9 })),
    {
      minLength: 1,
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(steps, (all) => {
      const mean = new DecayedMean(1000);
      let atMs = T;
      const seen = all.map(([gapMs, value]) => {
        atMs += gapMs;
        mean.add(atMs, value);
        return { atMs, value };
      });
      const weights = seen.map((one) => 2 ** (-(atMs - one.atMs) / 1000));
      const sum = seen.reduce((total, { value }, at) => total + value * weights[at]!, 0);
      expect(mean.value).toBeCloseTo(sum / weights.reduce((total, weight) => total + weight), 6);
    }),
  );
});

test('a restored mean continues as the saved one', () => {
  const saved = new DecayedMean(1000);
  for (let at = 0; at < 5; at += 1) saved.add(T + at * 700, at);
  const restored = new DecayedMean(1000);
  restored.restore(saved.save());
  for (const mean of [saved, restored]) mean.add(T + 9000, 3);
  expect(restored.value).toBe(saved.value);
});

test('a sum holds what is younger than its window, to a bucket of a tenth of a second', () => {
  const steps = fc.array(
    fc.tuple(fc.double({ min: 0, max: 700, noNaN: true }), fc.integer({ min: -9, max: 9 })),
    {
      minLength: 1,
      maxLength: 30,
    },
  );
  fc.assert(
    fc.property(steps, (all) => {
      const sum = new SlidingSum(1000);
      let atMs = T;
      const seen = all.map(([gapMs, value]) => {
        atMs += gapMs;
        sum.add(atMs, value);
        return { bucket: Math.floor(atMs / 100), value };
      });
      const now = Math.floor(atMs / 100);
      const expected = seen
        .filter(({ bucket }) => bucket > now - 10)
        .reduce((total, { value }) => total + value, 0);
      expect(sum.sum(atMs)).toBeCloseTo(expected, 9);
    }),
  );
});

test('a sum is empty a window after its last value, and after it was cleared', () => {
  const sum = new SlidingSum(1000);
  sum.add(T, 5);
  expect(sum.sum(T + 899)).toBe(5);
  expect(sum.sum(T + 1000)).toBe(0);
  sum.add(T + 1000, 2);
  sum.clear();
  expect(sum.sum(T + 1000)).toBe(0);
});

test('a value that comes late counts now: a clock that jumps back moves no window', () => {
  const sum = new SlidingSum(1000);
  sum.add(T, 5);
  sum.add(T - 60_000, 3);
  expect(sum.sum(T)).toBe(8);
});

test('a ring keeps a number once a second, and returns the one of so many seconds ago', () => {
  const ring = new SecondsRing();
  expect(ring.ago(0)).toBeNaN();
  for (let tenth = 0; tenth < 50; tenth += 1) ring.onClock(T + tenth * 100, tenth);
  // Kept at 0, 1, 2, 3 and 4 seconds
  expect([0, 1, 2, 4].map((seconds) => ring.ago(seconds))).toEqual([40, 30, 20, 0]);
  // As long ago as is known
  expect([ring.ago(5), ring.ago(900), ring.ago(-3)]).toEqual([0, 0, 40]);
});

test('a ring reaches 1,023 seconds back', () => {
  const ring = new SecondsRing();
  for (let second = 0; second < 2000; second += 1) ring.onClock(T + second * 1000, second);
  expect([ring.ago(1023), ring.ago(5000)]).toEqual([1999 - 1023, 1999 - 1023]);
});

test('a number is due a second after the last, to the microsecond', () => {
  const ring = new SecondsRing();
  expect(ring.isDue(T)).toBe(true);
  ring.onClock(T, 1);
  expect([ring.isDue(T + 999.999), ring.isDue(T + 1000)]).toEqual([false, true]);
  ring.clear();
  expect(ring.isDue(T)).toBe(true);
  expect(ring.ago(0)).toBeNaN();
});

test('volatility has a floor, also of a market that never moves', () => {
  const volatility = new Volatility();
  const floor = volatility.sigma1Ticks;
  expect(floor).toBeGreaterThan(0);
  for (let second = 0; second < 60; second += 1) volatility.sample(T + second * 1000, 100);
  expect(volatility.sigma1Ticks).toBe(floor);
});

test('volatility is the same for a market that falls as for one that rises, and ignores a silence', () => {
  const of = (sign: number, gapMs: number): number => {
    const volatility = new Volatility();
    for (let second = 0; second < 60; second += 1)
      volatility.sample(T + second * 1000, sign * (second % 2 === 0 ? second : second - 4));
    volatility.sample(T + 60_000 + gapMs, 10_000);
    return volatility.sigma1Ticks;
  };
  expect(of(-1, 10_001)).toBe(of(1, 10_001));
  // A change over at most ten seconds counts
  expect(of(1, 5000)).toBeGreaterThan(10 * of(1, 10_001));
});

test('after a hole the first change is not measured', () => {
  const volatility = new Volatility();
  for (let second = 0; second < 60; second += 1) volatility.sample(T + second * 1000, second % 3);
  const before = volatility.sigma1Ticks;
  volatility.interrupt();
  volatility.sample(T + 60_000, 10_000);
  expect(volatility.sigma1Ticks).toBe(before);
});

test('a restored volatility continues as the saved one, across the gap between them', () => {
  const saved = new Volatility();
  for (let second = 0; second < 90; second += 1) saved.sample(T + second * 1000, (second * 7) % 5);
  const restored = new Volatility();
  restored.restore(structuredClone(saved.save()));
  expect(restored.sigma1Ticks).toBe(saved.sigma1Ticks);
  for (const one of [saved, restored]) one.sample(T + 92_500, 40);
  expect(restored.sigma1Ticks).toBe(saved.sigma1Ticks);
});

test('a change over several seconds counts as that of one, by the root of their number', () => {
  const of = (seconds: number, ticks: number): number => {
    const volatility = new Volatility();
    for (let n = 0; n < 20; n += 1) volatility.sample(T + n * seconds * 1000, n % 2 === 0 ? 0 : ticks);
    return volatility.sigma1Ticks;
  };
  expect(of(1, 3)).toBeCloseTo(3, 9);
  expect(of(4, 6)).toBeCloseTo(3, 9);
});

test('ten minutes ago weighs half', () => {
  const volatility = new Volatility();
  volatility.sample(T, 0);
  volatility.sample(T + 1000, 4);
  volatility.interrupt();
  volatility.sample(T + 600_000, 0);
  volatility.sample(T + 601_000, 1);
  // Squares of 16 and 1, of which the first weighs half
  expect(volatility.sigma1Ticks).toBeCloseTo(Math.sqrt((8 + 1) / 1.5), 9);
});
