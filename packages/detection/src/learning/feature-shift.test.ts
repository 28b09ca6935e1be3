/** A feature that separates families better than it separates true from false is refused. */
import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { type FamilySamples, featureShifts, refusedFeatures } from './feature-shift.ts';

const NAMES = ['rank', 'raw', 'noise'];

/** The rank of the true ones is high in every family; the raw value is scaled by the family. */
function family(name: string, scale: number, count = 600): FamilySamples {
  const draw = seededDraws(scale);
  const features = new Float64Array(count * NAMES.length);
  const truths = new Uint8Array(count);
  for (let row = 0; row < count; row += 1) {
    const isTrue = row % 3 === 0;
    truths[row] = isTrue ? 1 : 0;
    const rank = isTrue ? 0.5 + 0.5 * draw() : draw();
    features.set([rank, scale * (1 + 0.3 * rank), draw()], row * NAMES.length);
  }
  const weights = new Float64Array(count).fill(1);
  return { family: name, columns: { width: NAMES.length, count, features, truths, weights } };
}

const three = [family('a', 1), family('b', 2), family('c', 4)];

test('a raw ratio that depends on the family is refused, its rank within the session is not', () => {
  const shifts = featureShifts(three, NAMES);
  const [rank, raw] = shifts;
  expect(rank?.betweenClasses).toBeCloseTo(0.5, 1);
  expect(rank?.betweenFamilies).toBeLessThan(0.2);
  expect(raw?.betweenFamilies).toBe(1);
  expect(refusedFeatures(shifts)).toContain('raw');
  expect(refusedFeatures(shifts)).not.toContain('rank');
});

test('one family, or too few samples, gives no distances', () => {
  expect(featureShifts([family('a', 1)], NAMES)).toEqual([]);
  expect(featureShifts([family('a', 1, 60), family('b', 2, 60)], NAMES)).toEqual([]);
});
