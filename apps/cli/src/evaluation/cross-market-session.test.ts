import { expect, test } from 'vitest';
import { playWorld } from './cross-market-session.ts';

/** A night: few messages. */
const QUIET_SEED = 300;

test('a world returns the claims and the truth of each pair, and unrelated pairs have no truth', () => {
  const outcomes = playWorld({ seed: QUIET_SEED, minutes: 17, generator: 'g1' });
  const pairs = ['ES-NQ', 'ES-YM', 'NQ-YM', 'CL-GC'];
  const of = (isIndependent: boolean) => outcomes.filter((one) => one.isIndependent === isIndependent);
  for (const isIndependent of [false, true])
    expect([...new Set(of(isIndependent).map(({ pair }) => pair))]).toEqual(pairs);
  expect(of(true).every(({ trueLagMs }) => trueLagMs === null)).toBe(true);
  for (const { pair, trueLagMs, correlation } of of(false)) {
    if (pair === 'CL-GC' || trueLagMs === null) continue;
    // The one who leads is ahead by 5 to 40 ms, the Dow by somewhat more.
    expect(Math.abs(trueLagMs)).toBeGreaterThan(1);
    expect(Math.abs(trueLagMs)).toBeLessThan(60);
    expect(Math.abs(correlation)).toBeLessThanOrEqual(1);
  }
});
