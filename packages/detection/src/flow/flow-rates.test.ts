/** Rates, signs and toxicity of trades against sums that are computed anew from every event. */
import { seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FlowIntensity } from './flow-intensity.ts';
import { TradeSigns } from './trade-signs.ts';
import { VolumeToxicity } from './volume-toxicity.ts';

describe('the intensity', () => {
  /** What an event adds to the rate after so long, events a second. */
  const kernel = (gapMs: number): number =>
    1000 *
    ((0.2 * Math.exp(-gapMs / 10)) / 10 +
      (0.3 * Math.exp(-gapMs / 300)) / 300 +
      (0.5 * Math.exp(-gapMs / 10_000)) / 10_000);

  test('is the sum of what each event left, on three time scales', () => {
    const gaps = fc.array(fc.double({ min: 0, max: 5000, noNaN: true }), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(gaps, fc.double({ min: 0, max: 20_000, noNaN: true }), (list, laterMs) => {
        const intensity = new FlowIntensity();
        const times: number[] = [];
        let nowMs = 0;
        for (const gapMs of list) {
          nowMs += gapMs;
          times.push(nowMs);
          intensity.add(nowMs);
        }
        const expected = times.reduce((sum, timeMs) => sum + kernel(nowMs + laterMs - timeMs), 0);
        expect(intensity.rate(nowMs + laterMs) / expected).toBeCloseTo(1, 9);
      }),
      { numRuns: 40 },
    );
  });

  test('is none before the first event, and at an earlier instant that of the last one', () => {
    const intensity = new FlowIntensity();
    expect(intensity.rate(5)).toBe(0);
    intensity.add(1000);
    expect(intensity.rate(400)).toBe(intensity.rate(1000));
    expect(intensity.rate(1000)).toBeCloseTo(21.05, 9);
  });

  /** Windows of ten seconds with so many events each. */
  function counted(counts: readonly number[]): FlowIntensity {
    const intensity = new FlowIntensity();
    intensity.sample(0);
    counts.forEach((count, window) => {
      for (let second = 0; second < 10; second += 1) {
        if (second === 5) for (let n = 0; n < count; n += 1) intensity.add(window * 10_000 + 5000);
        intensity.sample(window * 10_000 + (second + 1) * 1000);
      }
    });
    return intensity;
  }

  test('is compared with the past, and sets off others, once two minutes are known', () => {
    const early = counted(Array.from({ length: 11 }, (_, n) => 20 * (n % 2)));
    expect([early.branching, early.z(110_000)]).toEqual([Number.NaN, 0]);
    const known = counted(Array.from({ length: 12 }, (_, n) => 20 * (n % 2)));
    // Ten on average, which deviate by ten.
    expect(known.branching).toBeCloseTo(1 - Math.sqrt(10 / 100), 1);
    expect(known.z(120_000)).not.toBe(0);
  });

  test('of steady events sets off none', () => {
    expect(counted(Array.from({ length: 30 }, () => 7)).branching).toBe(0);
    expect(counted(Array.from({ length: 30 }, () => 0)).branching).toBe(0);
  });

  test('deviates more the more happens, and by at most ten times the logarithm in a market that never changes', () => {
    const quiet = counted(Array.from({ length: 30 }, () => 0));
    expect(quiet.z(300_000)).toBeCloseTo(0, 6);
    quiet.add(300_000);
    const once = quiet.z(300_000);
    expect(once).toBeCloseTo(Math.log((0.01 + 21.05) / 0.01) / 0.1, 6);
    quiet.add(300_000);
    expect(quiet.z(300_000)).toBeGreaterThan(once);
  });
});

describe('the signs of trades', () => {
  const signs = fc.array(fc.tuple(fc.constantFrom(1, -1), fc.integer({ min: 1, max: 50 })), {
    minLength: 1,
    maxLength: 300,
  });
  const fed = (list: readonly (readonly [number, number])[]): TradeSigns => {
    const memory = new TradeSigns();
    for (const [sign, size] of list) memory.add(sign, size);
    return memory;
  };

  test('add up to the delta, and their last run is of one direction', () => {
    fc.assert(
      fc.property(signs, (list) => {
        const { cumulativeDelta, run } = fed(list);
        expect(cumulativeDelta).toBe(list.reduce((sum, [sign, size]) => sum + sign * size, 0));
        const [last] = list.at(-1) ?? [0];
        const length = list.length - 1 - list.findLastIndex(([sign]) => sign !== last);
        expect(run).toBe(last * length);
      }),
      { numRuns: 60 },
    );
  });

  test('correlate as their weighted products and mean say, and the same in the mirrored market', () => {
    const draw = seededDraws(23);
    const list = Array.from({ length: 400 }, () => [draw() < 0.6 ? 1 : -1, 1] as const);
    const weighted = (of: (at: number) => number): number =>
      list.reduce((sum, _, at) => sum * (1 - 1 / 200) + of(at), 0);
    const sign = (at: number): number => list[at]?.[0] ?? 0;
    const weight = weighted(() => 1);
    const mean = weighted(sign) / weight;
    const products = weighted((at) => sign(at) * sign(at - 1)) / weight;
    expect(fed(list).autocorrelation).toBeCloseTo((products - mean ** 2) / (1 - mean ** 2), 9);
    const mirrored = list.map(([one, size]) => [-one, size] as const);
    expect(fed(mirrored).autocorrelation).toBeCloseTo(fed(list).autocorrelation, 12);
  });

  test('are unknown before a memory of twenty, and correlate by nothing where all are equal', () => {
    const buys = (count: number) => fed(Array.from({ length: count }, () => [1, 1] as const));
    // Twenty-one of them weigh just less than twenty.
    expect(buys(20).autocorrelation).toBeNaN();
    expect(buys(22).autocorrelation).toBe(0);
  });

  test('of a new day begin a new delta, after a hole in the feed a new run', () => {
    const memory = fed([
      [1, 5],
      [1, 5],
    ]);
    memory.startDay();
    memory.add(1, 2);
    expect([memory.cumulativeDelta, memory.run]).toEqual([2, 3]);
    memory.interrupt();
    memory.add(1, 2);
    expect([memory.cumulativeDelta, memory.run]).toEqual([4, 1]);
  });
});

describe('the toxicity of volume', () => {
  /** One contract a second; the first five minutes are a bucket of 301. */
  class Trading {
    readonly toxicity = new VolumeToxicity();
    #second = 0;

    trade(count: number, signOf: (n: number) => number): this {
      for (let n = 0; n < count; n += 1) {
        this.toxicity.add(1000 * this.#second, signOf(n), 1);
        this.#second += 1;
      }
      return this;
    }

    get percentile(): number {
      return this.toxicity.percentile;
    }
  }
  const balanced = (n: number): number => (n % 2 === 0 ? 1 : -1);

  test('is unknown until twenty buckets are full', () => {
    const trading = new Trading().trade(20 * 301 - 1, balanced);
    expect(trading.percentile).toBeNaN();
    expect(trading.trade(1, balanced).percentile).not.toBeNaN();
  });

  test('ranks by the share of its past that was lower: none where it never changes, all at a new height', () => {
    const same = new Trading().trade(40 * 301, () => 1);
    expect(same.percentile).toBe(0);
    expect(new Trading().trade(40 * 301, balanced).trade(301, () => 1).percentile).toBe(1);
    // Whose trades they are makes no difference.
    expect(new Trading().trade(40 * 301, balanced).trade(301, () => -1).percentile).toBe(1);
  });

  test('has buckets of a fiftieth of a day from the second day on', () => {
    // 6,020 contracts: 120.4 a bucket, which the 121st fills.
    const trading = new Trading().trade(20 * 301, balanced);
    const before = trading.percentile;
    trading.toxicity.startDay();
    expect(trading.trade(120, () => 1).percentile).toBe(before);
    expect(trading.trade(1, () => 1).percentile).toBe(1);
  });

  test('keeps its buckets after a day on which hardly anything traded', () => {
    const trading = new Trading().trade(20 * 301, balanced);
    trading.toxicity.startDay();
    trading.trade(1000, () => 1).toxicity.startDay();
    // Eight buckets of 121 and 32 contracts: 89 are left of the ninth, which is less one-sided than they are.
    expect(trading.trade(88, balanced).percentile).toBe(1);
    expect(trading.trade(1, balanced).percentile).toBeLessThan(1);
  });
});
