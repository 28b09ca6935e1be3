/** The p-value of a test that may end early. */
import { expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { shuffledP } from './shuffle-plan.ts';

test('it is extreme of drawn when the test was given up, else the data count as one more shuffle', () => {
  expect(shuffledP({ shuffles: 1000, enough: 20 }, 20, 80)).toBe(0.25);
  expect(shuffledP({ shuffles: 999, enough: 20 }, 0, 999)).toBe(0.001);
  expect(shuffledP({ shuffles: 999, enough: 20 }, 19, 999)).toBe(0.02);
});

test('it is never zero and never above one', () => {
  expect(shuffledP({ shuffles: 10, enough: 20 }, 0, 10)).toBeGreaterThan(0);
  expect(shuffledP({ shuffles: 10, enough: 20 }, 10, 10)).toBe(1);
  expect(shuffledP({ shuffles: 10, enough: 5 }, 5, 5)).toBe(1);
});

test('under chance alone it is at most x in no more than x of all cases, ended early or not', () => {
  const plan = { shuffles: 199, enough: 10 };
  const ps = Array.from({ length: 2000 }, (_, seed) => {
    const random = new SeededRandom(seed, 'plan');
    const chance = random.unit();
    let extreme = 0;
    let drawn = 0;
    while (drawn < plan.shuffles && extreme < plan.enough) {
      if (random.unit() < chance) extreme++;
      drawn++;
    }
    return shuffledP(plan, extreme, drawn);
  });
  for (const bound of [0.01, 0.05, 0.1, 0.25, 0.5])
    expect(ps.filter((p) => p <= bound).length / ps.length).toBeLessThan(
      bound + 3 * Math.sqrt((bound * (1 - bound)) / ps.length),
    );
});
