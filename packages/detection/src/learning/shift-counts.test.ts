/** Distances of distribution functions that are counted, against those of the values themselves. */
import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { kolmogorovDistance } from '#statistics/kolmogorov-distance.ts';
import type { SampleColumns } from './samples.ts';
import { ShiftCounts } from './shift-counts.ts';

/** A session of one feature; `yes` are the values of the true looks, `no` those of the others, one after the other. */
function session(no: readonly number[], yes: readonly number[]): SampleColumns {
  const values = [...no, ...yes];
  return {
    ...{ width: 1, count: values.length, features: Float64Array.from(values) },
    truths: Uint8Array.from(values, (_, at) => (at < no.length ? 0 : 1)),
    weights: new Float64Array(values.length).fill(1),
  };
}

/** Whole numbers of few kinds: every one of them has a step of its own. */
function drawn(seed: number, count: number, from: number, to: number): number[] {
  const draw = seededDraws(seed);
  return Array.from({ length: count }, () => from + Math.floor((to - from) * draw()));
}
const sorted = (...lists: readonly number[][]): Float64Array => Float64Array.from(lists.flat()).sort();

test('between families the distance is the largest of a family and the others, in either class', () => {
  const no = [drawn(1, 50, 0, 12), drawn(2, 50, 2, 14), drawn(3, 50, 0, 12)];
  const yes = [drawn(4, 40, 5, 15), drawn(5, 40, 5, 15), drawn(6, 40, 1, 11)];
  const counts = new ShiftCounts(
    no.map((values, at) => session(values, yes[at]!)),
    0,
    3,
  );
  const distances = [no, yes].flatMap((all) =>
    all.map((own, at) => kolmogorovDistance(sorted(own), sorted(...all.filter((_, other) => other !== at)))),
  );
  expect(counts.betweenFamilies([0, 1, 2])).toBeCloseTo(Math.max(...distances), 12);
});

test('sessions of a family count together', () => {
  const no = [drawn(1, 30, 0, 10), drawn(2, 30, 3, 13), drawn(3, 30, 0, 10), drawn(4, 30, 3, 13)];
  const counts = new ShiftCounts(
    no.map((values) => session(values, [])),
    0,
    2,
  );
  const [first, second, third, fourth] = no as [number[], number[], number[], number[]];
  expect(counts.betweenFamilies([0, 1, 0, 1])).toBeCloseTo(
    kolmogorovDistance(sorted(first, third), sorted(second, fourth)),
    12,
  );
  expect(counts.betweenFamilies([0, 0, 1, 1])).toBeCloseTo(
    kolmogorovDistance(sorted(first, second), sorted(third, fourth)),
    12,
  );
});

test('between classes the distance is that of the mean distribution functions of the families', () => {
  const [no, yes] = [drawn(7, 60, 0, 10), drawn(8, 30, 4, 14)];
  const alone = new ShiftCounts([session(no, yes)], 0, 1);
  expect(alone.betweenClasses([0])).toBeCloseTo(kolmogorovDistance(sorted(no), sorted(yes)), 12);
  // The opposite in a second family cancels it out
  const both = new ShiftCounts([session(no, yes), session(yes, no)], 0, 2);
  expect(both.betweenClasses([0, 1])).toBeCloseTo(0, 12);
});

test('families count the same, however many samples they have', () => {
  const [no, yes] = [drawn(9, 30, 0, 10), drawn(10, 30, 4, 14)];
  const larger = session([...no, ...no, ...no], [...yes, ...yes, ...yes]);
  const counts = new ShiftCounts([session(no, yes), larger, session(yes, no)], 0, 3);
  const distance = kolmogorovDistance(sorted(no), sorted(yes));
  // Two families against one, a third each
  expect(counts.betweenClasses([0, 1, 2])).toBeCloseTo(distance / 3, 12);
});

test('fewer than twenty looks of a class in a family, or in the others, say nothing', () => {
  const few = drawn(11, 19, 0, 10);
  const enough = drawn(12, 20, 5, 15);
  expect(new ShiftCounts([session(few, few)], 0, 1).betweenClasses([0])).toBeNull();
  expect(new ShiftCounts([session(enough, enough)], 0, 1).betweenClasses([0])).toBe(0);
  expect(new ShiftCounts([session(few, []), session(enough, [])], 0, 2).betweenFamilies([0, 1])).toBeNull();
  expect(new ShiftCounts([session(enough, []), session(enough, [])], 0, 2).betweenFamilies([0, 1])).toBe(0);
  expect(new ShiftCounts([], 0, 0).betweenFamilies([])).toBeNull();
});

test('a look weighs what it weighs', () => {
  const values = [...drawn(13, 20, 0, 3), ...drawn(14, 20, 10, 13)];
  const light = session(values, drawn(15, 20, 0, 3));
  // The high ones among the false ones weigh nothing: both classes are alike but for chance in three values
  const weights = Float64Array.from(light.weights, (_, at) => (at >= 20 && at < 40 ? 0 : 1));
  const heavy = new ShiftCounts([{ ...light, weights }], 0, 1).betweenClasses([0]) ?? Number.NaN;
  expect(new ShiftCounts([light], 0, 1).betweenClasses([0])).toBeGreaterThan(0.45);
  expect(heavy).toBeLessThan(0.3);
});

test('truths that move go on to later looks, from the end to the beginning', () => {
  // Values 0 to 39 in the order of the session; the last twenty are true
  const ordered = session(
    Array.from({ length: 20 }, (_, at) => at),
    Array.from({ length: 20 }, (_, at) => 20 + at),
  );
  const counts = new ShiftCounts([ordered], 0, 1);
  expect(counts.betweenClasses([0])).toBe(1);
  expect(counts.betweenClasses([0], [0])).toBe(1);
  // Half way round the two change places; a quarter on, half of each are as low as half of the others
  expect(counts.betweenClasses([0], [20])).toBe(1);
  expect(counts.betweenClasses([0], [10])).toBeCloseTo(0.5, 12);
  expect(counts.betweenClasses([0], [40])).toBe(1);
});

test('one column is read, whatever the others hold', () => {
  const own = drawn(16, 60, 0, 9);
  const features = Float64Array.from(own.flatMap((value, at) => [at, value, -at]));
  const truths = Uint8Array.from(own, (_, at) => (at % 2 === 0 ? 1 : 0));
  const wide = { width: 3, count: 60, features, truths, weights: new Float64Array(60).fill(1) };
  const distance = kolmogorovDistance(
    sorted(own.filter((_, at) => at % 2 === 0)),
    sorted(own.filter((_, at) => at % 2 === 1)),
  );
  expect(new ShiftCounts([wide], 1, 1).betweenClasses([0])).toBeCloseTo(distance, 12);
});
