import type { AiPattern } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { patternRows } from './pattern-rows.ts';

const pattern = (id: number, active: boolean, description = 'No edge now'): AiPattern =>
  ({
    id,
    eventType: 'price_prediction',
    description,
    metadata: { active, sub: 'ten_seconds' },
  }) as unknown as AiPattern;

const idsOf = (all: readonly AiPattern[], most = 30) =>
  patternRows(all, most).map((row) => [row.pattern.id, row.earlier]);

test('what stands comes before what is over, each newest first', () => {
  expect(idsOf([pattern(5, false, 'a'), pattern(4, true), pattern(3, false, 'b'), pattern(2, true)])).toEqual(
    [
      [4, 0],
      [2, 0],
      [5, 0],
      [3, 0],
    ],
  );
});

test('what is over and says the same is told once, with how many were before it', () => {
  expect(idsOf([pattern(4, false), pattern(3, false, 'b'), pattern(2, false), pattern(1, false)])).toEqual([
    [4, 2],
    [3, 0],
  ]);
});

test('what stands is never folded', () => {
  expect(idsOf([pattern(2, true), pattern(1, true)])).toHaveLength(2);
});

test('no more rows than asked for', () => {
  expect(idsOf([pattern(2, true), pattern(1, false)], 1)).toEqual([[2, 0]]);
});
