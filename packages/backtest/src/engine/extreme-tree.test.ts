import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExtremeTree } from './extreme-tree.ts';

const anySeries = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 1, maxLength: 70 });

test('the first place and the extreme are those of looking at each value', () => {
  fc.assert(
    fc.property(
      anySeries,
      fc.nat(75),
      fc.nat(75),
      fc.integer({ min: -22, max: 22 }),
      (values, from, to, value) => {
        const series = Int32Array.from(values);
        const [largest, smallest] = [new ExtremeTree(series, 1), new ExtremeTree(series, -1)];
        const place = (found: number): number => (found < 0 ? Number.POSITIVE_INFINITY : found);
        expect(largest.first(from, value)).toBe(
          place(values.findIndex((each, at) => at >= from && each >= value)),
        );
        expect(smallest.first(from, value)).toBe(
          place(values.findIndex((each, at) => at >= from && each <= value)),
        );
        const part = values.slice(from, Math.max(from, to));
        if (part.length === 0) return;
        expect(largest.extreme(from, to)).toBe(Math.max(...part));
        expect(smallest.extreme(from, to)).toBe(Math.min(...part));
      },
    ),
    { numRuns: 500 },
  );
});
