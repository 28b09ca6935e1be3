/** Pulled and stacked size by hand, and against what random orders did. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DepthChange, NO_DEPTH_CHANGE } from '#book/depth-change.ts';
import { SIDE_ASK, SIDE_BID } from '#events/market-event.ts';
import { LevelFlow } from './level-flow.ts';
import { sizeScale, sizeStep } from './size-scale.ts';

const WINDOW_MS = 5000;
const whole = (...levels: number[]): DepthChange => ({ isWhole: true, levels: Int32Array.from(levels) });
const changed = (...levels: number[]): DepthChange => ({ isWhole: false, levels: Int32Array.from(levels) });

function started(): LevelFlow {
  const flow = new LevelFlow(WINDOW_MS);
  flow.sample(0, whole(SIDE_BID, 99, 50, 5, SIDE_ASK, 100, 40, 4));
  return flow;
}

test('what a whole depth shows was there before', () => {
  expect(started().rows()).toEqual([]);
});

test('size that comes is stacked, size that goes without a trade is pulled', () => {
  const flow = started();
  flow.sample(1000, changed(SIDE_BID, 99, 65, 6, SIDE_ASK, 100, 0, 0));
  flow.sample(2000, changed(SIDE_BID, 99, 60, 6));
  expect(flow.rows()).toEqual([
    { side: SIDE_BID, priceTicks: 99, stacked: 15, pulled: 5 },
    { side: SIDE_ASK, priceTicks: 100, stacked: 0, pulled: 40 },
  ]);
});

test('size that traded was not pulled, and what came again behind it is stacked', () => {
  const flow = started();
  flow.addTrade(99, 30, SIDE_ASK);
  flow.addTrade(100, 10, SIDE_BID);
  flow.sample(1000, changed(SIDE_BID, 99, 20, 2));
  expect(flow.rows()).toEqual([{ side: SIDE_ASK, priceTicks: 100, stacked: 10, pulled: 0 }]);
  // An iceberg shows the same size again
  flow.addTrade(99, 20, SIDE_ASK);
  flow.sample(2000, NO_DEPTH_CHANGE);
  expect(flow.rows()[0]).toEqual({ side: SIDE_BID, priceTicks: 99, stacked: 20, pulled: 0 });
});

test('what is older than the window is forgotten, and a gap forgets everything', () => {
  const flow = started();
  flow.sample(1000, changed(SIDE_BID, 99, 51, 5));
  flow.sample(5999, NO_DEPTH_CHANGE);
  expect(flow.rows()).toHaveLength(1);
  flow.sample(6000, NO_DEPTH_CHANGE);
  expect(flow.rows()).toEqual([]);
  flow.sample(7000, changed(SIDE_BID, 99, 70, 5));
  flow.sample(8000, null);
  expect(flow.rows()).toEqual([]);
  flow.sample(9000, changed(SIDE_BID, 99, 90, 5));
  expect(flow.rows()).toEqual([]);
});

test('prices below zero keep their sides', () => {
  const flow = new LevelFlow(WINDOW_MS);
  flow.sample(0, whole());
  flow.sample(1000, changed(SIDE_BID, -7, 3, 1, SIDE_ASK, -6, 4, 1));
  expect(flow.rows().map(({ side, priceTicks }) => [side, priceTicks])).toEqual([
    [SIDE_BID, -7],
    [SIDE_ASK, -6],
  ]);
});

test('stacked less pulled is what random orders added less what they took away', () => {
  const act = fc.record({
    added: fc.integer({ min: 0, max: 20 }),
    pulled: fc.integer({ min: 0, max: 9 }),
    traded: fc.integer({ min: 0, max: 9 }),
  });
  fc.assert(
    fc.property(fc.array(act, { minLength: 1, maxLength: 12 }), (acts) => {
      const flow = started();
      let [size, net] = [50, 0];
      acts.forEach(({ added, pulled, traded }, n) => {
        const cut = Math.min(size + added, pulled);
        const filled = Math.min(size + added - cut, traded);
        if (filled > 0) flow.addTrade(99, filled, SIDE_ASK);
        const before = size;
        size += added - cut - filled;
        flow.sample(
          (n + 1) * 10,
          size === before ? NO_DEPTH_CHANGE : changed(SIDE_BID, 99, size, size > 0 ? 1 : 0),
        );
        net += added - cut;
      });
      const row = flow.rows()[0] ?? { stacked: 0, pulled: 0 };
      expect(row.stacked - row.pulled).toBe(net);
    }),
  );
});

test('steps of colour begin at the quantiles of what rests, zeros aside', () => {
  const sizes = Int32Array.from([0, 0, ...Array.from({ length: 100 }, (_, n) => 100 - n)]);
  const scale = sizeScale(sizes);
  expect(scale).toEqual([26, 51, 76, 91, 98]);
  expect([0, 1, 25, 26, 75, 76, 97, 98, 9999].map((size) => sizeStep(scale, size))).toEqual([
    0, 1, 1, 2, 3, 4, 5, 6, 6,
  ]);
  expect(sizeScale(new Int32Array(4))).toEqual([]);
  expect(sizeStep([], 5)).toBe(1);
});

test('one large order changes no step of the others', () => {
  const sizes = new Int32Array(16_000).map((_, n) => 1 + (n % 50));
  const before = sizeScale(sizes);
  expect(sizeScale(sizes.with(7, 1_000_000))).toEqual(before);
  expect(before).toEqual([13, 26, 38, 46, 49]);
  // Of more sizes a part decides
  const many = sizeScale(new Int32Array(400_000).map((_, n) => 1 + (n % 50)));
  many.forEach((size, n) => {
    expect(Math.abs(size - before[n]!)).toBeLessThanOrEqual(1);
  });
});
