/** Executions in the order in which they happened. */
import { expect, test } from 'vitest';
import { isNewestFirst, orderFills } from './order-fills.ts';

/** `name@time#sequence`, or `name@time` without a sequence. */
const fills = (text: string) =>
  text.split(' ').map((word) => {
    const [name = '', time = '', sequence = null] = word.split(/[@#]/);
    return { name, timeMs: Number(time), sequence };
  });

const ordered = (text: string): string =>
  orderFills(fills(text))
    .map(({ name }) => name)
    .join(' ');

test('fills are in the order of their times', () => {
  expect(ordered('c@3 a@1 b@2')).toBe('a b c');
});

test('a file that is newest first is reversed, so that fills of one instant keep the order of events', () => {
  expect(ordered('d@3 c@2 b@2 a@1')).toBe('a b c d');
  expect(ordered('a@1 b@2 c@2 d@3')).toBe('a b c d');
});

test('a file of one instant is as it is', () => {
  expect(ordered('b@1 a@1 c@1')).toBe('b a c');
});

test('sequences order fills of one instant as numbers, not as texts', () => {
  expect(ordered('b@1#10 a@1#9 c@1#100')).toBe('a b c');
  expect(ordered('b@1#0010 a@1#9')).toBe('a b');
  expect(ordered('c@1#4101.10 b@1#4101.2 a@1#4101.1')).toBe('a b c');
  expect(ordered('b@1#4101.1 a@1#4101')).toBe('a b');
});

test('sequences of any length are compared exactly', () => {
  expect(ordered('b@1#90071992547409931 a@1#90071992547409930')).toBe('a b');
  expect(ordered(`b@1#1${'0'.repeat(30)} a@1#${'9'.repeat(30)}`)).toBe('a b');
});

test('time comes before any sequence', () => {
  expect(ordered('b@2#1 a@1#9')).toBe('a b');
});

test('where one sequence is no number none counts', () => {
  expect(ordered('b@1#10 a@1#9 c@1#x7')).toBe('b a c');
});

test('a fill without a sequence is neither before nor after another of its instant', () => {
  expect(ordered('b@1#10 x@1 c@2')).toBe('b x c');
});

test('newest first is what most steps say', () => {
  const times = (...values: readonly number[]) => isNewestFirst(values.map((timeMs) => ({ timeMs })));
  expect(times(3, 2, 1)).toBe(true);
  expect(times(1, 2, 3)).toBe(false);
  expect(times(3, 2, 1, 9)).toBe(true);
  expect(times(1, 9, 1, 9)).toBe(false);
  expect(times(1, 9, 1)).toBe(false);
  expect(times()).toBe(false);
});

test('the list that was given is not changed', () => {
  const given = fills('b@2 a@1');
  orderFills(given);
  expect(given.map(({ name }) => name)).toEqual(['b', 'a']);
});
