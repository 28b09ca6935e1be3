import { ROW_LENGTH } from '@undertow/market';
import { expect, test } from 'vitest';
import { NOBODY } from '#ground-truth/prevalence.ts';
import { rowsOf, testSession } from '#testing/session.ts';
import { measureWorld } from '#testing/world-facts.ts';

const ROWS = 2000;

/** The first rows of a crowd with makers or without. */
function rowsWith(generator: 'g1' | 'poisson', marketMakers: number): readonly number[] {
  const session = testSession('ES', 4, { generator, agents: { ...NOBODY, marketMakers } });
  return [...rowsOf(session, 30).rows.subarray(0, ROWS * ROW_LENGTH)];
}

test('makers with several quotes a side make a family busier, and it stays a market', () => {
  const alone = measureWorld('ES', 4, 5, { generator: 'poisson', agents: NOBODY });
  const made = measureWorld('ES', 4, 5, { generator: 'poisson', agents: { ...NOBODY, marketMakers: 8 } });
  expect(made.rowsPerSecond).toBeGreaterThan(alone.rowsPerSecond);
  expect(made.empty).toBe(0);
  expect(made.oneTick).toBeGreaterThan(0.8);
});

test('they are the same again under the same seed', () => {
  expect(rowsWith('poisson', 8)).toEqual(rowsWith('poisson', 8));
});

test('without makers there is none of them', () => {
  expect(rowsWith('poisson', 0)).not.toEqual(rowsWith('poisson', 8));
});
