import fc from 'fast-check';
import { expect, test } from 'vitest';
import { StopLevels } from './stop-levels.ts';

test('the level of a stop is known from its note until it is forgotten', () => {
  const levels = new StopLevels();
  expect(levels.of(7)).toBeUndefined();
  levels.note(7, { ticks: 100, kind: 'swing' });
  levels.note(8, { ticks: 120, kind: 'round' });
  expect([levels.of(7), levels.of(8)]).toEqual([
    { ticks: 100, kind: 'swing' },
    { ticks: 120, kind: 'round' },
  ]);
  levels.forget(7);
  levels.forget(99);
  expect([levels.of(7), levels.of(8)?.ticks]).toEqual([undefined, 120]);
  levels.note(8, { ticks: 140, kind: 'session' });
  expect(levels.of(8)).toEqual({ ticks: 140, kind: 'session' });
});

test('a price is planned when a plan lies there or one tick beside it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 60 })),
      fc.integer({ min: -3, max: 63 }),
      (plans, ticks) => {
        const levels = new StopLevels();
        for (const plan of plans) levels.plan(plan);
        expect(levels.isPlanned(ticks)).toBe(plans.some((plan) => Math.abs(plan - ticks) <= 1));
      },
    ),
    { numRuns: 100 },
  );
});
