/** The size and the time that the newest orders were placed with. */
import { CHANGE_ADD, type MatchEvent, SIDE_BID } from '@undertow/market';
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

/** An event that added one order of an id of two halves. */
function added(timeMs: number, hi: number, lo: number, size: number): MatchEvent {
  const column = (value: number): Int32Array => Int32Array.of(value);
  const changes = { count: 1, kind: column(CHANGE_ADD), orderHi: column(hi), orderLo: column(lo) };
  return { timeMs, changes: { ...changes, sizeAfter: column(size) } } as unknown as MatchEvent;
}

test('an id is known by both of its halves', () => {
  const recent = new RecentOrders();
  recent.note(added(1000.25, 3, -7, 12), 0);
  expect([recent.sizeOf(3, -7), recent.placedMs(3, -7)]).toEqual([12, 1000.25]);
  for (const [hi, lo] of [
    [0, -7],
    [3, 7],
    [-7, 3],
  ] as const)
    expect([recent.sizeOf(hi, lo), recent.placedMs(hi, lo)]).toEqual([0, Number.NEGATIVE_INFINITY]);
  // Whatever other ids share its place.
  const others = Array.from({ length: 60_000 }, (_, n) => recent.sizeOf(4 + n, -7));
  expect(others.filter((size) => size !== 0)).toEqual([]);
});

test('the id of nothing is unknown while nothing was noted', () => {
  const recent = new RecentOrders();
  expect([recent.sizeOf(0, 0), recent.placedMs(0, 0)]).toEqual([0, Number.NEGATIVE_INFINITY]);
});

test('an id that comes again has its newest size and time', () => {
  const recent = new RecentOrders();
  recent.note(added(1000, 0, 7, 12), 0);
  recent.note(added(2000, 0, 7, 3), 0);
  expect([recent.sizeOf(0, 7), recent.placedMs(0, 7)]).toEqual([3, 2000]);
});

test('whatever is remembered is what was placed, and nearly all of the last thousand orders are', () => {
  const recent = new RecentOrders();
  const sizeOf = (id: number): number => 1 + (id % 97);
  for (let id = 1; id <= 20_000; id += 1) recent.note(added(id, 1490, id * 7, sizeOf(id)), 0);
  let known = 0;
  for (let id = 10_000; id <= 20_000; id += 7) {
    const size = recent.sizeOf(1490, id * 7);
    expect(size === 0 || size === sizeOf(id)).toBe(true);
    expect(recent.placedMs(1490, id * 7)).toBe(size === 0 ? Number.NEGATIVE_INFINITY : id);
    if (id > 19_000 && size > 0) known += 1;
  }
  expect(known).toBeGreaterThan(130);
});
