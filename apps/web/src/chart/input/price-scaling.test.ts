/** Prices by hand keep their middle when they are stretched, and their size when they are moved. */
import { expect, test } from 'vitest';
import { movedRange, scaledRange } from './price-scaling.ts';

test('stretching keeps the middle, and stops at four ticks', () => {
  expect(scaledRange({ low: 100, high: 200 }, 2)).toEqual({ low: 50, high: 250 });
  expect(scaledRange({ low: 100, high: 200 }, 0.0001)).toEqual({ low: 148, high: 152 });
});

test('moving keeps the size', () => {
  expect(movedRange({ low: 100, high: 200 }, -30)).toEqual({ low: 70, high: 170 });
});
