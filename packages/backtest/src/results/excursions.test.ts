/** Distances of trades are counted in whole ticks, each trade once. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excursionsOf } from './excursions.ts';

const anyTrade = fc.record({
  maeTicks: fc.double({ min: 0, max: 12, noNaN: true }),
  mfeTicks: fc.double({ min: 0, max: 12, noNaN: true }),
  netMicros: fc.integer({ min: -5, max: 5 }),
});

test('every trade is in one place, as won where something was left after costs', () => {
  fc.assert(
    fc.property(fc.array(anyTrade), (trades) => {
      const excursions = excursionsOf(trades);
      const won = trades.filter(({ netMicros }) => netMicros > 0).length;
      expect(excursions.reduce((sum, place) => sum + place.won, 0)).toBe(won);
      expect(excursions.reduce((sum, place) => sum + place.lost, 0)).toBe(trades.length - won);
      const places = excursions.map(({ maeTicks, mfeTicks }) => maeTicks * 1000 + mfeTicks);
      expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b));
    }),
  );
});

test('averages between two ticks count at the nearer one', () => {
  expect(excursionsOf([{ maeTicks: 2.4, mfeTicks: 11.6, netMicros: 0 }])).toEqual([
    { maeTicks: 2, mfeTicks: 12, won: 0, lost: 1 },
  ]);
});
