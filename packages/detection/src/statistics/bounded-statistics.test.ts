import { seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CountBaseline } from './count-baseline.ts';
import { DecayedMean } from './decayed-mean.ts';
import { negativeBinomialTail } from './negative-binomial.ts';
import { RollingQuantile } from './rolling-quantile.ts';
import { SlidingSum } from './sliding-sum.ts';
import { Swings } from './swings.ts';
import { Volatility } from './volatility.ts';

test('quantiles are exact for sizes up to 16 and within 9 % above', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 200 }),
      fc.constantFrom(0.25, 0.5, 0.75, 0.95, 0.99),
      (sizes, p) => {
        const quantile = new RollingQuantile(60_000);
        quantile.advance(0);
        for (const size of sizes) quantile.add(size);
        const exact = [...sizes].sort((a, b) => a - b)[Math.ceil(p * sizes.length - 1e-9) - 1] ?? 0;
        const found = quantile.quantile(p);
        expect(found).toBeLessThanOrEqual(exact);
        expect(found).toBeGreaterThanOrEqual(exact <= 16 ? exact : exact / 1.0906);
      },
    ),
  );
});

test('old sizes fade by half-lives', () => {
  const quantile = new RollingQuantile(1000);
  quantile.advance(0);
  for (let n = 0; n < 100; n += 1) quantile.add(100);
  for (let second = 1; second <= 12; second += 1) {
    quantile.advance(second * 1000);
    quantile.add(2);
  }
  expect(quantile.quantile(0.5)).toBe(2);
  expect(quantile.weight).toBeLessThan(4);
  expect(new RollingQuantile(1000).quantile(0.5)).toBe(1);
});

test('an observation one half-life old weighs half', () => {
  const mean = new DecayedMean(1000);
  expect(mean.value).toBeNaN();
  mean.add(0, 3);
  mean.add(1000, 0);
  expect(mean.value).toBeCloseTo(1, 12);
});

test('volatility measures ticks per square root of a second and skips holes', () => {
  const volatility = new Volatility();
  for (let second = 0; second < 500; second += 1)
    volatility.sample(second * 1000, second % 2 === 0 ? 100 : 102);
  expect(volatility.sigma1Ticks).toBeCloseTo(2, 6);
  volatility.sample(10_000_000, 900);
  expect(volatility.sigma1Ticks).toBeCloseTo(2, 6);
  volatility.interrupt();
  volatility.sample(10_001_000, 100);
  expect(volatility.sigma1Ticks).toBeCloseTo(2, 6);
});

test('a sliding sum holds what was added within its window, to one bucket', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.integer({ min: 0, max: 3000 }), fc.integer({ min: 1, max: 9 })), {
        maxLength: 60,
      }),
      fc.integer({ min: 0, max: 6000 }),
      (steps, waitMs) => {
        const sum = new SlidingSum(5000);
        let timeMs = 1_000_000;
        const added = steps.map(([gapMs, value]) => {
          timeMs += gapMs;
          sum.add(timeMs, value);
          return { bucket: Math.floor(timeMs / 100), value };
        });
        timeMs += waitMs;
        const oldest = Math.floor(timeMs / 100) - 50;
        const expected = added
          .filter(({ bucket }) => bucket > oldest)
          .reduce((all, { value }) => all + value, 0);
        expect(sum.sum(timeMs)).toBeCloseTo(expected, 9);
      },
    ),
  );
});

test('the negative binomial tail equals the values of its closed forms', () => {
  // r = 1 is the geometric law: P(N >= n) = (m / (1 + m))^n.
  expect(negativeBinomialTail(3, 1, 2)).toBeCloseTo(1 / 8, 12);
  expect(negativeBinomialTail(5, 0.5, 0.75)).toBeCloseTo((1 / 3) ** 5, 12);
  // Clusters make a burst less surprising than a Poisson law would: P(N >= 3 | 0.2) = 0.00115.
  expect(negativeBinomialTail(3, 0.2, 1)).toBeGreaterThan(0.00115);
  expect(negativeBinomialTail(0, 1, 2)).toBe(1);
  expect(negativeBinomialTail(1, 0, 0)).toBe(0);
});

test('a baseline begins with the session to date and is warm after three sessions', () => {
  const baseline = new CountBaseline();
  expect(baseline.moments(0)).toMatchObject({ mean: 0.04, warm: false });
  const hour = 3_600_000;
  for (let session = 0; session < 3; session += 1) {
    for (let window = 0; window < 600; window += 1) {
      baseline.addWindow(hour, 4);
      baseline.addWindow(2 * hour, 0);
    }
    if (session === 0) expect(baseline.moments(hour).mean).toBeCloseTo((60 * 0.04 + 2400) / 1260, 9);
    baseline.endSession();
  }
  expect(baseline.moments(hour)).toMatchObject({ warm: true });
  expect(baseline.moments(hour).mean).toBeCloseTo((60 * 0.04 + 7200) / 1860, 9);
  expect(baseline.moments(2 * hour).mean).toBeCloseTo((60 * 0.04) / 1860, 9);
});

test('swings are confirmed by a retrace of theta and known until they break', () => {
  const swings = new Swings();
  [10, 12, 20, 17, 15, 18, 15, 19].forEach((priceTicks, at) => {
    swings.add(at, priceTicks, 4);
  });
  expect(swings.unbrokenHighs(3, 8)).toEqual([{ priceTicks: 20, timeMs: 2 }]);
  expect(swings.unbrokenLows(3, 8)).toEqual([{ priceTicks: 15, timeMs: 4 }]);
  swings.add(9, 21, 4);
  expect(swings.unbrokenHighs(3, 9)).toEqual([{ priceTicks: 20, timeMs: 2 }]);
  expect(swings.unbrokenHighs(3, 10)).toEqual([]);
  swings.interrupt();
  expect(swings.unbrokenLows(3, 10)).toEqual([{ priceTicks: 15, timeMs: 4 }]);
});

test('a quantile is that of the beginning of its second, whoever requests it first in that second', () => {
  const quantileOf = (requests: readonly number[]): number[] => {
    const quantile = new RollingQuantile(60_000);
    quantile.advance(0);
    quantile.quantile(0.9);
    const found: number[] = [];
    for (let ms = 0; ms < 2000; ms += 100) {
      quantile.advance(ms);
      quantile.add(ms < 1500 ? 1 : 9);
      if (requests.includes(ms)) found.push(quantile.quantile(0.9));
    }
    return found;
  };
  expect(quantileOf([1900])).toEqual(quantileOf([1000, 1900]).slice(1));
});

test('a share that was requested before has the quantile of one that is requested now', () => {
  const draw = seededDraws(9);
  const asked = new RollingQuantile(60_000);
  const fresh = new RollingQuantile(60_000);
  const shares = [0.98, 0.5, 0, 0.75, 1, 0.99];
  asked.advance(0);
  fresh.advance(0);
  for (const share of shares) asked.quantile(share);
  for (let timeMs = 250; timeMs < 200_000; timeMs += 250) {
    const size = Math.ceil(1 / (0.002 + draw()));
    asked.add(size);
    fresh.add(size);
    asked.advance(timeMs);
    fresh.advance(timeMs);
    if (timeMs % 50_000 !== 0) continue;
    const now = new RollingQuantile(60_000);
    now.restore({ ...fresh.save(), known: 0 });
    expect(shares.map((share) => asked.quantile(share))).toEqual(shares.map((share) => now.quantile(share)));
  }
});
