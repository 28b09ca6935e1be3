/** Polling counts as watching: no more devices than the plan allows, whatever they use. */

import { beforeEach, expect, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { createLivePollers, type LivePollers } from './live-pollers.ts';

let nowMs: number;
let live: Set<string>;
let pollers: LivePollers;
const mayPoll = (sessionId: string, devices = 1): boolean =>
  pollers.mayPoll({ userId: 'u1', sessionId }, devices);

beforeEach(() => {
  nowMs = 1_000_000;
  live = new Set();
  pollers = createLivePollers({ clock: testClock(() => nowMs), liveSessionsOf: () => live });
});

test('a device with a socket may always poll, and so may a single one without a socket', () => {
  expect(mayPoll('a')).toBe(true);
  nowMs += 60_000;
  expect(mayPoll('a')).toBe(true);
  live.add('a');
  expect(mayPoll('a')).toBe(true);
});

test('a device that lost its place to another one may not continue to poll', () => {
  live.add('a');
  expect(mayPoll('a')).toBe(true);
  live = new Set(['b']);
  expect(mayPoll('a')).toBe(false);
  nowMs += 5000;
  expect(mayPoll('a')).toBe(false);
  expect(mayPoll('b')).toBe(true);
});

test('a device that had a socket and never polled loses its place at once, too', () => {
  pollers.arrived({ userId: 'u1', sessionId: 'a' });
  live = new Set(['b']);
  expect(mayPoll('a')).toBe(false);
});

test('a page that was just opened may poll before its socket is open', () => {
  live.add('a');
  expect(mayPoll('b')).toBe(true);
  nowMs += 9000;
  expect(mayPoll('b')).toBe(true);
  live = new Set(['b']);
  nowMs += 9000;
  expect(mayPoll('b')).toBe(true);
});

test('of devices that only poll, those beyond the limit are refused until a place is free', () => {
  const poll = () => ['a', 'b', 'c'].map((id) => mayPoll(id, 2));
  expect(poll()).toEqual([true, true, true]);
  nowMs += 10_000;
  expect(poll()).toEqual([false, true, true]);
  nowMs += 30_000;
  expect(mayPoll('a', 2)).toBe(true);
});

test('other people are not counted', () => {
  live.add('a');
  expect(pollers.mayPoll({ userId: 'u2', sessionId: 'x' }, 1)).toBe(true);
});
