/** The bus of one process. */
import { expect, test } from 'vitest';
import { createInProcessBus } from './in-process-bus.ts';

test('every listener of the topic hears a message in order, at once, until it unsubscribes', () => {
  const heard: string[] = [];
  const bus = createInProcessBus(() => undefined);
  const stop = bus.subscribe('userChanged', ({ userId }) => heard.push(`first ${userId}`));
  bus.subscribe('userChanged', ({ userId }) => heard.push(`second ${userId}`));
  bus.subscribe('sessionEnded', () => heard.push('never'));
  bus.publish('userChanged', { userId: 'a' });
  stop();
  bus.publish('userChanged', { userId: 'b' });
  expect(heard).toEqual(['first a', 'second a', 'second b']);
});

test('a listener that throws harms no other and is reported', () => {
  const reported: unknown[] = [];
  const heard: string[] = [];
  const bus = createInProcessBus((topic, error) => reported.push([topic, error]));
  const failure = new Error('broken');
  bus.subscribe('userChanged', () => {
    throw failure;
  });
  bus.subscribe('userChanged', ({ userId }) => heard.push(userId));
  bus.publish('userChanged', { userId: 'a' });
  expect(heard).toEqual(['a']);
  expect(reported).toEqual([['userChanged', failure]]);
});
