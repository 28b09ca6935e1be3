/** What draws the price to a product's worth, and where the limits of belief are. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '#random/random.ts';
import { PricePull } from './price-pull.ts';

/** With a deviation of one tick a second the unit of distance is 2.6 ticks. */
const UNIT = 2.6;

function pullAt(valueTicks: number): PricePull {
  const pull = new PricePull(1);
  pull.valueTicks = valueTicks;
  return pull;
}

describe('liquidity', () => {
  test('leans against a price that left the worth, by a fifth a unit and by three tenths at most', () => {
    const pull = pullAt(1000);
    expect(pull.pressure(1000)).toBe(0);
    expect(pull.pressure(1000 + UNIT)).toBeCloseTo(0.2, 9);
    expect(pull.pressure(1000 - UNIT)).toBeCloseTo(-0.2, 9);
    expect(pull.pressure(1100)).toBeCloseTo(0.3, 9);
  });

  test('leans against a run of buyers, and forgets them among sellers', () => {
    const pull = pullAt(1000);
    pull.remember(1);
    expect(pull.pressure(1000)).toBeCloseTo(0.07 / 60, 9);
    for (let n = 0; n < 600; n++) pull.remember(1);
    expect(pull.pressure(1000)).toBeCloseTo(0.07, 4);
    for (let n = 0; n < 600; n++) pull.remember(-1);
    expect(pull.pressure(1000)).toBeCloseTo(-0.07, 4);
  });
});

describe('the worth', () => {
  test('follows the price within 38 seconds of a usual pace, faster in a faster market, twice as fast at most', () => {
    const after = (speed: number): number => {
      const pull = pullAt(1000);
      pull.stepSecond(1003.8, 0, speed);
      return pull.valueTicks - 1000;
    };
    expect(after(1)).toBeCloseTo(0.1, 9);
    expect(after(2)).toBeCloseTo(0.2, 9);
    expect(after(9)).toBeCloseTo(0.2, 9);
    expect(after(0)).toBe(0);
  });

  test('believes a far price no more than one at three units', () => {
    const [near, far] = [pullAt(1000), pullAt(1000)];
    near.stepSecond(1000 + 3 * UNIT, 0, 1);
    far.stepSecond(2000, 0, 1);
    expect(far.valueTicks).toBe(near.valueTicks);
  });

  test('drifts whatever trades', () => {
    const pull = pullAt(1000);
    pull.stepSecond(1000, 0.5, 1);
    expect(pull.valueTicks).toBe(1000.5);
  });
});

describe('aggressors', () => {
  test('trade the gap to the worth beyond six tenths of a tick, towards it and eight times the base rate at most', () => {
    expect(pullAt(1000.5).gapFlow(1000)).toBe(0);
    expect(pullAt(1000.6).gapFlow(1000)).toBeCloseTo(0, 9);
    expect(pullAt(1001.6).gapFlow(1000)).toBeCloseTo(4 / UNIT, 9);
    expect(pullAt(998.4).gapFlow(1000)).toBeCloseTo(-4 / UNIT, 9);
    expect(pullAt(1100).gapFlow(1000)).toBe(8);
  });

  test('turn round beyond three units from the worth, those who would push the price further only', () => {
    // Five deviations a second make a unit of thirteen ticks.
    const pull = new PricePull(5);
    pull.valueTicks = 1000;
    expect(pull.turned(1039, 1)).toBe(0);
    expect(pull.turned(1039.5, 1)).toBe(0.7);
    expect(pull.turned(1039.5, -1)).toBe(0);
    expect(pull.turned(961, -1)).toBe(0);
    expect(pull.turned(960.5, -1)).toBe(0.7);
  });

  test('refuse a price six units beyond the worth', () => {
    const pull = pullAt(1000);
    expect([15, 16].map((ticks) => pull.isAbsurd(1000 + ticks, 1))).toEqual([false, true]);
    expect([15, 16].map((ticks) => pull.isAbsurd(1000 - ticks, -1))).toEqual([false, true]);
    expect(pull.isAbsurd(1100, -1)).toBe(false);
  });
});

describe('a step into the spread', () => {
  const random = randomStream(1, 'steps', 0);

  test('is one tick where there is room for no more', () => {
    expect(pullAt(0).stepInto(1000, 1, 1, random)).toBe(1);
    expect(pullAt(0).stepInto(1000, 1, 0, random)).toBe(1);
  });

  test('goes anywhere into a narrow spread', () => {
    const steps = new Set(Array.from({ length: 200 }, () => pullAt(0).stepInto(1000, 1, 5, random)));
    expect([...steps].sort()).toEqual([1, 2, 3, 4, 5]);
  });

  test('goes within twelve ticks of the worth in a wide one, from either side', () => {
    for (const inwards of [1, -1])
      for (let n = 0; n < 100; n++) {
        const step = pullAt(1000 + 40 * inwards).stepInto(1000, inwards, 60, random);
        expect(step).toBeGreaterThan(28);
        expect(step).toBeLessThanOrEqual(40);
      }
  });

  test('never leaves the spread', () => {
    fc.assert(
      fc.property(fc.integer({ min: -300, max: 300 }), fc.integer({ min: 1, max: 80 }), (worth, room) => {
        const step = pullAt(1000 + worth).stepInto(1000, 1, room, random);
        expect(step).toBeGreaterThanOrEqual(1);
        expect(step).toBeLessThanOrEqual(room);
      }),
    );
  });
});
