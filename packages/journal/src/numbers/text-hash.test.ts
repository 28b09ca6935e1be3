import { expect, test } from 'vitest';
import { textHash } from './text-hash.ts';

test('the hash of a text never changes: keys are stored', () => {
  expect(textHash('')).toBe(textHash(''));
  expect(textHash('ESZ6|long|1')).toMatch(/^[0-9a-f]{32}$/);
  expect(textHash('a fixed text')).toMatchInlineSnapshot(`"05d8cc54705be82cb8bb69334334479a"`);
});

test('texts that differ in one character or its place differ in every lane', () => {
  const lanes = (text: string): string[] => textHash(text).match(/.{8}/g) ?? [];
  for (const [a, b] of [
    ['ESZ6', 'ESZ7'],
    ['ab', 'ba'],
    ['', '\u0000'],
    ['1 2', '12 '],
  ] as const)
    lanes(a).forEach((lane, index) => {
      expect(lane).not.toBe(lanes(b)[index]);
    });
});

test('a hundred thousand rows that differ in a digit have a hundred thousand hashes in each half', () => {
  const hashes = Array.from({ length: 100_000 }, (_, index) =>
    textHash(`topstepx|=${index}|=MNQH6|=long|=20950.5`),
  );
  expect(new Set(hashes.map((hash) => hash.slice(0, 16))).size).toBe(100_000);
  expect(new Set(hashes.map((hash) => hash.slice(16))).size).toBe(100_000);
});
