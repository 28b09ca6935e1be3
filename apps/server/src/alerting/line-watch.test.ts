/** Lines that were drawn: crossed where they are at that moment, of their own contract, and only as far as they reach. */
import { type AlertCondition, alertLineOf, type Drawing } from '@undertow/contracts';
import { epochMs, type LevelTest, MINUTE_MS, SIMULATED_CALENDAR } from '@undertow/market';
import { expect, test } from 'vitest';
import { ES, makeRule, path, T } from '#testing/rule-board.ts';
import { textOf } from './alert-text.ts';
import { compileRule, type RuleOf } from './compile-rule.ts';
import { LineWatch } from './line-watch.ts';

const at = (minute: number): string => new Date(T + minute * MINUTE_MS).toISOString();
/** From 5000.00 up to 5010.00 in ten minutes: four ticks a minute. */
const RISING: Drawing = {
  id: 'd1',
  kind: 'trend_line',
  points: [
    { at: at(0), price: '5000.00' },
    { at: at(10), price: '5010.00' },
  ],
  text: '',
  contract: null,
};

function ruleOn(drawing: Drawing, test: LevelTest = 'crosses'): RuleOf<'price_line'> {
  const line = alertLineOf(ES, drawing, 'line');
  if (line === null) throw new Error('a drawing with a line is needed');
  const condition: AlertCondition = { kind: 'price_line', test, drawingId: drawing.id, part: 'line', line };
  return compileRule(makeRule(test, condition), ES, null) as RuleOf<'price_line'>;
}

function watching(drawing: Drawing, test: LevelTest = 'crosses') {
  const watch = new LineWatch(SIMULATED_CALENDAR);
  watch.add(ruleOn(drawing, test));
  let beforeTicks: number | null = null;
  /** Titles of what fires when these prices trade at a minute. */
  return (minute: number, ticks: readonly number[], contract: string | null = null): string[] => {
    const fired: string[] = [];
    const atMs = epochMs(T + minute * MINUTE_MS);
    watch.step(atMs, path(...ticks), { contract, beforeTicks }, (compiled, fact) =>
      fired.push(textOf({ compiled, atMs, priceTicks: null, fact }).title),
    );
    beforeTicks = ticks.at(-1) ?? null;
    return fired;
  };
}

test('a line is crossed at its price of that moment, and the text names it', () => {
  const trade = watching(RISING);
  expect(trade(1, [20_003])).toEqual([]);
  expect(trade(2, [20_007])).toEqual([]);
  expect(trade(5, [20_021])).toEqual(['ES crossed above Trend line at 5005.00']);
});

test('price that does not move is crossed by a line that comes to it', () => {
  const trade = watching(RISING);
  trade(1, [20_010]);
  expect(trade(2, [20_010])).toEqual([]);
  expect(trade(3, [20_010])).toEqual(['ES crossed below Trend line at 5003.00']);
});

test('each test fires for its own direction, a touch for both', () => {
  const run = (test: LevelTest): number => {
    const trade = watching({ ...RISING, kind: 'horizontal', points: RISING.points.slice(0, 1) }, test);
    return [[19_999], [20_001], [19_999]].flatMap((ticks, minute) => trade(minute, ticks)).length;
  };
  expect(run('crosses')).toBe(2);
  expect(run('crosses_above')).toBe(1);
  expect(run('crosses_below')).toBe(1);
  expect(run('reaches')).toBe(2);
});

test('before a line begins and after it ends nothing crosses it, a ray goes on', () => {
  const through = [[19_000], [21_000], [19_000]] as const;
  const fires = (drawing: Drawing, from: number): number => {
    const trade = watching(drawing);
    return through.flatMap((ticks, step) => trade(from + step, ticks)).length;
  };
  expect(fires(RISING, -9)).toBe(0);
  expect(fires(RISING, 11)).toBe(0);
  expect(fires({ ...RISING, kind: 'ray' }, 11)).toBe(2);
});

test('trades of another contract do not cross it', () => {
  const trade = watching({ ...RISING, kind: 'ray', contract: 'ESZ6' });
  trade(11, [19_000], 'ESH7');
  expect(trade(12, [21_000], 'ESH7')).toEqual([]);
  trade(13, [19_000], 'ESZ6');
  expect(trade(14, [21_000], 'ESZ6')).toHaveLength(1);
});

test('a name of the drawing is the name of its line', () => {
  const trade = watching({ ...RISING, kind: 'ray', text: 'Morning low' }, 'reaches');
  trade(1, [20_010]);
  expect(trade(2, [20_008])).toEqual(['ES reached Morning low at 5002.00']);
});
