import { seededDraws } from '@undertow/market';
import { expect, test } from 'vitest';
import { EventQueue } from './event-queue.ts';

test('events run in the order of their instants, those of one instant as they were added', () => {
  const queue = new EventQueue();
  const draw = seededDraws(3);
  const planned = Array.from({ length: 500 }, (_, at) => ({ at, atMs: Math.floor(draw() * 50) }));
  const ran: typeof planned = [];
  for (const one of planned) queue.at(one.atMs, () => ran.push(one));
  queue.runUntil(50);
  expect(ran).toEqual(planned.toSorted((a, b) => a.atMs - b.atMs || a.at - b.at));
});

test('an event may add others, and what is later than the end stays', () => {
  const queue = new EventQueue();
  const ran: number[] = [];
  const again = (): void => {
    ran.push(queue.nowMs);
    queue.at(queue.nowMs + 10, again);
  };
  queue.at(5, again);
  queue.runUntil(30);
  expect([ran, queue.nowMs]).toEqual([[5, 15, 25], 30]);
  queue.runUntil(40);
  expect(ran).toEqual([5, 15, 25, 35]);
});

test('an event for an instant that has passed runs now', () => {
  const queue = new EventQueue();
  queue.runUntil(100);
  let atMs = 0;
  queue.at(1, () => {
    atMs = queue.nowMs;
  });
  queue.runUntil(100);
  expect(atMs).toBe(100);
});
