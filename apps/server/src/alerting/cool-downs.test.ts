/** Cool-downs hold in whatever order firings come. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CoolDowns } from './cool-downs.ts';

const SECONDS = 60;
const firing = (alertId: string, atMs: number) => ({
  ...{ ruleId: 'r', instrumentId: 1, eventType: null, alertId, atMs },
});

test('of firings in any order those that are taken lie a cool-down apart, and each other one near one of them', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 600_000 }), { maxLength: 80 }), (instants) => {
      const coolDowns = new CoolDowns();
      const taken: number[] = [];
      const held: number[] = [];
      for (const [at, atMs] of instants.entries())
        (coolDowns.take(firing(`a${at}`, atMs), SECONDS) === null ? held : taken).push(atMs);
      const sorted = taken.toSorted((one, other) => one - other);
      const gaps = sorted.slice(1).map((atMs, at) => atMs - (sorted[at] as number));
      expect(gaps.filter((gap) => gap < SECONDS * 1000)).toEqual([]);
      const isFree = (atMs: number): boolean => taken.every((one) => Math.abs(one - atMs) >= SECONDS * 1000);
      expect(held.filter(isFree)).toEqual([]);
    }),
  );
});

test('the same cause is taken again, and one that was taken back holds nothing', () => {
  const coolDowns = new CoolDowns();
  const takeBack = coolDowns.take(firing('a', 0), SECONDS);
  expect(coolDowns.take(firing('a', 0), SECONDS)).not.toBeNull();
  expect(coolDowns.take(firing('b', 1), SECONDS)).toBeNull();
  takeBack?.();
  expect(coolDowns.take(firing('b', 1), SECONDS)).not.toBeNull();
});
