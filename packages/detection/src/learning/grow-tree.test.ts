/** Bins and trees: edges cut between values, and the tree of one question is the best of all that could be asked. */
import { seededDraws } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { featureBinsOf } from './feature-bins.ts';
import { type Slopes, TreeGrower } from './grow-tree.ts';
import { Samples } from './samples.ts';
import { NO_QUESTION } from './tree-model.ts';

function samplesOf(rows: readonly (readonly number[])[]): Samples {
  const samples = new Samples(rows[0]?.length ?? 0, 1);
  for (const row of rows) samples.add(row, 0, false, 1);
  return samples;
}
const column = (values: readonly number[]): Samples => samplesOf(values.map((value) => [value]));

test('an edge lies halfway between two values, and what is at it belongs below', () => {
  const { edges, bins } = featureBinsOf(column([1, 1, 3, 3, 3, 8]));
  expect([...edges[0]!]).toEqual([2, 5.5]);
  expect([...bins]).toEqual([0, 0, 1, 1, 1, 2]);
});

test('a feature with one value has no edge, and nothing has none', () => {
  expect(featureBinsOf(column([4, 4, 4])).edges[0]).toHaveLength(0);
  expect(featureBinsOf(new Samples(2)).edges.map((own) => own.length)).toEqual([0, 0]);
});

test('there are at most 64 bins, each with about as many samples', () => {
  const { edges, bins } = featureBinsOf(column(Array.from({ length: 6400 }, (_, at) => (at * 37) % 6400)));
  expect(edges[0]).toHaveLength(63);
  const counts = new Map<number, number>();
  for (const bin of bins) counts.set(bin, (counts.get(bin) ?? 0) + 1);
  expect(Math.min(...counts.values())).toBeGreaterThanOrEqual(99);
  expect(Math.max(...counts.values())).toBeLessThanOrEqual(101);
});

test('bins keep the order of values, equal values share one, and each edge is between the values beside it', () => {
  const values = fc.array(fc.double({ min: -1e3, max: 1e3, noNaN: true }), { minLength: 1, maxLength: 150 });
  fc.assert(
    fc.property(values, (some) => {
      const { edges, bins } = featureBinsOf(column(some));
      const own = [...edges[0]!];
      expect(own).toEqual([...new Set(own)].sort((a, b) => a - b));
      for (const [at, value] of some.entries())
        expect(bins[at]).toBe(own.filter((edge) => value > edge).length);
      for (const edge of own) {
        expect(some.some((value) => value <= edge)).toBe(true);
        expect(some.some((value) => value > edge)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test('values that differ beyond five digits only are not cut apart', () => {
  const { edges } = featureBinsOf(column([1_000_000.1, 1_000_000.2, 2_000_000]));
  expect([...edges[0]!]).toEqual([1_500_000]);
});

/** Whole slopes and weights of a hundred samples with three features of few values. */
function drawn(seed: number): { samples: Samples; slopes: Slopes } {
  const draw = seededDraws(seed);
  const whole = (most: number): number => Math.floor(draw() * most);
  const samples = samplesOf(Array.from({ length: 100 }, () => [whole(5), whole(9), draw()]));
  const list = (of: () => number): Float64Array => Float64Array.from({ length: 100 }, of);
  return {
    samples,
    slopes: {
      slopes: list(() => whole(41) - 20),
      curvatures: list(() => 1 + whole(9)),
      weights: list(() => 1 + whole(3)),
    },
  };
}

const PENALTY = 5;
const LEAST = 20;
const worth = (slope: number, curvature: number): number => slope ** 2 / (curvature + PENALTY);

interface Sums {
  slope: number;
  curvature: number;
  weight: number;
}

function sumOf({ slopes, curvatures, weights }: Slopes, rows: readonly number[]): Sums {
  const add = (of: Float64Array): number => rows.reduce((sum, row) => sum + of[row]!, 0);
  return { slope: add(slopes), curvature: add(curvatures), weight: add(weights) };
}

/** What a question gains, tried over every feature and every threshold between values. */
function bestByForce({ samples, slopes }: ReturnType<typeof drawn>, rows: readonly number[]): number {
  let most = 0;
  const whole = sumOf(slopes, rows);
  for (let feature = 0; feature < samples.width; feature += 1) {
    const featureOf = (row: number): number => samples.features[row * samples.width + feature]!;
    for (const threshold of featureBinsOf(samples).edges[feature]!) {
      const left = sumOf(
        slopes,
        rows.filter((row) => featureOf(row) <= threshold),
      );
      const right = sumOf(
        slopes,
        rows.filter((row) => featureOf(row) > threshold),
      );
      if (Math.min(left.weight, right.weight) < LEAST) continue;
      const gain = worth(left.slope, left.curvature) + worth(right.slope, right.curvature);
      most = Math.max(most, gain - worth(whole.slope, whole.curvature));
    }
  }
  return most;
}

const ALL = Array.from({ length: 100 }, (_, row) => row);

test.each([1, 2, 3, 4, 5, 6])(
  'a tree of one question gains as much as any question could (seed %i)',
  (seed) => {
    const market = drawn(seed);
    const grower = new TreeGrower(featureBinsOf(market.samples), {
      depth: 1,
      penalty: PENALTY,
      leastWeight: LEAST,
    });
    expect(grower.grow(market.slopes)).toBe(true);
    const [left, right] = [0, 1].map((leaf) => worth(grower.leafSlopes[leaf]!, grower.leafCurvatures[leaf]!));
    const whole = sumOf(market.slopes, ALL);
    expect((left ?? 0) + (right ?? 0) - worth(whole.slope, whole.curvature)).toBeCloseTo(
      bestByForce(market, ALL),
      9,
    );
  },
);

test.each([7, 8, 9])('deeper questions are the best of the samples that reach them (seed %i)', (seed) => {
  const market = drawn(seed);
  const grower = new TreeGrower(featureBinsOf(market.samples), {
    depth: 2,
    penalty: PENALTY,
    leastWeight: LEAST,
  });
  grower.grow(market.slopes);
  for (const side of [0, 1]) {
    const rows = ALL.filter((row) => grower.leafOfRow[row]! >> 1 === side);
    const leaves = [2 * side, 2 * side + 1];
    const ends = leaves.map((leaf) => worth(grower.leafSlopes[leaf]!, grower.leafCurvatures[leaf]!));
    const whole = sumOf(market.slopes, rows);
    expect(ends[0]! + ends[1]! - worth(whole.slope, whole.curvature)).toBeCloseTo(
      bestByForce(market, rows),
      9,
    );
  }
});

test('leaves hold the sums of their samples, and together those of all', () => {
  const market = drawn(11);
  const grower = new TreeGrower(featureBinsOf(market.samples), {
    depth: 3,
    penalty: PENALTY,
    leastWeight: 2,
  });
  grower.grow(market.slopes);
  for (let leaf = 0; leaf < 8; leaf += 1) {
    const { slope, curvature } = sumOf(
      market.slopes,
      ALL.filter((row) => grower.leafOfRow[row] === leaf),
    );
    expect([grower.leafSlopes[leaf], grower.leafCurvatures[leaf]]).toEqual([slope, curvature]);
  }
});

test('the next tree owes nothing to the last: the same slopes give the same tree', () => {
  const [one, other] = [drawn(12), drawn(13)];
  const table = featureBinsOf(one.samples);
  const shape = { depth: 2, penalty: PENALTY, leastWeight: LEAST };
  const [used, fresh] = [new TreeGrower(table, shape), new TreeGrower(table, shape)];
  used.grow(other.slopes);
  for (const grower of [used, fresh]) grower.grow(one.slopes);
  expect([used.questions, used.edges, used.leafSlopes]).toEqual([
    fresh.questions,
    fresh.edges,
    fresh.leafSlopes,
  ]);
});

test('samples that are all alike, or too light to part, are asked nothing', () => {
  const { samples, slopes } = drawn(14);
  const alike = {
    ...slopes,
    slopes: new Float64Array(100).fill(3),
    curvatures: new Float64Array(100).fill(2),
  };
  const table = featureBinsOf(samples);
  for (const [leastWeight, own] of [
    [1, alike],
    [1e6, slopes],
  ] as const) {
    const grower = new TreeGrower(table, { depth: 2, penalty: 0, leastWeight });
    expect(grower.grow(own)).toBe(false);
    expect([...grower.questions]).toEqual([NO_QUESTION, NO_QUESTION, NO_QUESTION]);
    expect(new Set(grower.leafOfRow)).toEqual(new Set([0]));
  }
});

test('a side of a question weighs the least weight exactly, or nothing is asked', () => {
  const samples = column([...Array.from({ length: 10 }, () => 0), ...Array.from({ length: 10 }, () => 1)]);
  const slopes = Float64Array.from({ length: 20 }, (_, at) => (at < 10 ? -5 : 5));
  const ones = new Float64Array(20).fill(1);
  const asks = (leastWeight: number): boolean =>
    new TreeGrower(featureBinsOf(samples), { depth: 1, penalty: 1, leastWeight }).grow({
      ...{ slopes, curvatures: ones, weights: ones },
    });
  expect([asks(10), asks(10.5)]).toEqual([true, false]);
});
