/** Intervals against figures computed elsewhere (R's binom.test and prop.test, the reference's worked example). */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clopperPearsonInterval, rateInterval, tIntervalOfError, wilsonInterval } from './intervals.ts';

function expectInterval(
  interval: readonly [number, number] | null,
  low: number,
  high: number,
  digits: number,
) {
  expect(interval?.[0]).toBeCloseTo(low, digits);
  expect(interval?.[1]).toBeCloseTo(high, digits);
}

describe('intervals of a rate', () => {
  test('by Wilson give the frozen figures', () => {
    expectInterval(wilsonInterval(5, 10), 0.237, 0.763, 3);
    expectInterval(wilsonInterval(30, 50), 0.4618, 0.7239, 4);
    expectInterval(wilsonInterval(60, 100), 0.502, 0.6906, 4);
    expectInterval(wilsonInterval(180, 300), 0.5436, 0.6538, 4);
  });

  test('exact ones give the frozen figures', () => {
    expectInterval(clopperPearsonInterval(5, 10), 0.1871, 0.8129, 4);
    expectInterval(clopperPearsonInterval(39, 100), 0.294, 0.4927, 4);
    expectInterval(clopperPearsonInterval(0, 10), 0, 0.3085, 4);
    expectInterval(clopperPearsonInterval(10, 10), 0.6915, 1, 4);
  });

  test('are exact below 30 trades and Wilson from there on', () => {
    expect(rateInterval(12, 29)).toEqual(clopperPearsonInterval(12, 29));
    expect(rateInterval(12, 30)).toEqual(wilsonInterval(12, 30));
    expect(rateInterval(0, 0)).toBeNull();
  });

  test('hold the rate and stay within 0 and 1', () => {
    fc.assert(
      fc.property(fc.nat(500), fc.nat(500), (a, b) => {
        const n = a + b;
        fc.pre(n > 0);
        for (const interval of [wilsonInterval(a, n), clopperPearsonInterval(a, n)]) {
          const [low, high] = interval ?? [Number.NaN, Number.NaN];
          expect(low).toBeGreaterThanOrEqual(0);
          expect(low).toBeLessThanOrEqual(a / n + 1e-12);
          expect(high).toBeGreaterThanOrEqual(a / n - 1e-12);
          expect(high).toBeLessThanOrEqual(1);
        }
      }),
    );
  });
});

describe('the t interval', () => {
  test('gives the worked example of the reference', () => {
    expectInterval(tIntervalOfError(19, 105.27 / Math.sqrt(10), 9), -56.3, 94.3, 1);
  });

  test('has none for a single value', () => {
    expect(tIntervalOfError(5, 0, 0)).toBeNull();
  });
});
