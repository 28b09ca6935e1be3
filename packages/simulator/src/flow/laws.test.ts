/** The laws of a crowd: sizes, signs, excitation and the slow swings of its pace. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { randomStream } from '#random/random.ts';
import { Activity } from './activity.ts';
import {
  BOOK_BASE,
  BOOK_BY_BOOK,
  BOOK_BY_MATCH,
  Excitation,
  TRADES_BY_AGENT,
  TRADES_BY_MATCH,
} from './excitation.ts';
import { SignMemory } from './sign-memory.ts';
import { ADD_SIZES, AGGRESSOR_SIZES, SizeLaw } from './size-law.ts';

const drawn = (law: SizeLaw, count = 4000): number[] => {
  const random = randomStream(1, 'sizes', 0);
  return Array.from({ length: count }, () => law.draw(random));
};
const shareOf = (sizes: readonly number[], holds: (size: number) => boolean): number =>
  sizes.filter(holds).length / sizes.length;

describe('sizes of orders', () => {
  test('are those of the recording: more than half of one contract, nine in ten up to four, none above 233', () => {
    const sizes = drawn(new SizeLaw(ADD_SIZES, 1));
    expect(shareOf(sizes, (size) => size === 1)).toBeGreaterThan(0.55);
    expect(shareOf(sizes, (size) => size === 1)).toBeLessThan(0.72);
    expect(shareOf(sizes, (size) => size <= 4)).toBeGreaterThan(0.88);
    expect(shareOf(sizes, (size) => size > 16)).toBeLessThan(0.02);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(235);
  });

  test('of aggressors are larger than those that rest', () => {
    expect(new SizeLaw(AGGRESSOR_SIZES, 1).mean).toBeGreaterThan(new SizeLaw(ADD_SIZES, 1).mean);
    expect(new SizeLaw(AGGRESSOR_SIZES, 1).mean).toBeCloseTo(3.4, 0);
  });

  test('are drawn with the mean that the law states', () => {
    const law = new SizeLaw(ADD_SIZES, 1);
    const sizes = drawn(law, 40_000);
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    expect(Math.abs(mean / law.mean - 1)).toBeLessThan(0.05);
  });

  test('are whole contracts, at least one, smaller in thinner products and larger by the factor', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.3, max: 1, noNaN: true }),
        fc.integer({ min: 1, max: 4 }),
        (power, factor) => {
          const law = new SizeLaw(ADD_SIZES, power, factor);
          for (const size of drawn(law, 200)) expect(Number.isInteger(size) && size >= factor).toBe(true);
          expect(law.mean).toBeLessThanOrEqual(new SizeLaw(ADD_SIZES, 1, factor).mean);
          expect(law.mean).toBeGreaterThanOrEqual(factor);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('of nine and more are multiples of five at least every second time', () => {
    const large = drawn(new SizeLaw(AGGRESSOR_SIZES, 1), 20_000).filter((size) => size >= 10);
    expect(shareOf(large, (size) => size % 5 === 0)).toBeGreaterThan(0.5);
  });

  test('of one point are all that one', () => {
    const law = new SizeLaw(
      [
        [0, 3],
        [1, 3],
      ],
      1,
    );
    expect(new Set(drawn(law, 100))).toEqual(new Set([3]));
    expect(law.mean).toBe(3);
  });
});

describe('signs of aggressors', () => {
  const memory = (persistence: number, exponent = 1.4): SignMemory =>
    new SignMemory(randomStream(4, 'signs', 0), persistence, exponent);

  test('without persistence are free: buys come as often as they are said to', () => {
    const signs = memory(0);
    const buys = Array.from({ length: 4000 }, () => signs.next(0.8)).filter((sign) => sign === 1).length;
    expect(buys / 4000).toBeGreaterThan(0.77);
    expect(buys / 4000).toBeLessThan(0.83);
  });

  test('of full persistence repeat what was remembered', () => {
    for (const sign of [1, -1]) {
      const signs = memory(1);
      for (let n = 0; n < 512; n++) signs.remember(sign);
      for (let n = 0; n < 200; n++) expect(signs.next(0.5)).toBe(sign);
    }
  });

  test('repeat the last one more often than any other', () => {
    const signs = memory(1, 2.5);
    for (let n = 0; n < 512; n++) signs.remember(-1);
    signs.remember(1);
    const repeats = Array.from({ length: 2000 }, () => signs.next(0.5)).filter((sign) => sign === 1).length;
    // Of a power of 2.5 the first lag has three quarters.
    expect(repeats / 2000).toBeGreaterThan(0.68);
    expect(repeats / 2000).toBeLessThan(0.8);
  });

  test('remember trades, not what was only asked for', () => {
    const signs = memory(1);
    for (let n = 0; n < 512; n++) signs.remember(1);
    for (let n = 0; n < 600; n++) signs.next(0);
    expect(signs.next(0)).toBe(1);
  });

  test('that are remembered have a long memory', () => {
    const signs = memory(0.8);
    const story = Array.from({ length: 20_000 }, () => {
      const sign = signs.next(0.5);
      signs.remember(sign);
      return sign;
    });
    const at = (lag: number): number => {
      let sum = 0;
      for (let n = lag; n < story.length; n++) sum += story[n]! * story[n - lag]!;
      return sum / (story.length - lag);
    };
    expect(at(1)).toBeGreaterThan(0.2);
    expect(at(1)).toBeGreaterThan(at(50));
    expect(at(50)).toBeGreaterThan(0.02);
  });
});

describe('excitation', () => {
  test('of one event is as many followers as its branching has, over all time', () => {
    const excitation = new Excitation(1e9);
    excitation.exciteBook(BOOK_BY_BOOK);
    excitation.exciteTrades(TRADES_BY_MATCH);
    let [book, trades] = [0, 0];
    const step = 0.0005;
    for (let n = 0; n < 160_000; n++) {
      book += excitation.bookRate * step;
      trades += excitation.tradeRate * step;
      excitation.decay(step);
    }
    expect(book).toBeCloseTo(BOOK_BY_BOOK.fast + BOOK_BY_BOOK.middle + BOOK_BY_BOOK.slow, 1);
    expect(trades).toBeCloseTo(TRADES_BY_MATCH.fast + TRADES_BY_MATCH.middle + TRADES_BY_MATCH.slow, 1);
  });

  test('decays by its three constants: after five milliseconds the fastest part to a third', () => {
    const excitation = new Excitation(1e9);
    excitation.exciteTrades({ fast: 0.005, middle: 0, slow: 0 });
    expect(excitation.tradeRate).toBeCloseTo(1, 12);
    excitation.decay(0.005);
    expect(excitation.tradeRate).toBeCloseTo(Math.exp(-1), 9);
    excitation.exciteTrades({ fast: 0, middle: 0, slow: 8 });
    excitation.decay(8);
    expect(excitation.tradeRate).toBeCloseTo(Math.exp(-1), 9);
    expect(excitation.bookRate).toBe(0);
  });

  test('never exceeds what a gateway lets through, however much comes at once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), (events) => {
        const excitation = new Excitation(400);
        for (let n = 0; n < events; n++) excitation.exciteBook(BOOK_BY_MATCH);
        expect(excitation.bookRate).toBeLessThanOrEqual(3 * 400);
      }),
      { numRuns: 20 },
    );
  });

  test('of one kind dies out: fewer than one follower each, fewer after an agent', () => {
    const all = ({ fast, middle, slow }: typeof BOOK_BY_BOOK): number => fast + middle + slow;
    for (const branching of [BOOK_BY_BOOK, TRADES_BY_MATCH, TRADES_BY_AGENT])
      expect(all(branching)).toBeLessThan(1);
    expect(all(TRADES_BY_AGENT)).toBeLessThan(all(TRADES_BY_MATCH));
    for (const changes of [2, 11, 20, 500]) expect(BOOK_BASE(changes)).toBeGreaterThanOrEqual(0.05);
  });
});

describe('the latent pace', () => {
  test('is one on average, and between a fifth and thrice', () => {
    let sum = 0;
    for (let seed = 1; seed <= 300; seed++) {
      const activity = new Activity(randomStream(seed, 'activity', 0));
      for (let n = 0; n < 20; n++) activity.step();
      sum += activity.value;
      expect(activity.value).toBeGreaterThan(0.18);
      expect(activity.value).toBeLessThan(2.9);
    }
    expect(sum / 300).toBeGreaterThan(0.85);
    expect(sum / 300).toBeLessThan(1.15);
  });

  test('moves slowly: a second changes it by a few percent, unless news comes', () => {
    const activity = new Activity(randomStream(2, 'activity', 0));
    let jumps = 0;
    let before = activity.value;
    for (let second = 0; second < 7200; second++) {
      activity.step();
      const change = Math.abs(Math.log(activity.value / before));
      if (change > 0.2) jumps++;
      before = activity.value;
    }
    expect(jumps).toBeLessThanOrEqual(5);
  });
});
