/** The generator repeats itself for a seed, differs between names, and is even enough to draw days with. */
import { describe, expect, test } from 'vitest';
import { SeededRandom, seedOf } from './random.ts';

describe('seeded random numbers', () => {
  test('are the same for the same seed and name, and others for another', () => {
    const first = (seed: number, name: string) => {
      const random = new SeededRandom(seed, name);
      return Array.from({ length: 4 }, () => random.uint32());
    };
    expect(first(7, 'days')).toEqual(first(7, 'days'));
    expect(first(7, 'days')).not.toEqual(first(8, 'days'));
    expect(first(7, 'days')).not.toEqual(first(7, 'paths'));
    expect(first(2 ** 40 + 7, 'days')).not.toEqual(first(7, 'days'));
  });

  test('never change: a frozen sequence', () => {
    const random = new SeededRandom(20_261_122, 'frozen');
    expect(Array.from({ length: 3 }, () => random.uint32())).toMatchInlineSnapshot(`
      [
        3029527763,
        1862810233,
        2778180230,
      ]
    `);
  });

  test('fall evenly: a chi-square of 100 cells stays within its 99.9 % bound', () => {
    const random = new SeededRandom(1);
    const cells = new Float64Array(100);
    for (let draw = 0; draw < 100_000; draw++) {
      const cell = random.below(100);
      cells[cell]! += 1;
    }
    const chiSquare = cells.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0);
    expect(chiSquare).toBeGreaterThan(60);
    expect(chiSquare).toBeLessThan(148.2);
  });

  test('shuffle a part of an array and leave the rest', () => {
    const values = Int32Array.from({ length: 10 }, (_, at) => at);
    new SeededRandom(3).shuffle(values, 2, 8);
    expect([...values.slice(0, 2), ...values.slice(8)]).toEqual([0, 1, 8, 9]);
    expect([...values].sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('refuse a seed that is not a safe integer', () => {
    expect(() => new SeededRandom(0.5)).toThrow(RangeError);
    expect(() => new SeededRandom(Number.NaN)).toThrow(RangeError);
  });

  test('make a seed of any text', () => {
    expect(seedOf('')).toBe(0x811c9dc5);
    expect(seedOf('a')).toBe(0xe40c292c);
  });
});
