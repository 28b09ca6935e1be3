import { expect, test } from 'vitest';
import { kolmogorovDistance } from './kolmogorov-distance.ts';

const distance = (one: readonly number[], other: readonly number[]): number =>
  kolmogorovDistance(Float64Array.from(one), Float64Array.from(other));

test.each([
  ['equal values', [1, 2, 2, 3], [1, 2, 2, 3], 0],
  ['values apart', [1, 2], [3, 4, 5], 1],
  ['half of the values moved', [1, 2, 3, 4], [3, 4, 5, 6], 0.5],
  ['a shared lump of another weight', [0, 0, 0, 1], [0, 1, 1, 1], 0.5],
])('%s', (_, one, other, expected) => {
  expect(distance(one, other)).toBe(expected);
  expect(distance(other, one)).toBe(expected);
});
