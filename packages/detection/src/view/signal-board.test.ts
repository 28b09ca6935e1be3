/** What was raised lately: each signal once in its newest state, ten minutes at most, by type. */

import { type FlowEvent, NS_PER_MS, type Pattern } from '@undertow/market';
import { expect, test } from 'vitest';
import { LiveSignalBoard } from './signal-board.ts';

const T = Date.UTC(2026, 10, 20, 16);
const MINUTE = 60_000;

const event = (id: string, atMs: number, type = 'iceberg', size = 1): FlowEvent =>
  ({ id, type, size, updatedNs: BigInt(Math.round(atMs * 1e6)) }) as FlowEvent;

function boardOf(...events: readonly FlowEvent[]): LiveSignalBoard {
  const board = new LiveSignalBoard();
  for (const one of events) board.putEvent(one);
  return board;
}
const ids = (board: LiveSignalBoard, sinceMs: number): string[] =>
  board.events('iceberg', sinceMs).map(({ id }) => id);

test('of a type that was never raised there is nothing', () => {
  expect(boardOf().events('iceberg', 0)).toEqual([]);
  expect(boardOf(event('a', T)).events('absorption', 0)).toEqual([]);
  expect(boardOf().patterns('cross_market_lead' as Pattern['type'], 0)).toEqual([]);
});

test('an event at the instant itself is among those since it, one a microsecond before is not', () => {
  expect(ids(boardOf(event('a', T)), T)).toEqual(['a']);
  expect(ids(boardOf(event('a', T - 0.001)), T)).toEqual([]);
});

test('events come oldest change first, each once in its newest state', () => {
  const board = boardOf(event('a', T), event('b', T + 1), event('a', T + 2, 'iceberg', 9));
  expect(board.events('iceberg', 0).map(({ id, size }) => [id, size])).toEqual([
    ['b', 1],
    ['a', 9],
  ]);
});

test('an event is forgotten ten minutes before the newest change of its type', () => {
  const board = boardOf(event('a', T), event('b', T + 10 * MINUTE - 1));
  expect(ids(board, 0)).toEqual(['a', 'b']);
  board.putEvent(event('c', T + 10 * MINUTE));
  expect(ids(board, 0)).toEqual(['b', 'c']);
});

test('events of one type make none of another be forgotten', () => {
  const board = boardOf(event('a', T), event('z', T + 60 * MINUTE, 'absorption'));
  expect(ids(board, 0)).toEqual(['a']);
});

test('a change that comes out of order hides no newer one', () => {
  const board = boardOf(event('a', T + 5), event('b', T));
  expect(ids(board, T + 1)).toEqual(['a']);
});

test('256 signals of a type are kept, the newest', () => {
  const board = boardOf(...Array.from({ length: 300 }, (_, n) => event(`e${n}`, T + n)));
  expect(ids(board, 0).length).toBe(256);
  expect(ids(board, 0)[0]).toBe('e44');
});

test('patterns have lists of their own', () => {
  const board = boardOf(event('a', T));
  const pattern = { id: 'p', type: 'volume_spike', updatedNs: BigInt(T) * NS_PER_MS } as Pattern;
  board.putPattern(pattern);
  expect(board.patterns('volume_spike', T)).toEqual([pattern]);
  expect(ids(board, 0)).toEqual(['a']);
});
