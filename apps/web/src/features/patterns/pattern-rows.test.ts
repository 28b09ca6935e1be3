import type { AiPattern } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { patternRows } from './pattern-rows.ts';

const pattern = (id: number, active: boolean, description = 'No edge now', changedMs = id): AiPattern =>
  ({
    id,
    eventType: 'price_prediction',
    description,
    metadata: { active, sub: 'ten_seconds', updatedAt: new Date(changedMs).toISOString() },
  }) as unknown as AiPattern;

const idsOf = (all: readonly AiPattern[], most = 30) =>
  patternRows(all, most).map((row) => [row.pattern.id, row.earlier]);

test('active patterns come before past ones, each newest first', () => {
  expect(idsOf([pattern(5, false, 'a'), pattern(4, true), pattern(3, false, 'b'), pattern(2, true)])).toEqual(
    [
      [4, 0],
      [2, 0],
      [5, 0],
      [3, 0],
    ],
  );
});

test('an active pattern that changed last is first, however long ago it began', () => {
  expect(idsOf([pattern(4, true, 'up: 60%'), pattern(1, true, 'up: 91%', 9)])).toEqual([
    [1, 0],
    [4, 0],
  ]);
});

test('past patterns with the same text are one row with a count of the earlier ones', () => {
  expect(idsOf([pattern(4, false), pattern(3, false, 'b'), pattern(2, false), pattern(1, false)])).toEqual([
    [4, 2],
    [3, 0],
  ]);
});

test('active patterns are never folded', () => {
  expect(idsOf([pattern(2, true), pattern(1, true)])).toHaveLength(2);
});

test('no more rows than requested', () => {
  expect(idsOf([pattern(2, true), pattern(1, false)], 1)).toEqual([[2, 0]]);
});
