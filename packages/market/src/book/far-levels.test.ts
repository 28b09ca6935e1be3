/** The list of far levels against a plain map. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FarLevels, NO_KEY } from './far-levels.ts';

test('an empty list has neither rows nor keys', () => {
  const far = new FarLevels();
  expect([far.count, far.rowOf(0), far.keyBelow(0x7fff_ffff)]).toEqual([0, -1, NO_KEY]);
});

test('the key below a limit is smaller than it, not equal', () => {
  const far = new FarLevels();
  for (const key of [30, -10, 20]) far.add(key, key + 1000);
  expect([31, 30, 21, 20, -9, -10].map((limit) => far.keyBelow(limit))).toEqual([
    30,
    20,
    20,
    -10,
    -10,
    NO_KEY,
  ]);
});

test('a key between two others has no row', () => {
  const far = new FarLevels();
  far.add(10, 7);
  far.add(20, 8);
  expect([9, 10, 15, 20, 21].map((key) => far.rowOf(key))).toEqual([-1, 7, -1, 8, -1]);
});

test('the first, the last and a middle key can be taken out', () => {
  for (const gone of [10, 20, 30]) {
    const far = new FarLevels();
    for (const key of [10, 20, 30]) far.add(key, key);
    far.remove(gone);
    const left = [10, 20, 30].filter((key) => key !== gone);
    expect(far.count).toBe(2);
    expect([10, 20, 30].map((key) => far.rowOf(key))).toEqual(
      [10, 20, 30].map((key) => (key === gone ? -1 : key)),
    );
    expect([far.keyBelow(99), far.keyBelow(left[1] ?? 0)]).toEqual([left[1], left[0]]);
  }
});

test('a cleared list has forgotten its keys', () => {
  const far = new FarLevels();
  far.add(10, 7);
  far.clear();
  expect([far.count, far.rowOf(10), far.keyBelow(99)]).toEqual([0, -1, NO_KEY]);
  far.add(10, 8);
  expect(far.rowOf(10)).toBe(8);
});

test('hundreds of keys in any order are kept as a map would', () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.integer({ min: -200, max: 200 })), { maxLength: 300 });
  fc.assert(
    fc.property(steps, (made) => {
      const far = new FarLevels();
      const map = new Map<number, number>();
      made.forEach(([isAdd, key], row) => {
        if (isAdd === map.has(key)) {
          if (!map.delete(key)) return;
          far.remove(key);
          return;
        }
        if (!isAdd) return;
        far.add(key, row);
        map.set(key, row);
      });
      expect(far.count).toBe(map.size);
      for (let key = -201; key <= 201; key += 1) expect(far.rowOf(key)).toBe(map.get(key) ?? -1);
      const keys: number[] = [];
      for (let key = far.keyBelow(0x7fff_ffff); key !== NO_KEY; key = far.keyBelow(key)) keys.push(key);
      expect(keys).toEqual([...map.keys()].sort((a, b) => b - a));
    }),
  );
});

test('more keys than there was room for at first are kept', () => {
  const far = new FarLevels();
  for (let n = 999; n >= 0; n -= 1) far.add(n * 3, n);
  expect(far.count).toBe(1000);
  expect(Array.from({ length: 1000 }, (_, n) => far.rowOf(n * 3))).toEqual(
    Array.from({ length: 1000 }, (_, n) => n),
  );
});
