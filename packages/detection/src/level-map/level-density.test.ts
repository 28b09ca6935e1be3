/** The density of level-making facts on ticks: kernels, maxima, and how far these reach. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { LevelDensity } from './level-density.ts';

const WIDTHS = { leastTicks: 1, mostTicks: 21 };

function densityAt(
  center: number,
  ...facts: readonly (readonly [price: number, weight: number, bandwidth: number])[]
) {
  const density = new LevelDensity();
  density.begin(center);
  for (const [price, weight, bandwidth] of facts) density.add(price, weight, bandwidth);
  return density;
}
function peaksOf(density: LevelDensity, limits = WIDTHS) {
  const { count, priceTicks, prominence, lowTicks, highTicks } = density.findPeaks(limits);
  return Array.from({ length: count }, (_, at) => ({
    price: priceTicks[at],
    prominence: prominence[at],
    low: lowTicks[at],
    high: highTicks[at],
  }));
}

test('a fact is a triangle: full at its price, nothing at its bandwidth', () => {
  const density = densityAt(1000, [1000, 8, 4]);
  expect([996, 997, 998, 999, 1000, 1001, 1004].map((price) => density.at(price))).toEqual([
    0, 2, 4, 6, 8, 6, 0,
  ]);
});

test('facts add up, in any order', () => {
  const fact = fc.tuple(
    fc.integer({ min: 900, max: 1100 }),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 1, max: 12 }),
  );
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 20 }), fc.integer({ min: 880, max: 1120 }), (facts, price) => {
      const expected = facts.reduce(
        (sum, [at, weight, bandwidth]) => sum + weight * Math.max(0, 1 - Math.abs(price - at) / bandwidth),
        0,
      );
      expect(densityAt(1000, ...facts).at(price)).toBeCloseTo(expected, 9);
      expect(densityAt(1000, ...facts.toReversed()).at(price)).toBeCloseTo(expected, 9);
    }),
  );
});

test('512 ticks to each side of the market are held, and what lies beyond is nothing', () => {
  const density = densityAt(-300, [-300 + 512, 1, 4], [-300 - 513, 1, 4]);
  expect([density.holds(-300 + 512), density.holds(-300 + 513), density.holds(-300 - 512)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(density.at(-300 + 512)).toBe(1);
  expect([density.at(-300 + 513), density.at(-300 - 513)]).toEqual([0, 0]);
  // The part of a kernel within reach counts
  expect(density.at(-300 - 512)).toBe(0.75);
});

test('it begins empty each time', () => {
  const density = densityAt(1000, [1000, 8, 4]);
  density.begin(1000);
  expect(density.at(1000)).toBe(0);
  expect(peaksOf(density)).toEqual([]);
});

test('a lone fact is a peak as prominent as it is high, with edges at half of it', () => {
  expect(peaksOf(densityAt(1000, [1000, 8, 4]))).toEqual([
    { price: 1000, prominence: 8, low: 998, high: 1002 },
  ]);
});

test('a peak beside a higher one stands out by its height over the valley between', () => {
  // 8 at 1000 and 4 at 1006: at 1003 both have 2
  const peaks = peaksOf(densityAt(1000, [1000, 8, 4], [1006, 4, 6]));
  const valley = Math.min(
    ...[1001, 1002, 1003, 1004, 1005].map((price) => densityAt(1000, [1000, 8, 4], [1006, 4, 6]).at(price)),
  );
  expect(peaks.map(({ price }) => price)).toEqual([1000, 1006]);
  expect(peaks[1]?.prominence).toBeCloseTo(4 - valley, 9);
  expect(peaks[0]?.prominence).toBeCloseTo(densityAt(1000, [1000, 8, 4], [1006, 4, 6]).at(1000), 9);
});

test('of a plateau the first tick is the peak', () => {
  const peaks = peaksOf(densityAt(1000, [1000, 4, 4], [1001, 4, 4]));
  expect(peaks.map(({ price }) => price)).toEqual([1000]);
});

test('a peak is as wide as required at least, and as allowed at most', () => {
  const wide = densityAt(1000, [1000, 100, 60]);
  const [most] = peaksOf(wide, { leastTicks: 1, mostTicks: 9 });
  expect((most?.high ?? 0) - (most?.low ?? 0) + 1).toBe(9);
  const [least] = peaksOf(densityAt(1000, [1000, 8, 1]), { leastTicks: 4, mostTicks: 9 });
  expect((least?.high ?? 0) - (least?.low ?? 0) + 1).toBe(4);
});

test('peaks come lowest price first, and no more than 128', () => {
  const facts = Array.from({ length: 200 }, (_, n) => [600 + n * 4, 1, 1] as const);
  const peaks = peaksOf(densityAt(1000, ...facts));
  expect(peaks.length).toBe(128);
  expect(peaks.map(({ price }) => price)).toEqual(facts.slice(0, 128).map(([price]) => price));
});
