/** Series of mids and their co-movement, which is compared with the double sum of its definition. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { coMovement, MidSeries, RING } from './cross-market-series.ts';

type Change = readonly [timeMs: number, midTicks: number];

function seriesOf(changes: readonly Change[]): MidSeries {
  const series = new MidSeries();
  for (const [timeMs, midTicks] of changes) series.add(timeMs, midTicks);
  return series;
}
const changesOf = (series: MidSeries): Change[] =>
  Array.from({ length: series.count }, (_, at) => [series.timeMs(at), series.midTicks(at)]);

test('an empty series has no last mid and no change after any instant', () => {
  const series = new MidSeries();
  expect([series.count, series.lastMs, series.lastTicks]).toEqual([0, Number.NaN, Number.NaN]);
  expect(series.firstFrom(0)).toBe(0);
});

test('a mid that is no change is left out', () => {
  expect(
    changesOf(
      seriesOf([
        [0, 10],
        [5, 10],
        [9, 11],
      ]),
    ),
  ).toEqual([
    [0, 10],
    [9, 11],
  ]);
});

test('changes within a millisecond are one, a full millisecond apart they are two', () => {
  expect(
    changesOf(
      seriesOf([
        [0, 10],
        [0.999, 12],
      ]),
    ),
  ).toEqual([[0, 12]]);
  expect(
    changesOf(
      seriesOf([
        [0, 10],
        [1, 12],
      ]),
    ),
  ).toEqual([
    [0, 10],
    [1, 12],
  ]);
});

test('the first change from an instant on includes that instant', () => {
  const series = seriesOf([
    [10, 1],
    [20, 2],
    [30, 3],
  ]);
  expect([9, 10, 10.5, 20, 30, 30.25].map((timeMs) => series.firstFrom(timeMs))).toEqual([0, 0, 1, 1, 2, 3]);
});

test('the ring keeps the newest changes in order', () => {
  const series = new MidSeries();
  for (let n = 0; n < RING + 3; n += 1) series.add(10 * n, n);
  expect([series.count, series.timeMs(0), series.midTicks(RING - 1)]).toEqual([RING, 30, RING + 2]);
  expect(series.firstFrom(10 * RING)).toBe(RING - 3);
});

test('after it was cleared a series begins anew, with the same mid as well', () => {
  const series = seriesOf([
    [10, 5],
    [20, 6],
  ]);
  series.clear();
  series.add(21, 6);
  expect(changesOf(series)).toEqual([[21, 6]]);
});

/** Each change of x times each change of y whose spans have an instant in common. */
function doubleSum(x: MidSeries, y: MidSeries): number {
  let sum = 0;
  for (let i = 1; i < x.count; i += 1) {
    for (let j = 1; j < y.count; j += 1) {
      const overlaps = Math.max(x.timeMs(i - 1), y.timeMs(j - 1)) < Math.min(x.timeMs(i), y.timeMs(j));
      if (overlaps) sum += (x.midTicks(i) - x.midTicks(i - 1)) * (y.midTicks(j) - y.midTicks(j - 1));
    }
  }
  return sum;
}

const walk = fc
  .array(fc.tuple(fc.integer({ min: 4, max: 40 }), fc.integer({ min: -3, max: 3 })), { maxLength: 40 })
  .map((steps) => {
    let timeMs = 0;
    let midTicks = 100;
    return seriesOf(
      steps.map(([wait, move]): Change => {
        timeMs += wait / 4;
        midTicks += move;
        return [timeMs, midTicks];
      }),
    );
  });

test('the covariance is the sum over all changes whose spans overlap, and is the same from either series', () => {
  fc.assert(
    fc.property(walk, walk, (x, y) => {
      const both = coMovement(x, y, 0, 1e9);
      expect(both.covariance).toBeCloseTo(doubleSum(x, y), 9);
      expect(coMovement(y, x, 0, 1e9)).toMatchObject({
        varianceX: both.varianceY,
        varianceY: both.varianceX,
        changesX: both.changesY,
      });
    }),
    { numRuns: 200 },
  );
});

test('a series moves with itself by its variance, and against its negative', () => {
  const x = seriesOf([
    [0, 10],
    [10, 13],
    [20, 11],
  ]);
  const negative = seriesOf([
    [0, -10],
    [10, -13],
    [20, -11],
  ]);
  expect(coMovement(x, x, 0, 100)).toEqual({
    covariance: 13,
    varianceX: 13,
    varianceY: 13,
    changesX: 2,
    changesY: 2,
  });
  expect(coMovement(x, negative, 0, 100).covariance).toBe(-13);
});

test('a change counts in the span that it ends in: from the first instant on, and before the last', () => {
  const x = seriesOf([
    [0, 10],
    [10, 13],
    [20, 11],
  ]);
  const between = (fromMs: number, toMs: number): number => coMovement(x, x, fromMs, toMs).varianceX;
  expect([between(10, 20), between(10.5, 20), between(10, 20.5), between(20, 30)]).toEqual([9, 0, 13, 4]);
});

test('where one series never changed there is no co-movement', () => {
  const x = seriesOf([
    [0, 10],
    [10, 13],
  ]);
  expect(coMovement(x, new MidSeries(), 0, 100)).toMatchObject({ covariance: 0, varianceX: 9, varianceY: 0 });
  expect(coMovement(x, seriesOf([[5, 1]]), 0, 100).covariance).toBe(0);
});
