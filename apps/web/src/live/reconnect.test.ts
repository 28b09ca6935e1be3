/** The reconnect rule. */
import { expect, test } from 'vitest';
import { afterClose, type Connection, MAX_ATTEMPTS } from './reconnect.ts';

function failUntilGivenUp(start: Connection): { delays: number[]; end: Connection } {
  const delays: number[] = [];
  let connection = start;
  let nowMs = 1_000_000;
  for (let guard = 0; guard < 20; guard += 1) {
    const next = afterClose(connection, nowMs);
    if (next.kind !== 'waiting') return { delays, end: next };
    delays.push(next.retryAtMs - nowMs);
    nowMs = next.retryAtMs;
    connection = { kind: 'connecting', attempt: next.attempt, closedAtMs: next.closedAtMs };
  }
  return { delays, end: connection };
}

test('attempt n waits n seconds and after the fifth the feed is disconnected', () => {
  const { delays, end } = failUntilGivenUp({ kind: 'open' });
  expect(delays).toEqual([1000, 2000, 3000, 4000, 5000]);
  expect(delays).toHaveLength(MAX_ATTEMPTS);
  expect(end).toEqual({ kind: 'disconnected', closedAtMs: 1_000_000 });
});

test('a successful connection starts the count again', () => {
  const third: Connection = { kind: 'connecting', attempt: 3, closedAtMs: 5 };
  expect(afterClose(third, 10)).toMatchObject({ kind: 'waiting', attempt: 4 });
  expect(afterClose({ kind: 'open' }, 10)).toMatchObject({ kind: 'waiting', attempt: 1, closedAtMs: 10 });
});

test('the time of the loss stays that of the first close', () => {
  const waiting = afterClose({ kind: 'open' }, 100);
  const connecting: Connection = { kind: 'connecting', attempt: 1, closedAtMs: 100 };
  expect(waiting).toMatchObject({ closedAtMs: 100 });
  expect(afterClose(connecting, 9000)).toMatchObject({ attempt: 2, closedAtMs: 100 });
});
