/** The evidence that a break of structure continues, in the direction of the break. */
import { MINUTE_MS } from '@undertow/market';
import { describe, expect, test } from 'vitest';
import { Swings } from '#statistics/swings.ts';
import { plainView } from '#testing/plain-view.ts';
import { STRUCTURE_FOLLOW, structureFeatures } from './market-structure-features.ts';

/** A return of five ticks makes a swing. */
const THETA = 5;

describe('features of a break', () => {
  const swings = new Swings();
  for (const [at, ticks] of [1000, 1010, 1004, 1016, 1009, 1017].entries())
    swings.add(at * MINUTE_MS, ticks, THETA);
  const flow = { volume: () => 100, signedVolume: () => -40, imbalance: () => 0.3 };
  const view = plainView({ swings, flow, atr10Ticks: 20 });

  test('are those of the close, the swing, the leg and the flow in the direction of the break', () => {
    // Swings: high 1010, low 1004, high 1016, low 1009; the highs and the lows rise.
    const facts = { direction: 1, swing: 2, closeTicks: 1017, reach: 10 };
    const features = structureFeatures(view, facts, 5 * MINUTE_MS);
    const expected = [1 / 20, 10 / 11, Math.log(3), 8 / 20, -0.4, 0.3, 1];
    expect(features).toHaveLength(STRUCTURE_FOLLOW.features.length);
    for (const [at, value] of features.entries()) expect(value).toBeCloseTo(expected[at] ?? Number.NaN, 9);
  });

  test('turn their sign with the direction', () => {
    const [, , , , volume, imbalance, agreement] = structureFeatures(
      view,
      { direction: -1, swing: 3, closeTicks: 1008, reach: 10 },
      5 * MINUTE_MS,
    );
    expect([volume, imbalance, agreement]).toEqual([0.4, -0.3, -1]);
  });

  test('are bounded, and neutral where nothing is known', () => {
    const empty = plainView({
      swings: new Swings(),
      atr10Ticks: Number.NaN,
      flow: { volume: () => 0, imbalance: () => Number.NaN },
    });
    for (const value of structureFeatures(empty, { direction: 1, swing: 0, closeTicks: 9e6, reach: 2 }, 1))
      expect(Math.abs(value)).toBeLessThanOrEqual(6);
  });
});

test('a market upside down has the same features for the break the other way', () => {
  const path = [1000, 1010, 1004, 1016, 1009, 1017, 1011, 1019];
  const featuresOf = (sign: number): number[] => {
    const swings = new Swings();
    // The first leg is taken as rising: a fall begins both alike
    for (const [at, ticks] of [1000, 1010, 1000, ...path].entries())
      swings.add(at * MINUTE_MS, 1000 + sign * (ticks - 1000), THETA);
    const flow = { volume: () => 80, signedVolume: () => 20 * sign, imbalance: () => 0.1 * sign };
    const view = plainView({ swings, flow, atr10Ticks: 16 });
    const facts = { direction: sign, swing: swings.count - 2, closeTicks: 1000 + 19 * sign, reach: 8 };
    return structureFeatures(view, facts, 12 * MINUTE_MS);
  };
  expect(featuresOf(-1)).toEqual(featuresOf(1).map((value) => expect.closeTo(value, 12)));
});
