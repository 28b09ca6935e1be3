/** The distribution of results in round steps. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distributionOf } from './distribution.ts';

const of = (...nets: readonly number[]) => distributionOf(Float64Array.from(nets, (net) => net * 1e6));
const edges = (...nets: readonly number[]) => of(...nets).edgesMicros.map((edge) => edge / 1e6);

test('no results have no steps', () => {
  expect(distributionOf(new Float64Array())).toEqual({ edgesMicros: [], counts: [] });
});

test('a single result lies in one step of a cent', () => {
  expect(of(5)).toEqual({ edgesMicros: [5e6, 5_010_000], counts: [1] });
  expect(of(0, 0, 0)).toEqual({ edgesMicros: [0, 10_000], counts: [3] });
});

test('steps are the next round amount above a thirtieth of the middle', () => {
  // 0 to 300 in thirty steps of 10.
  const steps = edges(...Array.from({ length: 301 }, (_, at) => at));
  const widths = new Set(steps.slice(2, -1).map((edge, at) => edge - steps[at + 1]!));
  expect(widths).toEqual(new Set([10]));
});

test('zero is an edge wherever it lies within', () => {
  expect(edges(-95, -40, -1, 1, 30, 88)).toContain(0);
  expect(edges(-900, 1, 2, 3)).toContain(0);
});

test('a result on an edge belongs to the step that begins there, the last one includes its end', () => {
  const { edgesMicros, counts } = of(0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120, 130, 140, 150);
  const step = edgesMicros.indexOf(50e6);
  expect(counts[step]).toBe(1);
  expect(counts.at(-1)).toBeGreaterThan(0);
  expect(edgesMicros.at(-1)).toBeGreaterThanOrEqual(150e6);
});

test('one outlier on either side gets a step of its own width and does not flatten the rest', () => {
  const usual = Array.from({ length: 400 }, (_, at) => (at % 40) - 20);
  const { edgesMicros, counts } = of(...usual, 1_000_000, -1_000_000);
  expect(edgesMicros[0]).toBe(-1e12);
  expect(edgesMicros.at(-1)).toBe(1e12);
  expect([counts[0], counts.at(-1)]).toEqual([1, 1]);
  expect(counts.length).toBeGreaterThan(15);
});

test('every result is counted once, and edges ascend', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: -(10 ** 12), max: 10 ** 12 }), { minLength: 1, maxLength: 60 }),
      (nets) => {
        const { edgesMicros, counts } = distributionOf(Float64Array.from(nets));
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(nets.length);
        expect(edgesMicros).toHaveLength(counts.length + 1);
        expect(edgesMicros.every((edge, at) => at === 0 || edge > edgesMicros[at - 1]!)).toBe(true);
        const [first = 0, last = 0] = [edgesMicros[0], edgesMicros.at(-1)];
        expect(nets.every((net) => net >= first && net <= last)).toBe(true);
        expect(counts.length).toBeLessThan(40);
        counts.forEach((count, step) => {
          const inside = nets.filter(
            (net) =>
              net >= edgesMicros[step]! &&
              (net < edgesMicros[step + 1]! || (step === counts.length - 1 && net === edgesMicros[step + 1])),
          );
          expect(count).toBe(inside.length);
        });
      },
    ),
  );
});

test('the order of results does not matter, and they are not changed', () => {
  const nets = Float64Array.of(5e6, -3e6, 9e6, 1e6);
  expect(distributionOf(nets)).toEqual(distributionOf(nets.toSorted()));
  expect([...nets]).toEqual([5e6, -3e6, 9e6, 1e6]);
});
