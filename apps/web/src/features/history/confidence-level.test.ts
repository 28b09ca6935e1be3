/** The levels of a confidence. */
import { expect, test } from 'vitest';
import { confidenceLevel } from './confidence-level.ts';

test('at least 80 is high, at least 60 medium, below 60 low', () => {
  expect([1, 0.8, 0.799, 0.796, 0.6, 0.594, 0].map(confidenceLevel)).toEqual([
    'high',
    'high',
    'high',
    'high',
    'medium',
    'low',
    'low',
  ]);
  expect(confidenceLevel(0.794)).toBe('medium');
});
