/** At a roll prices jump, and no rule takes that for a move or a crossing. */
import type { AlertCondition } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { boardOf, ES, makeRule, path, T } from '#testing/rule-board.ts';
import { compileRule } from './compile-rule.ts';

/** 5000.00 on ES. */
const LEVEL = 20_000;
const level = (test: 'crosses' | 'reaches'): AlertCondition => ({
  kind: 'price_level',
  test,
  price: '5000.00',
});
const move = (direction: 'up' | 'either', ticks: number): AlertCondition => ({
  ...{ kind: 'price_move', direction, ticks, percent: null, withinMinutes: 5 },
});
const at = (contract: string, ...ticks: readonly number[]) => ({ contract, traded: path(...ticks) });

test('no level is crossed and no move made by the prices of another contract', () => {
  const { step } = boardOf(level('crosses'), level('reaches'), move('either', 40));
  step(at('ESZ6', LEVEL - 20));
  expect(step(at('ESH7', LEVEL + 220))).toEqual([]);
  // Of the new contract they count again
  expect(step(at('ESH7', LEVEL + 150))).toEqual(['ES down 70 ticks in 5 min']);
  expect(step(at('ESH7', LEVEL - 1))).toEqual(['ES crossed below 5000.00', 'ES reached 5000.00']);
});

test('a rule that is made after it knows nothing of the prices before it', () => {
  const { board, step } = boardOf();
  const minute = (back: number, contract: string, ticks: number) => ({
    ...{ startMs: T - back * MINUTE_MS, volume: 1, lowTicks: ticks, highTicks: ticks, contract },
  });
  step({ contract: 'ESZ6', closed: [minute(2, 'ESZ6', LEVEL)] });
  step({ contract: 'ESH7', closed: [minute(1, 'ESH7', LEVEL + 240)] });
  board.add(compileRule(makeRule('later', move('up', 40)), ES, 10));
  expect(step(at('ESH7', LEVEL + 241))).toEqual([]);
  expect(step(at('ESH7', LEVEL + 290))).toHaveLength(1);
});
