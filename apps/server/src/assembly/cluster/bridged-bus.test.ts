/** Messages of one process reach the listeners of the others, market data and their own messages do not come back. */
import { expect, test } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import type { Hint } from '#ports/cluster/changes.ts';
import { makeUpdate } from '#testing/views.ts';
import { bridgeBus } from './bridged-bus.ts';

const quiet = () => undefined;

/** Hints of two processes, each of which receives those of the other. */
function connect() {
  const listeners: ((hint: Hint) => void)[][] = [[], []];
  const sent: Hint[] = [];
  const open = (own: number) =>
    bridgeBus(createInProcessBus(quiet), {
      publish(hint) {
        sent.push(hint);
        for (const listener of listeners[1 - own] ?? []) listener(hint);
      },
      subscribe: (listener) => void listeners[own]?.push(listener),
    });
  return { one: open(0), two: open(1), sent };
}

test('a change of a user is known in both processes, once in each', () => {
  const { one, two } = connect();
  const seen: string[] = [];
  one.subscribe('userChanged', ({ userId }) => void seen.push(`one ${userId}`));
  two.subscribe('userChanged', ({ userId }) => void seen.push(`two ${userId}`));
  one.publish('userChanged', { userId: 'u1' });
  expect(seen).toEqual(['one u1', 'two u1']);
});

test('market data stays in its process: it has a wire of its own', () => {
  const { one, sent } = connect();
  one.publish('instrument', makeUpdate(1));
  expect(sent).toEqual([]);
});

test('what the database notes reaches the listeners here, and is not sent on', () => {
  const { one, sent } = connect();
  const seen: unknown[] = [];
  one.subscribe('sessionEnded', (message) => void seen.push(message));
  one.receive({ topic: 'sessionEnded', message: { sessionIds: ['s1'] } });
  expect([seen, sent]).toEqual([[{ sessionIds: ['s1'] }], []]);
});
