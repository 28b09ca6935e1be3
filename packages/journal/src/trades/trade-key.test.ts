import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FileTime } from '#time/file-time.ts';
import { decimalFact, factHash, factText, timeFact, withKeys } from './trade-key.ts';

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

test('no two lists of facts give the same text, whatever marks are in them', () => {
  const fact = fc.option(
    fc.array(fc.constantFrom('|', '=', '-', 'a'), { maxLength: 4 }).map((parts) => parts.join('')),
  );
  const texts = new Map<string, string>();
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 4 }), (facts) => {
      const text = factText(facts);
      const list = JSON.stringify(facts);
      expect(texts.get(text) ?? list).toBe(list);
      texts.set(text, list);
    }),
    { numRuns: 2000 },
  );
  expect(texts.size).toBeGreaterThan(500);
});

test('the hash of facts is that of their text, and differs where they do', () => {
  expect(factHash(['a', null])).toMatch(/^[0-9a-f]{32}$/);
  expect(factHash(['a', null])).toBe(factHash(['a', null]));
  expect(factHash(['a', null])).not.toBe(factHash(['a', '']));
  expect(factHash(['a', 'b'])).not.toBe(factHash(['b', 'a']));
});

test('a row with an id that repeats any earlier one of it is repeated, not only the first', () => {
  const rows = ['x', 'y', 'x', 'y', 'z'].map((facts) => keyed('7', facts, true));
  const { kept, keys, repeated } = withKeys(rows);
  expect(kept.map(({ facts }) => facts)).toEqual(['x', 'y', 'z']);
  expect(repeated.map(({ facts }) => facts)).toEqual(['x', 'y']);
  expect(new Set(keys).size).toBe(3);
});

test('the first of an identity has it as its key, twins have hashes by their ordinal', () => {
  const { keys } = withKeys([keyed('a'), keyed('a'), keyed('a')]);
  expect(keys[0]).toBe('a');
  expect(keys.slice(1).every((key) => /^[0-9a-f]{32}$/.test(key))).toBe(true);
  // A third twin leaves the keys of the first two as they were.
  expect(withKeys([keyed('a'), keyed('a')]).keys).toEqual(keys.slice(0, 2));
});

test('what is no plain number is a fact as it is written', () => {
  expect(decimalFact('1e5')).toBe('1e5');
  expect(decimalFact('')).toBe('');
  expect(decimalFact('-0')).toBe(decimalFact('0.000'));
  expect(decimalFact('+7')).toBe('7');
});

test('every part of a time is a fact of its own', () => {
  const time: FileTime = {
    year: 2026,
    month: 3,
    day: 2,
    hour: 9,
    minute: 30,
    second: 5,
    millisecond: 7,
    offsetMinutes: null,
    dateOnly: false,
  };
  const changed = (['year', 'month', 'day', 'hour', 'minute', 'second', 'millisecond'] as const).map((part) =>
    timeFact({ ...time, [part]: time[part] + 1 }),
  );
  expect(new Set([timeFact(time), ...changed]).size).toBe(8);
  expect(timeFact({ ...time, offsetMinutes: 0 })).not.toBe(timeFact(time));
});
