/** The test of what follows a loss: fair although a loss uses itself up, and able to find a tilt. */
import { describe, expect, test } from 'vitest';
import { SeededRandom } from '#numbers/random.ts';
import { distanceFromUniform, KS_BOUND, normalOf } from '#testing/uniformity.ts';
import { type OrderedResults, shuffleOrder } from './order-shuffle.ts';
import { centredWithin } from './rank-shuffle.ts';

const PER_DAY = 6;

/** Days of six trades one after the other; `tilt` is added after a loss, `dayShift` to whole days. */
function record(seed: number, days: number, tilt: number, dayShift = 0): OrderedResults {
  const random = new SeededRandom(seed, 'order');
  const values: number[] = [];
  for (let day = 0; day < days; day++) {
    const shift = normalOf(random) * dayShift;
    for (let at = 0; at < PER_DAY; at++) {
      const after = at > 0 && (values.at(-1) as number) < 0 ? tilt : 0;
      values.push(normalOf(random) + shift + after);
    }
  }
  const strata = Int32Array.from({ length: days + 1 }, (_, day) => day * PER_DAY);
  return {
    values: centredWithin(Float64Array.from(values), strata),
    outcomes: Int8Array.from(values, (value) => Math.sign(value)),
    previous: Int32Array.from(values, (_, at) => (at % PER_DAY === 0 ? -1 : at - 1)),
    strata,
    rule: 'after-loss',
  };
}

const shuffle = (results: OrderedResults, seed = 1, shuffles = 299) =>
  shuffleOrder(results, { shuffles, enough: 1_000_000 }, new SeededRandom(seed));

describe('the order of results', () => {
  test('gives uniform p-values when nothing follows from a loss', () => {
    const ps = Array.from({ length: 300 }, (_, seed) => shuffle(record(seed, 20, 0), seed)?.p ?? 1);
    expect(distanceFromUniform(ps)).toBeLessThan(KS_BOUND(300));
  });

  test('does not take bad days for tilt', () => {
    const ps = Array.from({ length: 300 }, (_, seed) => shuffle(record(seed, 20, 0, 1), seed)?.p ?? 1);
    expect(distanceFromUniform(ps)).toBeLessThan(KS_BOUND(300));
  });

  test('finds a tilt and its direction', () => {
    const result = shuffle(record(3, 100, -0.8), 3, 2000);
    expect(result?.p).toBeLessThan(0.002);
    expect(result?.t).toBeLessThan(0);
  });

  test('compares two losses in a row with everything else that had two trades before', () => {
    const result = shuffle({ ...record(4, 100, -0.8), rule: 'after-losses' }, 4);
    expect(result?.t).toBeLessThan(0);
  });

  test('has no result without a loss', () => {
    const wins = record(5, 10, 0);
    expect(shuffle({ ...wins, outcomes: wins.outcomes.map(() => 1) })).toBeNull();
  });
});

test('a trade after neither a win nor a loss is on no side, and moves with its outcome', () => {
  // Of four trades a day only the second follows a loss and only the last a win.
  const days = 40;
  const each = [-1, -3, 0, 2, 2];
  const results: OrderedResults = {
    values: centredWithin(
      Float64Array.from({ length: days * 5 }, (_, at) => each[at % 5]!),
      Int32Array.from({ length: days + 1 }, (_, day) => day * 5),
    ),
    outcomes: Int8Array.from({ length: days * 5 }, (_, at) => Math.sign(each[at % 5]!)),
    previous: Int32Array.from({ length: days * 5 }, (_, at) => (at % 5 === 0 ? -1 : at - 1)),
    strata: Int32Array.from({ length: days + 1 }, (_, day) => day * 5),
    rule: 'after-loss',
  };
  // After a loss -3 and 0; after a win 2; the fourth follows a zero.
  const result = shuffle(results, 1, 500);
  expect(result?.t).toBeLessThan(-3);
  expect(result?.p).toBeLessThan(0.02);
  const noWins = { ...results, outcomes: results.outcomes.map((outcome) => Math.min(outcome, 0)) };
  expect(shuffle(noWins)).toBeNull();
});

test('a rise after losses has the other sign, as far from chance', () => {
  const result = shuffle(record(3, 100, 0.8), 3, 2000);
  expect(result?.p).toBeLessThan(0.002);
  expect(result?.t).toBeGreaterThan(0);
});

test('results that do not vary, or days of a single trade, have no answer', () => {
  const flat = record(5, 10, 0);
  expect(shuffle({ ...flat, values: new Float64Array(flat.values.length) })).toBeNull();
  expect(shuffle({ ...flat, previous: flat.previous.map(() => -1) })).toBeNull();
});

test('a hopeless test ends early', () => {
  const results = record(7, 30, 0);
  const ended = shuffleOrder(results, { shuffles: 100_000, enough: 5 }, new SeededRandom(1));
  expect(ended?.p).toBeGreaterThan(0.01);
});

test('the same seed gives the same answer', () => {
  expect(shuffle(record(8, 30, -0.3), 4)).toEqual(shuffle(record(8, 30, -0.3), 4));
  expect(shuffle(record(8, 30, -0.3), 4)).not.toEqual(shuffle(record(8, 30, -0.3), 5));
});
