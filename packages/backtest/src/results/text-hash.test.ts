/** Equal data has an equal hash, however its keys are ordered; other data has another one. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashOf } from './text-hash.ts';

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).toReversed();
  return Object.fromEntries(entries.map(([key, inner]) => [key, reversed(inner)]));
}

test('the order of keys is no difference, at any depth', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(hashOf(reversed(value))).toBe(hashOf(value));
      expect(hashOf(value)).toMatch(/^[0-9a-f]{16}$/);
    }),
  );
});

test('different texts have different hashes', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      expect(hashOf(one) === hashOf(other)).toBe(one === other);
    }),
  );
});

test.each([
  ['the order of a list', [1, 2], [2, 1]],
  ['a number and its text', { value: 1 }, { value: '1' }],
  ['a key and its value', { a: 'b' }, { b: 'a' }],
  ['nothing and no field', { a: null }, {}],
  ['two characters that change places', 'ab', 'ba'],
  ['a character far into a long text', `${'x'.repeat(5000)}a`, `${'x'.repeat(5000)}b`],
])('%s makes a difference', (_, one, other) => {
  expect(hashOf(one)).not.toBe(hashOf(other));
});

test('five thousand numbers have five thousand hashes', () => {
  expect(new Set(Array.from({ length: 5000 }, (_, at) => hashOf(at))).size).toBe(5000);
});
