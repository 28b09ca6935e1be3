/** The id index on regular and random ids: every id is found while it is in, and none after it left. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { IdIndex } from './id-index.ts';

const SHIFT = 1;

function fill(ids: readonly bigint[]) {
  const records = new Int32Array((ids.length + 1) << SHIFT);
  const index = new IdIndex(SHIFT, 16);
  const halves = ids.map(
    (id) => [Number(BigInt.asIntN(32, id >> 32n)), Number(BigInt.asIntN(32, id))] as const,
  );
  halves.forEach(([hi, lo], row) => {
    records[(row + 1) << SHIFT] = lo;
    records[((row + 1) << SHIFT) + 1] = hi;
    index.find(records, hi, lo);
    index.put(records, row + 1);
  });
  const find = (row: number) => {
    const [hi, lo] = halves[row]!;
    return index.find(records, hi, lo);
  };
  const remove = (row: number) => {
    const [hi, lo] = halves[row]!;
    index.find(records, hi, lo);
    index.remove();
  };
  return { index, find, remove };
}

test.each(Array.from({ length: 50 }, (_, power) => power))(
  'ids in steps of two to the power %i spread well',
  (power) => {
    const count = Math.min(5000, 2 ** (63 - power));
    const { index, find, remove } = fill(
      Array.from({ length: count }, (_, n) => BigInt(n + 1) << BigInt(power)),
    );
    for (let row = 0; row < count; row += 2) {
      remove(row);
    }
    const wrong = Array.from({ length: count }, (_, row) => row).filter(
      (row) => find(row) !== (row % 2 === 0 ? 0 : row + 1),
    );
    expect(wrong).toEqual([]);
    expect(index.count).toBe(Math.floor(count / 2));
  },
);

test('random ids are found while they are in, in whatever order they leave', () => {
  const ids = fc.uniqueArray(fc.bigInt({ min: 1n, max: 2n ** 64n - 1n }), { minLength: 1, maxLength: 300 });
  fc.assert(
    fc.property(ids, fc.infiniteStream(fc.nat()), (all, picks) => {
      const { index, find, remove } = fill(all);
      const left = all.map((_, row) => row);
      while (left.length > 0) {
        const [row] = left.splice((picks.next().value as number) % left.length, 1) as [number];
        remove(row);
        expect(find(row)).toBe(0);
        expect(left.every((other) => find(other) === other + 1)).toBe(true);
      }
      expect(index.count).toBe(0);
    }),
    { numRuns: 20 },
  );
});
