import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { nearEdge, paddedRange, RANGE_EASE_MS, RangeFollower } from './price-range.ts';

const bar = (lowTicks: number, highTicks: number) => ({ lowTicks, highTicks });

test('the padding is 15 % of the range on both sides', () => {
  expect(paddedRange([bar(100, 180), bar(120, 200)])).toEqual({ low: 85, high: 215 });
});

test('the padding is never less than two ticks, which is 0.5 on ES', () => {
  expect(paddedRange([bar(100, 104)])).toEqual({ low: 98, high: 106 });
  expect(paddedRange([bar(100, 100)])).toEqual({ low: 98, high: 102 });
});

test('without bars there is no range', () => {
  expect(paddedRange([])).toBeNull();
});

test('a close at the highest or lowest bar of a fresh range is not in the outer 10 %', () => {
  const random = seededDraws(1);
  for (let run = 0; run < 500; run++) {
    const low = Math.floor(random() * 50_000);
    const high = low + 1 + Math.floor(random() * 2000);
    const range = paddedRange([bar(low, high)]);
    expect(range !== null && !nearEdge(range, low) && !nearEdge(range, high)).toBe(true);
  }
});

const base = { closeTicks: 150, viewKey: 'a', still: false };

test('the range stays while the close moves inside the inner 80 %', () => {
  const follower = new RangeFollower();
  const first = follower.follow({ ...base, bars: [bar(100, 200)], nowMs: 0 });
  const second = follower.follow({ ...base, bars: [bar(99, 201)], closeTicks: 190, nowMs: 100 });
  expect(second).toEqual(first);
  expect(follower.moving(100)).toBe(false);
});

test('a close in the outer 10 % moves the range over 800 ms', () => {
  const follower = new RangeFollower();
  follower.follow({ ...base, bars: [bar(100, 200)], nowMs: 0 });
  const moved = { ...base, bars: [bar(100, 206)], closeTicks: 206 };
  expect(follower.follow({ ...moved, nowMs: 1000 })).toEqual({ low: 85, high: 215 });
  expect(follower.moving(1000)).toBe(true);
  const half = follower.follow({ ...moved, nowMs: 1000 + RANGE_EASE_MS / 2 });
  expect(half?.high).toBeGreaterThan(215);
  expect(half?.high).toBeLessThan(221.9);
  expect(follower.follow({ ...moved, nowMs: 1000 + RANGE_EASE_MS })).toEqual(paddedRange(moved.bars));
  expect(follower.moving(1000 + RANGE_EASE_MS)).toBe(false);
});

test('with reduced motion the range is there at once', () => {
  const follower = new RangeFollower();
  follower.follow({ ...base, bars: [bar(100, 200)], nowMs: 0, still: true });
  const bars = [bar(100, 300)];
  expect(follower.follow({ ...base, bars, closeTicks: 300, nowMs: 10, still: true })).toEqual(
    paddedRange(bars),
  );
  expect(follower.moving(10)).toBe(false);
});

test('another instrument or timeframe jumps', () => {
  const follower = new RangeFollower();
  follower.follow({ ...base, bars: [bar(100, 200)], nowMs: 0 });
  const bars = [bar(15_000, 15_100)];
  expect(follower.follow({ ...base, viewKey: 'b', bars, closeTicks: 15_050, nowMs: 10 })).toEqual(
    paddedRange(bars),
  );
});

test('the eased range never leaves the span of where it comes from and where it goes', () => {
  const random = seededDraws(2);
  for (let run = 0; run < 300; run++) {
    const high = 230 + Math.floor(random() * 700);
    const follower = new RangeFollower();
    follower.follow({ ...base, bars: [bar(100, 200)], nowMs: 0 });
    const request = { ...base, bars: [bar(100, high)], closeTicks: high };
    follower.follow({ ...request, nowMs: 0 });
    const now = follower.follow({ ...request, nowMs: random() * 900 });
    const goal = paddedRange(request.bars);
    expect(now?.high).toBeGreaterThanOrEqual(215);
    expect(now?.high).toBeLessThanOrEqual(goal?.high ?? 0);
    expect(now?.low).toBeLessThanOrEqual(85);
    expect(now?.low).toBeGreaterThanOrEqual(goal?.low ?? 0);
  }
});
