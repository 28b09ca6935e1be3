import {
  ACTION_CANCEL,
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  COL_FLAGS,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  ROW_LENGTH,
  SIDE_NONE,
} from '@undertow/market';
import { expect, test } from 'vitest';
import { ask, batch, bid, HALT, harness, OPEN, snapshot, status, trade } from '#testing/synced-book.ts';

test('a stream that starts at its first row is live at once', () => {
  const { synced, sync, states } = harness();
  expect(sync.state).toBe('syncing');
  synced.take(batch(bid(1, 100, 1), ask(2, 101, 2)), 1000);
  expect(states).toEqual([['live', 1000]]);
});

test('a stream joined in the middle waits for a snapshot and continues after it', () => {
  const { synced, sync, states, accepted, requested, book } = harness();
  synced.take(batch(bid(7, 99, 41), bid(8, 98, 42)), 1000);
  expect(sync.state).toBe('syncing');
  expect(requested()).toBe(1);
  synced.take(snapshot(41, bid(1, 97), bid(7, 99)), 1001);
  expect(states).toEqual([['live', 1001]]);
  expect(accepted).toEqual([41, 41, 41, 42]);
  expect(book.liveOrders).toBe(3);
});

test('duplicates are dropped and counted', () => {
  const { synced, sync, accepted } = harness();
  synced.take(batch(bid(1, 100, 1), bid(2, 100, 2), bid(2, 100, 2), bid(1, 100, 1), bid(3, 100, 3)), 0);
  expect(accepted).toEqual([1, 2, 3]);
  expect(sync.counts.duplicates).toBe(2);
});

test('rows up to 64 ahead are put back in order', () => {
  const { synced, sync, accepted } = harness();
  synced.take(batch(bid(1, 100, 1)), 0);
  const ahead = Array.from({ length: 63 }, (_, index) => bid(index + 3, 100, index + 3));
  synced.take(batch(...ahead.reverse()), 100);
  expect(accepted).toEqual([1]);
  synced.take(batch(bid(2, 100, 2)), 300);
  expect(accepted).toEqual(Array.from({ length: 65 }, (_, index) => index + 1));
  expect(sync.state).toBe('live');
});

test('a row that is missing for more than 200 ms is a gap', () => {
  const { synced, sync, states, requested } = harness();
  synced.take(batch(bid(1, 100, 1), bid(3, 100, 3)), 1000);
  synced.settle(1200);
  expect(sync.state).toBe('live');
  synced.settle(1201);
  expect(states.at(-1)).toEqual(['gap', 1201]);
  expect(requested()).toBe(1);
});

test('a row more than 64 ahead is a gap at once', () => {
  const { synced, sync, requested } = harness();
  synced.take(batch(bid(1, 100, 1), bid(70, 100, 66)), 1000);
  expect(sync.state).toBe('gap');
  expect(requested()).toBe(1);
});

test('after a gap the snapshot replaces the book and only later rows follow it', () => {
  const { synced, sync, states, book, accepted } = harness();
  synced.take(batch(bid(1, 100, 1), bid(2, 100, 2)), 0);
  synced.take(batch(bid(90, 90, 90), bid(91, 91, 91)), 10);
  expect(sync.state).toBe('gap');
  synced.take(snapshot(90, bid(50, 95), bid(90, 90)), 20);
  expect(states.map(([state]) => state)).toEqual(['live', 'gap', 'resync', 'live']);
  expect(book.liveOrders).toBe(3);
  expect(book.bestBidTicks).toBe(95);
  expect(accepted.slice(-1)).toEqual([91]);
  expect(sync.epoch).toBe(1);
});

test('trades received during a gap reach tape and bars', () => {
  const { synced, accepted } = harness();
  synced.take(batch(bid(1, 100, 1)), 0);
  synced.take(batch(bid(80, 90, 80), trade(100, 81)), 10);
  synced.take(snapshot(85, bid(1, 100)), 20);
  expect(accepted).toEqual([1, 81, 85, 85]);
});

test('a snapshot that does not come is requested again', () => {
  const { synced, requested } = harness();
  synced.take(batch(bid(1, 100, 1), bid(99, 100, 99)), 1000);
  synced.settle(5999);
  expect(requested()).toBe(1);
  synced.settle(6000);
  expect(requested()).toBe(2);
});

test('a feed without sequence numbers passes, and its gap flag requests a snapshot', () => {
  const { synced, sync, accepted, requested } = harness();
  synced.take(batch(bid(1, 100), bid(2, 101)), 0);
  expect(sync.state).toBe('live');
  synced.take(batch({ ...bid(3, 102), flags: FLAG_LAST | FLAG_MAYBE_BAD_BOOK }), 5);
  expect(sync.state).toBe('gap');
  expect(accepted).toHaveLength(2);
  expect(requested()).toBe(1);
});

test('a heartbeat that names rows never received starts the wait for them', () => {
  const { synced, sync } = harness();
  synced.take(batch(bid(1, 100, 1)), 0);
  synced.take(batch({ action: ACTION_HEARTBEAT, seq: 4 }), 1000);
  expect(sync.state).toBe('live');
  synced.settle(1201);
  expect(sync.state).toBe('gap');
});

test.each([
  ['a negative size', { ...bid(9, 100), size: -3 }],
  ['a size of zero', { ...bid(9, 100), size: 0 }],
  ['no side', { ...bid(9, 100), side: SIDE_NONE }],
  ['a price out of range', { ...bid(9, -0x8000_0000) }],
])('a row with %s is refused, and the third one rebuilds the book', (_, row) => {
  const { synced, sync, accepted } = harness();
  synced.take(batch(bid(1, 100, 1), { ...row, seq: 2 }, { ...row, seq: 3 }, bid(2, 100, 4)), 0);
  expect(accepted).toEqual([1, 4]);
  expect(sync.state).toBe('live');
  synced.take(batch({ ...row, seq: 5 }), 0);
  expect(sync.counts.refused).toBe(3);
  expect(sync.state).toBe('gap');
});

test('a trade more than 10 % away within a second is refused, after a second it is news', () => {
  const { synced, accepted } = harness();
  synced.take(batch(trade(1000, 1, 0), trade(1101, 2, 900), trade(1101, 3, 1101)), 0);
  expect(accepted).toEqual([1, 3]);
});

test('prices crossed for more than 250 ms while trading is open rebuild the book', () => {
  const { synced, sync } = harness();
  synced.take(batch(status(OPEN, 1), bid(1, 101, 2), ask(2, 100, 3)), 1000);
  synced.settle(1250);
  expect(sync.state).toBe('live');
  synced.settle(1251);
  expect(sync.state).toBe('gap');
});

test('prices crossed before the open and in a halt are legal', () => {
  const { synced, sync } = harness();
  synced.take(batch(bid(1, 101, 1), ask(2, 100, 2)), 1000);
  synced.settle(2000);
  synced.take(batch(status(HALT, 3), ask(3, 100, 4)), 2000);
  synced.settle(9000);
  expect(sync.state).toBe('halted');
});

test('prices that uncross in time are no fault', () => {
  const { synced, sync } = harness();
  synced.take(batch(status(OPEN, 1), bid(1, 101, 2), ask(2, 100, 3)), 1000);
  synced.take(batch({ action: ACTION_CANCEL, id: 2, size: 1, seq: 4 }), 1200);
  synced.settle(3000);
  expect(sync.state).toBe('live');
});

test('silence is quiet after 3 s and stale after 10 s, and a heartbeat ends it', () => {
  const { synced, sync, states } = harness();
  synced.take(batch(bid(1, 100, 1)), 0);
  synced.settle(2999);
  expect(sync.isQuiet).toBe(false);
  synced.settle(3000);
  expect(sync.isQuiet).toBe(true);
  synced.settle(10_000);
  expect(sync.state).toBe('stale');
  synced.take(batch({ action: ACTION_HEARTBEAT, seq: 1 }), 10_500);
  expect(states.map(([state]) => state)).toEqual(['live', 'stale', 'live']);
});

test('rows that end a silence are of a live book from the first of them on', () => {
  const { sync } = harness();
  sync.accept(batch(bid(1, 100, 1)), 0);
  sync.settle(0);
  sync.settle(10_000);
  const { changes, count } = sync.accept(batch(bid(2, 100, 2), bid(3, 100, 3)), 10_500);
  expect(count).toBe(2);
  expect(changes).toEqual([{ afterRows: 0, state: 'live', atMs: 10_500 }]);
});

test('silence outside the hours of the venue is closed, not stale', () => {
  const { synced, sync } = harness({ marketPhase: (timeMs) => (timeMs < 5000 ? 'open' : 'break') });
  synced.take(batch(bid(1, 100, 1)), 0);
  synced.settle(60_000);
  expect(sync.state).toBe('closed');
  expect(sync.isQuiet).toBe(false);
});

test('a halt is shown and trading continues after it', () => {
  const { synced, states } = harness();
  synced.take(batch(status(OPEN, 1)), 0);
  synced.take(batch(status(HALT, 2)), 10);
  synced.take(batch(status(OPEN, 3)), 20);
  expect(states).toEqual([
    ['live', 0],
    ['halted', 10],
    ['live', 20],
  ]);
});

test('numbers that start again with a clear are answered with a snapshot', () => {
  const { synced, sync, book } = harness();
  synced.take(batch(bid(1, 100, 1), bid(2, 100, 2)), 0);
  synced.take(batch({ action: ACTION_CLEAR, seq: 1 }, bid(9, 50, 2)), 10);
  expect(sync.state).toBe('gap');
  synced.take(snapshot(2, bid(9, 50)), 20);
  synced.take(batch(bid(10, 51, 3)), 30);
  expect(sync.state).toBe('live');
  expect(book.bestBidTicks).toBe(51);
  expect(book.liveOrders).toBe(2);
});

test('a reconnect waits for the snapshot that the feed sends by itself', () => {
  const { synced, sync, states, requested } = harness();
  synced.take(batch(bid(1, 100, 1)), 0);
  synced.reconnect(50);
  expect(sync.state).toBe('gap');
  expect(requested()).toBe(0);
  synced.take(snapshot(30, bid(5, 90)), 60);
  expect(states.map(([state]) => state)).toEqual(['live', 'gap', 'resync', 'live']);
});

test('a snapshot without an end flag ends at the first live row of a feed without numbers', () => {
  const { synced, sync, book } = harness();
  const { rows, count } = snapshot(0, bid(1, 100), ask(2, 101));
  rows[(count - 1) * ROW_LENGTH + COL_FLAGS] = FLAG_SNAPSHOT;
  synced.take({ rows, count }, 0);
  expect(sync.state).toBe('syncing');
  synced.take(batch(bid(3, 99)), 10);
  expect(sync.state).toBe('live');
  expect(book.liveOrders).toBe(3);
});

test('near a price of zero a move of some ticks is no fault', () => {
  const { synced, accepted } = harness();
  synced.take(batch(trade(2, 1, 0), trade(-30, 2, 10)), 0);
  expect(accepted).toEqual([1, 2]);
});
