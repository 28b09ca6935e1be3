/** The bus of one process. */
import { expect, test } from 'vitest';
import { createInProcessBus } from './in-process-bus.ts';

test('every listener of the topic receives a message in order, at once, until it unsubscribes', () => {
  const received: string[] = [];
  const bus = createInProcessBus(() => undefined);
  const stop = bus.subscribe('userChanged', ({ userId }) => received.push(`first ${userId}`));
  bus.subscribe('userChanged', ({ userId }) => received.push(`second ${userId}`));
  bus.subscribe('sessionEnded', () => received.push('never'));
  bus.publish('userChanged', { userId: 'a' });
  stop();
  bus.publish('userChanged', { userId: 'b' });
  expect(received).toEqual(['first a', 'second a', 'second b']);
});

test('a listener that throws harms no other and is reported', () => {
  const reported: unknown[] = [];
  const received: string[] = [];
  const bus = createInProcessBus((topic, error) => reported.push([topic, error]));
  const failure = new Error('broken');
  bus.subscribe('userChanged', () => {
    throw failure;
  });
  bus.subscribe('userChanged', ({ userId }) => received.push(userId));
  bus.publish('userChanged', { userId: 'a' });
  expect(received).toEqual(['a']);
  expect(reported).toEqual([['userChanged', failure]]);
});
