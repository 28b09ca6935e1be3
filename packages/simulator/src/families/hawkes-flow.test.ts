import { expect, test } from 'vitest';
import { HAWKES_BRANCHING } from './hawkes-flow.ts';

test('an event excites fewer than 0.97 others, most in a spread of more than a tick', () => {
  expect(HAWKES_BRANCHING.oneTick).toBeGreaterThan(0.8);
  expect(HAWKES_BRANCHING.wider).toBeGreaterThan(HAWKES_BRANCHING.oneTick);
  expect(HAWKES_BRANCHING.wider).toBeLessThan(0.97);
});
