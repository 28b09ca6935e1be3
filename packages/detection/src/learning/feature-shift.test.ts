/** A feature that separates families better than it separates true from false is refused. */
import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { type FamilySamples, featureShifts, isIdle, isRefused } from './feature-shift.ts';

const NAMES = ['rank', 'raw', 'noise', 'flips'];

/** A session: the rank of the true ones is high in every family; the raw value is scaled by the family, `flips` turned by it. */
function session(family: string, seed: number, count = 100): FamilySamples {
  const draw = seededDraws(seed);
  const scale = family.charCodeAt(0);
  const features = new Float64Array(count * NAMES.length);
  const truths = new Uint8Array(count);
  for (let row = 0; row < count; row += 1) {
    const isTrue = row % 3 === 0;
    truths[row] = isTrue ? 1 : 0;
    const rank = isTrue ? 0.5 + 0.5 * draw() : draw();
    const turned = scale % 2 === 0 ? rank : 1 - rank;
    features.set([rank, scale + 0.3 * rank, draw(), turned], row * NAMES.length);
  }
  const weights = new Float64Array(count).fill(1);
  return { family, columns: { width: NAMES.length, count, features, truths, weights } };
}

const sessions = (families: string, of: number, count?: number): FamilySamples[] =>
  [...families].flatMap((family) =>
    Array.from({ length: of }, (_, at) => session(family, 100 * family.charCodeAt(0) + at, count)),
  );

test('a raw ratio that depends on the family is refused, its rank within the session and noise are not', () => {
  const shifts = featureShifts(sessions('abcd', 6), NAMES);
  const [rank, raw, noise] = shifts;
  expect(rank?.betweenClasses).toBeCloseTo(0.5, 1);
  expect(rank?.betweenFamilies).toBeLessThan(0.2);
  expect(raw?.betweenFamilies).toBe(1);
  expect(noise?.betweenClasses).toBeLessThan(0.1);
  const refused = shifts.filter(isRefused).map(({ feature }) => feature);
  expect(refused).toEqual(['raw', 'flips']);
});

test('what is true high in one family and true low in the other separates nothing', () => {
  const flips = featureShifts(sessions('abcd', 6), NAMES)[3];
  expect(flips?.betweenClasses).toBeLessThan(0.1);
  expect(flips?.betweenFamilies).toBeGreaterThan(0.3);
});

test('a feature is idle where truths moved in time are separated as well', () => {
  const [rank, raw, noise] = featureShifts(sessions('abcd', 6), NAMES);
  expect(rank && isIdle(rank)).toBe(false);
  expect(rank?.byMovedTruths).toBeLessThan(0.25);
  expect(noise && isIdle(noise)).toBe(true);
  // Its rank within the family says which look is true, whatever its level
  expect(raw && isIdle(raw)).toBe(false);
});

test('what one session has by chance is not the mark of its family', () => {
  const samples = sessions('abcd', 3);
  const odd = session('z', 1);
  const shifts = featureShifts([...samples.slice(1), { ...odd, family: 'a' }], NAMES);
  const noise = shifts[2];
  expect(noise?.byChance).toBeGreaterThan(0.05);
  expect(noise?.betweenFamilies).toBeLessThanOrEqual(noise?.byChance ?? 0);
});

test('looks of one candidate weigh 1 together', () => {
  const samples = sessions('ab', 4);
  const doubled = samples.map(({ family, columns }) => {
    const twice = <T extends Float64Array | Uint8Array>(values: T, width: number): number[] =>
      Array.from({ length: columns.count }, (_, row) => {
        const one = [...values.slice(row * width, (row + 1) * width)];
        return [...one, ...one];
      }).flat();
    return {
      family,
      columns: {
        width: columns.width,
        count: 2 * columns.count,
        features: Float64Array.from(twice(columns.features, columns.width)),
        truths: Uint8Array.from(twice(columns.truths, 1)),
        weights: new Float64Array(2 * columns.count).fill(0.5),
      },
    };
  });
  const shiftsOf = (all: FamilySamples[]) =>
    featureShifts(all, NAMES).map(({ byMovedTruths: _, ...others }) => others);
  expect(shiftsOf(doubled)).toEqual(shiftsOf(samples));
});

test('one family, or too few samples, gives no distances', () => {
  expect(featureShifts(sessions('a', 6), NAMES)).toEqual([]);
  expect(featureShifts(sessions('ab', 1, 24), NAMES)).toEqual([]);
});

test.each([
  ['as far between families as chance gives', { betweenFamilies: 0.4, byChance: 0.4 }, false],
  ['farther than chance, but not than true from false', { betweenFamilies: 0.3, byChance: 0.1 }, false],
  ['farther than both', { betweenFamilies: 0.31, byChance: 0.1 }, true],
])('a feature %s is refused: %s', (_, part, expected) => {
  const shift = { feature: 'x', betweenFamilies: 0, byChance: 0, betweenClasses: 0.3, byMovedTruths: 0 };
  expect(isRefused({ ...shift, ...part })).toBe(expected);
  expect([0.299, 0.3].map((byMovedTruths) => isIdle({ ...shift, byMovedTruths }))).toEqual([false, true]);
});
