import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { AXIS_LABELS, axisPrices } from './axis-prices.ts';

test('a range of 83 ticks is named by nine multiples of ten ticks, 2.5 points on ES', () => {
  const prices = axisPrices({ low: 18_216, high: 18_306 }, 600);
  expect(prices).toHaveLength(9);
  expect(prices.every((ticks) => ticks % 10 === 0)).toBe(true);
});

test('where the range holds nine ticks and the height nine labels there are nine, evenly apart, inside the range', () => {
  const random = seededDraws(3);
  for (let run = 0; run < 1000; run++) {
    const low = Math.floor(random() * 200_000);
    const height = 18 + Math.floor(random() ** 3 * 20_000);
    const prices = axisPrices({ low, high: low + height }, 700);
    const step = prices[1]! - prices[0]!;
    expect(prices).toHaveLength(AXIS_LABELS);
    expect(prices.every((ticks) => ticks >= low && ticks <= low + height && ticks % step === 0)).toBe(true);
    expect(prices.every((ticks, index) => ticks === prices[0]! + index * step)).toBe(true);
  }
});

test('the nine labels cover most of any range that is not small', () => {
  for (let height = 60; height < 5000; height += 7) {
    const prices = axisPrices({ low: 18_216, high: 18_216 + height }, 700);
    expect(((prices.at(-1) ?? 0) - (prices[0] ?? 0)) / height).toBeGreaterThan(0.6);
  }
});

test('a flat market names each tick once', () => {
  expect(axisPrices({ low: 98, high: 102 }, 600)).toEqual([98, 99, 100, 101, 102]);
});

test('a low chart takes fewer labels', () => {
  expect(axisPrices({ low: 0, high: 100 }, 70).length).toBeLessThanOrEqual(4);
});
