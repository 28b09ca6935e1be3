/** Moves within minutes: thresholds, directions, the edge of the window, and minutes from before the rule. */
import type { AlertCondition } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import { ES, makeRule, path, T } from '#testing/rule-board.ts';
import { compileRule, type RuleOf } from './compile-rule.ts';
import type { FiringFact, MinuteFacts } from './market-step.ts';
import { MoveWatch } from './move-watch.ts';

const P = 20_000;
type Move = Extract<AlertCondition, { kind: 'price_move' }>;
const ruleOf = (id: string, changes: Partial<Move>): RuleOf<'price_move'> =>
  compileRule(
    makeRule(id, {
      kind: 'price_move',
      direction: 'either',
      ticks: 8,
      percent: null,
      withinMinutes: 5,
      ...changes,
    }),
    ES,
    null,
  ) as RuleOf<'price_move'>;
const up = ruleOf('up', { direction: 'up' });
const down = ruleOf('down', { direction: 'down' });
const either = ruleOf('either', {});

function watching(rules: readonly RuleOf<'price_move'>[], minutes: readonly MinuteFacts[] = []) {
  const watch = new MoveWatch();
  for (const rule of rules) watch.add(rule, minutes);
  const step = (atMs: number, ...ticks: readonly number[]) => {
    const fired: (readonly [string, FiringFact])[] = [];
    watch.step(atMs, path(...ticks), ({ rule }, fact) => fired.push([rule.id, fact]));
    return fired;
  };
  return {
    watch,
    step,
    ids: (atMs: number, ...ticks: readonly number[]) => step(atMs, ...ticks).map(([id]) => id),
  };
}

test('a move of exactly the threshold fires, of a tick less it does not', () => {
  const { ids } = watching([up, down, either]);
  ids(T, P);
  expect(ids(T + 1000, P + 7)).toEqual([]);
  expect(ids(T + 2000, P + 8)).toEqual(['up', 'either']);
  const falling = watching([up, down, either]);
  falling.ids(T, P);
  expect(falling.ids(T + 1000, P - 7)).toEqual([]);
  expect(falling.ids(T + 2000, P - 8)).toEqual(['down', 'either']);
});

test('what fired has the way with its sign, the price it began at and the window', () => {
  const rising = watching([up]);
  rising.ids(T, P);
  expect(rising.step(T + 1000, P + 9)).toEqual([
    ['up', { kind: 'moved', ticks: 9, fromTicks: P, windowMs: 5 * MINUTE_MS }],
  ]);
  const falling = watching([down]);
  falling.ids(T, P);
  expect(falling.step(T + 1000, P - 9)).toEqual([
    ['down', { kind: 'moved', ticks: -9, fromTicks: P, windowMs: 5 * MINUTE_MS }],
  ]);
});

test('a rise is counted from the lowest price of the window, a fall from the highest', () => {
  const { ids } = watching([up, down]);
  ids(T, P);
  ids(T + 1000, P - 4);
  expect(ids(T + 2000, P + 4)).toEqual(['up']);
  expect(ids(T + 3000, P - 4)).toEqual(['down']);
});

test('a price of exactly the window ago still counts, an older one does not', () => {
  // Instants on whole pieces of 250 ms
  const inside = watching([up]);
  inside.ids(T, P);
  expect(inside.ids(T + 5 * MINUTE_MS, P + 8)).toEqual(['up']);
  const outside = watching([up]);
  outside.ids(T, P);
  expect(outside.ids(T + 5 * MINUTE_MS + 250, P + 8)).toEqual([]);
});

test('when the lowest price leaves the window the next lowest counts', () => {
  const { ids } = watching([up]);
  ids(T, P - 10);
  ids(T + MINUTE_MS, P - 3);
  ids(T + 2 * MINUTE_MS, P - 1);
  const later = T + 5.5 * MINUTE_MS;
  expect(ids(later, P + 4)).toEqual([]);
  expect(ids(later + 1000, P + 5)).toEqual(['up']);
});

test('it fires again only after the move was shorter than the threshold', () => {
  const { ids } = watching([up]);
  ids(T, P);
  expect(ids(T + 1000, P + 8)).toEqual(['up']);
  expect(ids(T + 2000, P + 20)).toEqual([]);
  expect(ids(T + 3000, P + 7)).toEqual([]);
  expect(ids(T + 4000, P + 8)).toEqual(['up']);
});

test('a percentage is of the price that the move began at', () => {
  const { ids } = watching([ruleOf('one', { ticks: null, percent: 1 })]);
  ids(T, P);
  expect(ids(T + 1000, P + 199)).toEqual([]);
  expect(ids(T + 2000, P + 200)).toEqual(['one']);
});

test('a percentage of a negative price is of its distance from zero, of zero there is none', () => {
  const one = ruleOf('one', { ticks: null, percent: 50, direction: 'up' });
  const negative = watching([one]);
  negative.ids(T, -100);
  expect(negative.ids(T + 1000, -51)).toEqual([]);
  expect(negative.ids(T + 2000, -50)).toEqual(['one']);
  const zero = watching([one]);
  zero.ids(T, 0);
  expect(zero.ids(T + 1000, 500)).toEqual([]);
});

test('within one update the way to its last price counts', () => {
  const rises = watching([up, down]);
  rises.ids(T, P);
  // Lowest 12 below, last 3 below: nine up from the lowest, twelve down from before
  expect(rises.ids(T + 1000, P - 12, P - 3)).toEqual(['up', 'down']);
});

test('minutes from before the rule count for it, and a move that exists then is no news', () => {
  const minutes = [{ startMs: T - 2 * MINUTE_MS, lowTicks: P - 5, highTicks: P, volume: 1 }];
  const { ids } = watching([up], minutes);
  ids(T, P);
  expect(ids(T + 1000, P + 3)).toEqual(['up']);
  const existing = watching([up], minutes);
  expect(existing.ids(T, P + 9)).toEqual([]);
  expect(existing.ids(T + 1000, P + 10)).toEqual([]);
});

test('windows of different lengths are kept apart', () => {
  const { ids } = watching([ruleOf('short', { withinMinutes: 1 }), ruleOf('long', { withinMinutes: 60 })]);
  ids(T, P);
  expect(ids(T + 2 * MINUTE_MS, P + 8)).toEqual(['long']);
});

test('a removed rule is silent, another of its window is not', () => {
  const { watch, ids } = watching([up, either]);
  ids(T, P);
  watch.remove(up);
  watch.remove(up);
  expect(ids(T + 1000, P + 8)).toEqual(['either']);
});

test('a rule that is added again after its window was dropped begins anew', () => {
  const { watch, ids } = watching([up]);
  ids(T, P);
  watch.remove(up);
  watch.add(up, []);
  expect(ids(T + 1000, P + 8)).toEqual([]);
  expect(ids(T + 2000, P + 8)).toEqual([]);
});

test('history moves the window without firing', () => {
  const { watch, ids } = watching([up]);
  watch.step(T, path(P), null);
  watch.step(T + 1000, path(P + 8), null);
  expect(ids(T + 2000, P + 9)).toEqual([]);
  expect(ids(T + 3000, P + 2)).toEqual([]);
  expect(ids(T + 4000, P + 8)).toEqual(['up']);
});

test('thousands of pieces of a long window are kept and dropped in their order', () => {
  const { ids } = watching([ruleOf('r', { withinMinutes: 1, direction: 'up' })]);
  // Always rising by a tick a second: within a minute never more than 60, so a rule of 8 is held throughout
  const fired = Array.from({ length: 3000 }, (_, n) => ids(T + n * 1000, P + n).length);
  expect(fired.reduce((sum, count) => sum + count, 0)).toBe(1);
  const last = T + 3000 * 1000;
  expect(ids(last + 2 * MINUTE_MS, P + 3000)).toEqual([]);
  expect(ids(last + 2 * MINUTE_MS + 1000, P + 3007)).toEqual([]);
  expect(ids(last + 2 * MINUTE_MS + 2000, P + 3008)).toEqual(['r']);
});
