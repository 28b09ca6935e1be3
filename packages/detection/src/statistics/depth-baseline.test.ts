/** Displayed size of the best levels of each side, and its median over the seconds. */
import { LevelBook, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { DepthBaseline } from './depth-baseline.ts';

const T = Date.UTC(2026, 10, 20, 16) + 0.375;
const HALF_LIFE = 60_000;
const CUTS = [1, 5, 10] as const;

type Book = Parameters<DepthBaseline['read']>[0];

/** A book of these sizes from the best level on. */
function bookOf(bids: readonly number[], asks: readonly number[]): Book {
  const copyTop: LevelBook['copyTop'] = (side, count, prices, sizes, orders) => {
    const levels = (side === SIDE_BID ? bids : asks).slice(0, count);
    for (const [at, size] of levels.entries()) {
      prices[at] = side === SIDE_BID ? 100 - at : 101 + at;
      sizes[at] = size;
      orders[at] = 1;
    }
    return levels.length;
  };
  return Object.assign(new LevelBook(), { copyTop });
}

const depthsOf = (baseline: DepthBaseline, side: number): number[] =>
  CUTS.map((levels) => baseline.depth(side, levels));
const mediansOf = (baseline: DepthBaseline, side: number): number[] =>
  CUTS.map((levels) => baseline.median(side, levels));

test('before the book was read there is no depth, and a usual one of one contract', () => {
  const baseline = new DepthBaseline(HALF_LIFE);
  expect(depthsOf(baseline, SIDE_BID)).toEqual([0, 0, 0]);
  expect(mediansOf(baseline, SIDE_ASK)).toEqual([1, 1, 1]);
});

test('a depth is the sum of the best level, of five and of ten, each side by itself', () => {
  const baseline = new DepthBaseline(HALF_LIFE);
  const bids = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048];
  baseline.read(
    bookOf(
      bids,
      bids.map((size) => 3 * size),
    ),
  );
  expect(depthsOf(baseline, SIDE_BID)).toEqual([1, 31, 1023]);
  expect(depthsOf(baseline, SIDE_ASK)).toEqual([3, 93, 3069]);
});

test.each([
  ['no level', [], [0, 0, 0]],
  ['one level', [7], [7, 7, 7]],
  ['five levels', [1, 1, 1, 1, 1], [1, 5, 5]],
  ['six levels', [1, 1, 1, 1, 1, 9], [1, 5, 14]],
])('a side of %s has the depth that it has', (_, sizes, depths) => {
  const baseline = new DepthBaseline(HALF_LIFE);
  baseline.read(bookOf([9, 9, 9, 9, 9, 9, 9, 9, 9, 9], [9]));
  baseline.read(bookOf(sizes, []));
  expect(depthsOf(baseline, SIDE_BID)).toEqual(depths);
});

test('a median is of the depth at each second, whatever it was between', () => {
  const baseline = new DepthBaseline(HALF_LIFE);
  for (let ms = 0; ms < 20_000; ms += 100) {
    baseline.read(bookOf(ms % 1000 === 0 ? [6, 6] : [900, 900], [2]));
    baseline.onClock(T + ms);
  }
  expect([baseline.median(SIDE_BID, 1), baseline.median(SIDE_ASK, 1)]).toEqual([6, 2]);
  expect(baseline.median(SIDE_BID, 5)).toBe(12);
});

test('half of the seconds decide, and old ones fade', () => {
  const baseline = new DepthBaseline(HALF_LIFE);
  const play = (fromSecond: number, toSecond: number, size: number): void => {
    for (let second = fromSecond; second < toSecond; second += 1) {
      baseline.read(bookOf([size], [size]));
      baseline.onClock(T + 1000 * second);
    }
    // A median is that of the beginning of its second
    baseline.onClock(T + 1000 * toSecond);
  };
  play(0, 30, 8);
  play(30, 50, 2);
  expect(baseline.median(SIDE_BID, 1)).toBe(8);
  play(50, 100, 2);
  expect(baseline.median(SIDE_BID, 1)).toBe(2);
});

test('an empty side is no size: its seconds do not pull the median down', () => {
  const baseline = new DepthBaseline(HALF_LIFE);
  for (let second = 0; second < 10; second += 1) {
    baseline.read(second === 0 ? bookOf([5], [5]) : bookOf([], [5]));
    baseline.onClock(T + 1000 * second);
  }
  expect(baseline.median(SIDE_BID, 1)).toBe(5);
});

test('a restored baseline goes on as the saved one', () => {
  const saved = new DepthBaseline(HALF_LIFE);
  const play = (baseline: DepthBaseline, from: number, to: number): void => {
    for (let ms = from; ms < to; ms += 250) {
      baseline.read(bookOf([1 + (ms % 7), 3], [2 + (ms % 11), 4, 4, 4, 4, 9]));
      baseline.onClock(T + ms);
    }
  };
  play(saved, 0, 30_000);
  for (const side of [SIDE_BID, SIDE_ASK]) mediansOf(saved, side);
  const restored = new DepthBaseline(HALF_LIFE);
  restored.restore(structuredClone(saved.save()));
  for (const side of [SIDE_BID, SIDE_ASK]) expect(depthsOf(restored, side)).toEqual(depthsOf(saved, side));
  for (const baseline of [saved, restored]) play(baseline, 30_000, 95_000);
  for (const side of [SIDE_BID, SIDE_ASK]) expect(mediansOf(restored, side)).toEqual(mediansOf(saved, side));
  expect(restored.save()).toEqual(saved.save());
});
