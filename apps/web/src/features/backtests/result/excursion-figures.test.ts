/** How far trades went, from their counts by distance. */
import { expect, test } from 'vitest';
import { excursionBands, tradesOf, withinTicks } from './excursion-figures.ts';

const EXCURSIONS = [
  { maeTicks: 0, mfeTicks: 24, won: 6, lost: 0 },
  { maeTicks: 3, mfeTicks: 25, won: 3, lost: 1 },
  { maeTicks: 9, mfeTicks: 20, won: 1, lost: 0 },
  { maeTicks: 16, mfeTicks: 2, won: 0, lost: 3 },
];

test('won and lost trades are counted, and the distance that most of them kept within', () => {
  expect([tradesOf(EXCURSIONS, 'won'), tradesOf(EXCURSIONS, 'lost')]).toEqual([10, 4]);
  expect(withinTicks(EXCURSIONS, 'maeTicks', 'won', 0.9)).toBe(3);
  expect(withinTicks(EXCURSIONS, 'maeTicks', 'won', 1)).toBe(9);
  expect(withinTicks(EXCURSIONS, 'mfeTicks', 'lost', 0.5)).toBe(2);
  expect(withinTicks([], 'mfeTicks', 'lost', 0.5)).toBeNull();
});

test('bands hold every trade once, at most twelve of them with a round width', () => {
  expect(excursionBands(EXCURSIONS)).toEqual([
    { fromTicks: 0, toTicks: 1, won: 6, lost: 0, aheadTicks: 24 },
    { fromTicks: 2, toTicks: 3, won: 3, lost: 1, aheadTicks: 25 },
    { fromTicks: 8, toTicks: 9, won: 1, lost: 0, aheadTicks: 20 },
    { fromTicks: 16, toTicks: 17, won: 0, lost: 3, aheadTicks: 2 },
  ]);
  const far = [{ maeTicks: 999, mfeTicks: 0, won: 0, lost: 1 }, ...EXCURSIONS];
  expect(excursionBands(far).length).toBeLessThanOrEqual(12);
  expect(excursionBands(far).at(-1)).toMatchObject({ fromTicks: 900, toTicks: 999, lost: 1 });
  expect(excursionBands([])).toEqual([]);
});
