/** Words of the simulation: how long, how often, how old. */
import { expect, test } from 'vitest';
import { p95 } from '#features/developer/chart-test/frame-meter.ts';
import { marketAge, paceWords, ranWords } from './run-words.ts';

test('elapsed time is given in seconds, then minutes', () => {
  expect([0, 59_900, 87_000].map(ranWords)).toEqual(['0 s', '59 s', '1 min 27 s']);
});

test('each interval has its pace in words', () => {
  expect([250, 500, 1000, 2000].map(paceWords)).toEqual([
    '4 updates a second',
    '2 updates a second',
    '1 update a second',
    '1 update in 2 seconds',
  ]);
});

test('ages are whole minutes of market time', () => {
  expect([0, 61_000, 59 * 60_000, 125 * 60_000].map(marketAge)).toEqual([
    '0 min',
    '1 min',
    '59 min',
    '2 h 5 min',
  ]);
});

test('95 of 100 gaps stay within the 95th percentile', () => {
  expect(p95(Array.from({ length: 100 }, (_, at) => at))).toBe(95);
  expect(p95([])).toBeNull();
});
