/** Streams of random numbers: the generator against a slow one, the bounds and laws of what is drawn, and their independence. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RandomState, RandomStream, randomStream } from './random.ts';

const word = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
const anyState = fc.tuple(word, word, word, word).filter((words) => words.some((bits) => bits !== 0));
const anyStream = fc.integer({ min: 0, max: 1000 }).map((seed) => randomStream(seed, 'any', 0));

/** xoshiro128++ as published, in integers without a sign and of any length. */
function* published(state: RandomState): Generator<number> {
  const mask = 0xffff_ffffn;
  const rotate = (x: bigint, k: bigint): bigint => ((x << k) | (x >> (32n - k))) & mask;
  let [a, b, c, d] = state.map((bits) => BigInt(bits >>> 0)) as [bigint, bigint, bigint, bigint];
  for (;;) {
    yield Number((rotate((a + d) & mask, 7n) + a) & mask);
    const shifted = (b << 9n) & mask;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11n);
  }
}

const many = <T>(count: number, draw: () => T): T[] => Array.from({ length: count }, draw);
const shareOf = (values: readonly number[], holds: (value: number) => boolean): number =>
  values.filter(holds).length / values.length;

test('from any state the words are those of the published generator', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      const stream = new RandomStream(state);
      const slow = published(state);
      for (let n = 0; n < 20; n++) expect(stream.uint32()).toBe(slow.next().value);
    }),
    { numRuns: 50 },
  );
});

test('a state of zeros alone is refused: it would give zeros for ever', () => {
  expect(() => new RandomStream([0, 0, 0, 0])).toThrow('a random state must not be all zero');
});

test('a figure for a logarithm is never nothing, also where two words of zeros follow each other', () => {
  const zeros = (): RandomStream => new RandomStream([0, 0, 1, 0]);
  const words = zeros();
  expect([words.uint32(), words.uint32()]).toEqual([0, 0]);
  expect(zeros().unit()).toBe(0);
  expect(zeros().openUnit()).toBe(2 ** -53);
  expect(zeros().exponential()).toBeCloseTo(53 * Math.LN2, 9);
});

test('saving a state changes nothing, and the copy does not follow the stream', () => {
  const stream = randomStream(3, 'kept', 0);
  const before = stream.save();
  expect(stream.save()).toEqual(before);
  const first = stream.uint32();
  expect(stream.save()).not.toEqual(before);
  expect(new RandomStream(before).uint32()).toBe(first);
});

describe('whatever the stream', () => {
  test('draws keep within their bounds', () => {
    fc.assert(
      fc.property(anyStream, fc.integer({ min: 1, max: 2 ** 32 }), (stream, bound) => {
        for (let n = 0; n < 20; n++) {
          const [unit, open, below] = [stream.unit(), stream.openUnit(), stream.below(bound)];
          expect(unit >= 0 && unit < 1).toBe(true);
          expect(open > 0 && open <= 1).toBe(true);
          expect(Number.isInteger(below) && below >= 0 && below < bound).toBe(true);
        }
      }),
      { numRuns: 50 },
    );
  });

  test('figures between two others never leave them', () => {
    fc.assert(
      fc.property(
        anyStream,
        fc.double({ min: 0.001, max: 1000, noNaN: true }),
        fc.double({ min: 1, max: 100, noNaN: true }),
        (stream, low, factor) => {
          for (const draw of [stream.uniform(low, low * factor), stream.logUniform(low, low * factor)]) {
            expect(draw).toBeGreaterThanOrEqual(low * (1 - 1e-12));
            expect(draw).toBeLessThanOrEqual(low * factor * (1 + 1e-12));
          }
        },
      ),
    );
  });

  test('what is certain always happens, and what is impossible never', () => {
    fc.assert(
      fc.property(anyStream, (stream) => {
        expect(many(20, () => stream.chance(1))).not.toContain(false);
        expect(many(20, () => stream.chance(0))).not.toContain(true);
      }),
      { numRuns: 20 },
    );
  });

  test('a geometric figure is a whole one from 1 on, and always 1 where the mean is', () => {
    fc.assert(
      fc.property(anyStream, fc.double({ min: 0, max: 50, noNaN: true }), (stream, mean) => {
        const figures = many(20, () => stream.geometric(mean));
        expect(figures.every((figure) => Number.isInteger(figure) && figure >= 1)).toBe(true);
        if (mean <= 1) expect(new Set(figures)).toEqual(new Set([1]));
      }),
      { numRuns: 50 },
    );
  });
});

describe('the law', () => {
  const stream = randomStream(11, 'laws', 0);
  const draws = 8000;

  test('of an exponential figure leaves a share of 1/e above its mean, and of 1/e^3 above thrice that', () => {
    const waits = many(draws, () => stream.exponential());
    expect(shareOf(waits, (wait) => wait > 1)).toBeCloseTo(Math.exp(-1), 1);
    expect(Math.abs(shareOf(waits, (wait) => wait > 3) - Math.exp(-3))).toBeLessThan(0.01);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(0);
  });

  test('of a normal figure is even, with two thirds within one deviation and 95 of 100 within two', () => {
    const figures = many(draws, () => stream.normal());
    expect(Math.abs(shareOf(figures, (figure) => figure > 0) - 0.5)).toBeLessThan(0.02);
    expect(Math.abs(shareOf(figures, (figure) => Math.abs(figure) < 1) - 0.6827)).toBeLessThan(0.02);
    expect(Math.abs(shareOf(figures, (figure) => Math.abs(figure) < 2) - 0.9545)).toBeLessThan(0.01);
  });

  test('of a geometric figure falls by the same factor from each to the next', () => {
    const figures = many(draws, () => stream.geometric(4));
    // Of a mean of 4 each has a quarter of what is left
    for (const [figure, share] of [
      [1, 0.25],
      [2, 0.1875],
      [3, 0.140625],
    ] as const)
      expect(Math.abs(shareOf(figures, (drawn) => drawn === figure) - share)).toBeLessThan(0.02);
  });

  test('of a log-normal figure has its median in the middle, and a deviation to each side of it', () => {
    const figures = many(draws, () => stream.logNormal(6, 0.5));
    expect(Math.abs(shareOf(figures, (figure) => figure < 6) - 0.5)).toBeLessThan(0.02);
    expect(Math.abs(shareOf(figures, (figure) => figure < 6 * Math.exp(-0.5)) - 0.1587)).toBeLessThan(0.02);
  });

  test('of a log-uniform figure gives every doubling the same share', () => {
    const figures = many(draws, () => stream.logUniform(1, 16));
    for (const low of [1, 2, 4, 8])
      expect(Math.abs(shareOf(figures, (x) => x >= low && x < 2 * low) - 0.25)).toBeLessThan(0.02);
  });

  test('of a chance and of a choice is the one that is named', () => {
    expect(Math.abs(many(draws, () => stream.chance(0.3)).filter(Boolean).length / draws - 0.3)).toBeLessThan(
      0.02,
    );
    const choices = many(draws, () => stream.below(7));
    for (let choice = 0; choice < 7; choice++)
      expect(Math.abs(shareOf(choices, (drawn) => drawn === choice) - 1 / 7)).toBeLessThan(0.02);
  });
});

describe('streams', () => {
  test('of neighbouring instances, seeds and names have nothing in common', () => {
    const words = (stream: RandomStream): boolean[] => many(2000, () => stream.chance(0.5));
    const first = words(randomStream(1, 'agent', 0));
    for (const other of [
      randomStream(1, 'agent', 1),
      randomStream(2, 'agent', 0),
      randomStream(-1, 'agent', 0),
      randomStream(1, 'agenu', 0),
      randomStream(1, 'gaent', 0),
      randomStream(1 + 2 ** 32, 'agent', 0),
    ]) {
      const same = words(other).filter((bit, at) => bit === first[at]).length;
      // Heads of a fair coin: 1000, give or take 22
      expect(Math.abs(same - 1000)).toBeLessThan(110);
    }
  });

  test('of a thousand instances all begin differently', () => {
    const begins = Array.from({ length: 1000 }, (_, instance) =>
      randomStream(7, 'many', instance).save().join(),
    );
    expect(new Set(begins).size).toBe(1000);
  });

  test.each([2 ** 53, -(2 ** 53), Number.NaN, Number.POSITIVE_INFINITY, 1.5])(
    'of the seed %d there is none',
    (seed) => {
      expect(() => randomStream(seed, 'a', 0)).toThrow(`a seed is a safe integer, not ${seed}`);
    },
  );
});
