/** Rows as bytes: any values return as they were, orders and kinds that return cost little, damage is refused. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeRows, encodeRows, TAPE_WIDTH } from './row-codec.ts';

const any32 = fc.oneof(
  fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  fc.constantFrom(-(2 ** 31), 2 ** 31 - 1, 0, -1, 1),
);
/** Ids whose sums beyond 53 bits are equal as numbers, and ids that return. */
const id = fc.oneof(
  fc.tuple(fc.constantFrom(2 ** 30, 2 ** 30 + 1, -(2 ** 31)), fc.integer({ min: 0, max: 3 })),
  fc.tuple(fc.constant(0), fc.integer({ min: 0, max: 5 })),
  fc.tuple(any32, any32),
);
const row = fc
  .tuple(fc.array(any32, { minLength: 7, maxLength: 7 }), id, fc.integer({ min: 1, max: 3 }))
  .map(([[price = 0, size = 0, timeHi = 0, timeLo = 0, sequence = 0, aux = 0, kind = 0], [hi, lo], n]) => [
    n === 3 ? kind : n,
    n,
    price,
    size,
    hi,
    lo,
    timeHi,
    timeLo,
    n === 2 ? 128 : 0,
    sequence,
    aux,
  ]);

test('any rows are read as they were written, extremes and ids of one key included', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), (rows) => {
      const values = Int32Array.from(rows.flat());
      expect(decodeRows(encodeRows(values))).toEqual(values);
    }),
  );
});

const bytesOf = (rows: readonly (readonly number[])[]): number => {
  const { count: _count, ...columns } = encodeRows(Int32Array.from(rows.flat()));
  return Object.values(columns).reduce((sum, column) => sum + column.length, 0);
};

test('the cancel of an order that was added costs a byte a column: its price, size and id are known', () => {
  const add = [1, 1, 18_267, 250, 1671, -1_129_316_650, 417, 1_378_880_216, 128, 2579, 0];
  const cancel = [3, 1, 18_267, 250, 1671, -1_129_316_650, 417, 1_378_880_217, 128, 2580, 0];
  const more = bytesOf([add, cancel, cancel]) - bytesOf([add, cancel]);
  expect(more).toBe(TAPE_WIDTH - 3);
});

test('columns that end too soon, or name an order or a kind that was not there, are refused', () => {
  const encoded = encodeRows(Int32Array.from([1, 1, 5, 7, 0, 42, 0, 9, 128, 3, 0]));
  expect(() => decodeRows({ ...encoded, count: 2 })).toThrow(RangeError);
  expect(() => decodeRows({ ...encoded, order: Uint8Array.of(4) })).toThrow(RangeError);
  expect(() => decodeRows({ ...encoded, order: Uint8Array.of(3) })).toThrow(RangeError);
  expect(() => decodeRows({ ...encoded, kind: Uint8Array.of(2) })).toThrow(RangeError);
  expect(() => decodeRows({ ...encoded, price: Uint8Array.of(255, 255, 255, 255, 255, 1) })).toThrow(
    RangeError,
  );
});
