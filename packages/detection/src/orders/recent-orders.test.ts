import { type MatchEvent, SIDE_BID } from '@undertow/market';
import { expect, test } from 'vitest';
import { add, HandTape } from '#testing/hand-tape.ts';
import { RecentOrders } from './recent-orders.ts';

/** Remembers orders of the tape as they come. */
function remembering(recent: RecentOrders): HandTape {
  const tape = new HandTape();
  const { pipeline } = tape;
  const { onMatch } = pipeline;
  pipeline.onMatch = (event: MatchEvent) => {
    for (let change = 0; change < event.changes.count; change += 1) recent.note(event, change);
    onMatch.call(pipeline, event);
  };
  return tape;
}

test('an order is remembered with its size and the time it was placed', () => {
  const recent = new RecentOrders();
  const tape = remembering(recent)
    .wait(5)
    .event(add(7, SIDE_BID, 100, 12));
  expect(recent.sizeOf(0, 7)).toBe(12);
  expect(recent.placedMs(0, 7)).toBeCloseTo(Number(tape.nowNs) / 1e6, 3);
});

test('an order that was never seen, or evicted by newer ones, is unknown', () => {
  const recent = new RecentOrders();
  const tape = remembering(recent).event(add(7, SIDE_BID, 100, 12));
  expect(recent.sizeOf(0, 8)).toBe(0);
  expect(recent.placedMs(0, 8)).toBe(Number.NEGATIVE_INFINITY);
  for (let id = 10_000; id < 60_000; id += 1) tape.event(add(id, SIDE_BID, 100, 1));
  expect(recent.sizeOf(0, 7)).toBe(0);
  recent.clear();
  expect(recent.sizeOf(0, 59_999)).toBe(0);
});
