/** The columns behind a match event: they grow without losing a row and are used again. */
import { expect, test } from 'vitest';
import {
  ChangeStore,
  doubled,
  FillStore,
  MatchEventStore,
  RoundStore,
  TouchedStore,
} from './match-event-columns.ts';

const STORES = { RoundStore, FillStore, ChangeStore, TouchedStore };
type Columns = Record<string, Int32Array | number>;

/** Names of the columns of a store. */
const columnsOf = (store: object): string[] =>
  Object.entries(store).flatMap(([name, value]) => (value instanceof Int32Array ? [name] : []));

test('doubling keeps the values and leaves as much room again, all zero', () => {
  const old = Int32Array.of(5, -6, 7);
  const grown = doubled(old);
  expect([...grown]).toEqual([5, -6, 7, 0, 0, 0]);
  old[0] = 99;
  expect(grown[0]).toBe(5);
});

test.each(Object.entries(STORES))('%s: rows are numbered from zero', (_, Store) => {
  const store = new Store();
  expect([store.count, store.append(), store.append(), store.count]).toEqual([0, 0, 1, 2]);
});

test.each(Object.entries(STORES))('%s: every column holds every row, however many there are', (_, Store) => {
  const store = new Store();
  const columns = columnsOf(store);
  expect(columns.length).toBeGreaterThan(4);
  const rows = 300;
  for (let n = 0; n < rows; n += 1) {
    const at = store.append();
    for (const [place, name] of columns.entries())
      ((store as unknown as Columns)[name] as Int32Array)[at] = n * 100 + place;
  }
  for (const [place, name] of columns.entries()) {
    const column = (store as unknown as Columns)[name] as Int32Array;
    expect([...column.subarray(0, rows)]).toEqual(Array.from({ length: rows }, (_, n) => n * 100 + place));
  }
});

test('an event without rows is empty in all four tables, and clearing empties them again', () => {
  const event = new MatchEventStore();
  const tables = [event.rounds, event.fills, event.changes, event.touched];
  const counts = () => tables.map(({ count }) => count);
  expect(counts()).toEqual([0, 0, 0, 0]);
  for (const table of tables) for (let n = 0; n < 100; n += 1) table.append();
  expect(counts()).toEqual([100, 100, 100, 100]);
  const room = tables.map((table) => table.side.length);
  event.clearColumns();
  expect(counts()).toEqual([0, 0, 0, 0]);
  expect(tables.map((table) => table.side.length)).toEqual(room);
  expect(tables.map((table) => table.append())).toEqual([0, 0, 0, 0]);
});
