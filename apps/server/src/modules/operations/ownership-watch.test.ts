import { expect, test } from 'vitest';
import { OwnershipWatch } from './ownership-watch.ts';

const at = (watch: OwnershipWatch, monotonicMs: number, ...names: string[]): string[] => [
  ...watch.lasting(names, monotonicMs),
];

test('what lasts three seconds is no handover', () => {
  const watch = new OwnershipWatch();
  expect(at(watch, 0, 'a')).toEqual([]);
  expect(at(watch, 2_999, 'a', 'b')).toEqual([]);
  expect(at(watch, 3_000, 'a', 'b')).toEqual(['a']);
});

test('what ended in between begins anew', () => {
  const watch = new OwnershipWatch();
  at(watch, 0, 'a');
  at(watch, 2_000);
  expect(at(watch, 5_000, 'a')).toEqual([]);
});

test('what was seen long ago and is seen again may have ended in between', () => {
  const watch = new OwnershipWatch();
  at(watch, 0, 'a');
  expect(at(watch, 15_001, 'a')).toEqual([]);
  expect(at(watch, 30_001, 'a')).toEqual(['a']);
});
