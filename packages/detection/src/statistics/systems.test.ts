/** Linear systems are solved: what comes out, put in again, gives the right side. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eliminate } from './linear-system.ts';
import { solveSymmetric } from './solve-symmetric.ts';

const entry = fc.double({ min: -10, max: 10, noNaN: true });
const square = (size: number) => fc.array(entry, { minLength: size * size, maxLength: size * size });

function times(left: readonly number[], right: ArrayLike<number>, size: number, width: number): number[] {
  return Array.from({ length: size * width }, (_, at) => {
    const [row, column] = [Math.floor(at / width), at % width];
    return Array.from(
      { length: size },
      (_none, k) => left[row * size + k]! * right[k * width + column]!,
    ).reduce((sum, part) => sum + part, 0);
  });
}

test('a system with pivots on other rows is solved', () => {
  const left = Float64Array.from([0, 2, 4, 0]);
  const right = Float64Array.from([6, 8]);
  eliminate(left, right, 2, 1);
  expect([...right]).toEqual([2, 3]);
});

test('the solution of a well-posed system gives its right side, for one column and for three', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }).chain((size) => fc.tuple(fc.constant(size), square(size))),
      ([size, some]) => {
        // A heavy diagonal makes it solvable
        const matrix = some.map((value, at) =>
          at % (size + 1) === 0 ? value + 60 * Math.sign(value || 1) : value,
        );
        for (const width of [1, 3]) {
          const right = Array.from({ length: size * width }, (_, at) => at - 3);
          const solved = Float64Array.from(right);
          eliminate(Float64Array.from(matrix), solved, size, width);
          for (const [at, value] of times(matrix, solved, size, width).entries())
            expect(value).toBeCloseTo(right[at] ?? Number.NaN, 8);
        }
      },
    ),
  );
});

test('an unknown in no equation is left out, and the others are solved', () => {
  const right = Float64Array.from([4, 5]);
  eliminate(Float64Array.from([2, 0, 0, 0]), right, 2, 1);
  expect(right[0]).toBe(2);
});

test('a positive definite system is solved and its matrix stays', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }).chain((size) => fc.tuple(fc.constant(size), square(size))),
      ([size, some]) => {
        const matrix = Array.from({ length: size * size }, (_, at) => {
          const [row, column] = [Math.floor(at / size), at % size];
          const product = Array.from(
            { length: size },
            (_none, k) => some[row * size + k]! * some[column * size + k]!,
          );
          return product.reduce((sum, part) => sum + part, row === column ? 1 : 0);
        });
        const given = Float64Array.from(matrix);
        const right = Float64Array.from({ length: size }, (_, at) => at + 1);
        const solved = solveSymmetric(given, right);
        expect([...given]).toEqual(matrix);
        expect([...right]).toEqual(Array.from({ length: size }, (_, at) => at + 1));
        for (const [at, value] of times(matrix, solved, size, 1).entries())
          expect(value).toBeCloseTo(at + 1, 6);
      },
    ),
  );
});

test('a singular system has finite answers', () => {
  const solved = solveSymmetric(Float64Array.from([1, 1, 1, 1]), Float64Array.from([2, 2]));
  expect(solved.every(Number.isFinite)).toBe(true);
  expect(solved[0]! + solved[1]!).toBeCloseTo(2, 3);
});
