import { expect, test } from 'vitest';
import type { FileTime } from '#time/file-time.ts';
import { decimalFact, factText, timeFact, withKeys } from './trade-key.ts';

const keyed = (identity: string, facts = identity, hasNativeId = false) => ({ identity, facts, hasNativeId });

test('twins of one file have keys of their own, and the same ones in the next export', () => {
  const first = withKeys([keyed('a'), keyed('a'), keyed('b')]);
  const again = withKeys([keyed('b'), keyed('a'), keyed('a')]);
  const { keys } = first;
  expect(new Set(keys).size).toBe(3);
  expect(new Set(again.keys)).toEqual(new Set(keys));
});

test('the same id with the same figures is one trade, with other figures two', () => {
  const { kept, repeated } = withKeys([keyed('7', 'x', true), keyed('7', 'x', true), keyed('7', 'y', true)]);
  expect(kept.map(({ facts }) => facts)).toEqual(['x', 'y']);
  expect(repeated).toHaveLength(1);
});

test('rows without an id that agree in everything all stay', () => {
  const { kept, repeated } = withKeys([keyed('x'), keyed('x'), keyed('x')]);
  expect(kept).toHaveLength(3);
  expect(repeated).toEqual([]);
});

test('a hundred thousand twins take no quadratic time', () => {
  expect(withKeys(Array.from({ length: 100_000 }, () => keyed('x'))).kept).toHaveLength(100_000);
});

test('lists of facts never run into each other', () => {
  const lists = [['a', 'b'], ['a|;=b'], ['ab'], ['a', null], ['a', ''], ['a', '-'], ['a|', ';b']];
  expect(new Set(lists.map(factText)).size).toBe(lists.length);
});

test('the same number in another spelling is the same fact', () => {
  expect(decimalFact('1.0500')).toBe(decimalFact('1.05'));
  expect(decimalFact(null)).toBeNull();
});

test('a time is a fact as the file states it, with its offset', () => {
  const time: FileTime = {
    year: 2026,
    month: 3,
    day: 2,
    hour: 9,
    minute: 30,
    second: 5,
    millisecond: 0,
    offsetMinutes: null,
    dateOnly: false,
  };
  expect(timeFact(time)).not.toBe(timeFact({ ...time, offsetMinutes: -300 }));
  expect(timeFact(null)).toBeNull();
});
