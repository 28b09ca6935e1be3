import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EpisodeTable } from './episode-table.ts';

/** A Map keeps the order of insertion, so its first key is the one untouched for longest. */
class Model {
  readonly map = new Map<number, number>();

  touch(key: number): void {
    const value = this.map.get(key);
    if (value === undefined) return;
    this.map.delete(key);
    this.map.set(key, value);
  }

  add(key: number): number | undefined {
    const oldest = this.map.size === 512 ? [...this.map.keys()][0] : undefined;
    if (oldest !== undefined) this.map.delete(oldest);
    this.map.set(key, key);
    return oldest;
  }
}

function step(table: EpisodeTable<number>, model: Model, kind: string, key: number): void {
  const hi = key % 3;
  if (kind === 'delete') {
    table.delete(hi, key);
    model.map.delete(key);
  } else if (kind === 'find' || model.map.has(key)) {
    expect(table.find(hi, key)).toBe(model.map.get(key));
    model.touch(key);
  } else {
    expect(table.add(hi, key, key)).toBe(model.add(key));
  }
  expect(table.size).toBe(model.map.size);
}

test('an episode table is a map that evicts the least recently used entry', () => {
  const kinds = fc.constantFrom('add', 'add', 'find', 'delete');
  const steps = fc.array(fc.tuple(kinds, fc.integer({ min: 0, max: 2000 })), {
    maxLength: 3000,
    size: 'max',
  });
  fc.assert(
    fc.property(steps, (list) => {
      const table = new EpisodeTable<number>();
      const model = new Model();
      for (const [kind, key] of list) step(table, model, kind, key);
      expect(new Set(table.all())).toEqual(new Set(model.map.keys()));
      table.clear();
      expect(table.size).toBe(0);
    }),
    { numRuns: 30 },
  );
});

test('a full table makes room by forgetting the episode that was found last longest ago', () => {
  const table = new EpisodeTable<string>();
  for (let key = 0; key < 512; key += 1) table.add(0, key, `episode ${key}`);
  expect(table.find(0, 0)).toBe('episode 0');
  expect(table.add(0, 600, 'new')).toBe('episode 1');
  expect(table.find(0, 1)).toBeUndefined();
  expect(table.find(0, 0)).toBe('episode 0');
});

test('a key that is in the table cannot be added again, also where it is full', () => {
  const table = new EpisodeTable<number>();
  table.add(7, -9, 1);
  expect(() => table.add(7, -9, 2)).toThrow('the key is in the table already');
});

test('keys differ by either half, also where one is negative', () => {
  const table = new EpisodeTable<string>();
  const keys = [
    [0, 0],
    [0, -1],
    [-1, 0],
    [2 ** 31 - 1, -(2 ** 31)],
    [1, 1],
  ] as const;
  for (const [hi, lo] of keys) table.add(hi, lo, `${hi}|${lo}`);
  expect(keys.map(([hi, lo]) => table.find(hi, lo))).toEqual(keys.map(([hi, lo]) => `${hi}|${lo}`));
  expect(table.find(1, 0)).toBeUndefined();
});

test('what is deleted can be added again, and deleting what is not there changes nothing', () => {
  const table = new EpisodeTable<number>();
  table.add(0, 1, 10);
  table.delete(0, 2);
  expect(table.size).toBe(1);
  table.delete(0, 1);
  expect([table.size, table.find(0, 1), table.all()]).toEqual([0, undefined, []]);
  expect(table.add(0, 1, 11)).toBeUndefined();
  expect(table.find(0, 1)).toBe(11);
});

test('a cleared table takes as many as a new one before it forgets', () => {
  const table = new EpisodeTable<number>();
  for (let key = 0; key < 600; key += 1) table.add(0, key, key);
  table.clear();
  expect(table.all()).toEqual([]);
  for (let key = 0; key < 512; key += 1) expect(table.add(0, key, key)).toBeUndefined();
  expect(table.add(0, 512, 512)).toBe(0);
});
