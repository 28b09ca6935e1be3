/** Prices that rules wait for: strictly beyond is a crossing, at it is a touch. */
import type { AlertCondition } from '@undertow/contracts';
import type { LevelTest } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ES, makeRule, path } from '#testing/rule-board.ts';
import { compileRule, type RuleOf } from './compile-rule.ts';
import { LevelWatch } from './level-watch.ts';

/** 5000.00 on ES. */
const LEVEL = 20_000;

function ruleAt(test: LevelTest, priceTicks = LEVEL, id = `${test} ${priceTicks}`): RuleOf<'price_level'> {
  const condition: AlertCondition = { kind: 'price_level', test, price: String(priceTicks / 4) };
  return compileRule(makeRule(id, condition), ES, null) as RuleOf<'price_level'>;
}

function watching(...rules: readonly RuleOf<'price_level'>[]) {
  const watch = new LevelWatch();
  for (const rule of rules) watch.add(rule);
  /** Ids of the rules that fire for trades through these prices, with the direction. */
  const trade = (...ticks: readonly number[]): string[] => {
    const fired: string[] = [];
    watch.step(path(...ticks), ({ rule }, fact) => {
      const way = fact.kind === 'crossed' ? (fact.isUp ? ' up' : ' down') : '';
      fired.push(`${rule.id}${way}`);
    });
    return fired;
  };
  return { watch, trade };
}

/** The four tests on one price. */
function every() {
  return watching(ruleAt('crosses'), ruleAt('crosses_above'), ruleAt('crosses_below'), ruleAt('reaches'));
}

test('there is no last price before the first trade', () => {
  const { watch, trade } = every();
  expect(watch.lastTicks).toBeNull();
  trade(LEVEL + 3, LEVEL + 1);
  expect(watch.lastTicks).toBe(LEVEL + 1);
});

test('the first trades fire nothing, wherever they are', () => {
  for (const ticks of [LEVEL - 1, LEVEL, LEVEL + 1]) expect(every().trade(ticks)).toEqual([]);
  expect(every().trade(LEVEL - 5, LEVEL + 5)).toEqual([]);
});

test('a tick above a level after a tick below it is a crossing above', () => {
  const { trade } = every();
  trade(LEVEL - 1);
  expect(trade(LEVEL + 1)).toEqual([`crosses ${LEVEL} up`, `crosses_above ${LEVEL} up`, `reaches ${LEVEL}`]);
});

test('a tick below a level after a tick above it is a crossing below', () => {
  const { trade } = every();
  trade(LEVEL + 1);
  expect(trade(LEVEL - 1)).toEqual([
    `crosses ${LEVEL} down`,
    `crosses_below ${LEVEL} down`,
    `reaches ${LEVEL}`,
  ]);
});

test('a trade exactly at the level reaches it and does not cross it', () => {
  for (const from of [LEVEL - 1, LEVEL + 1]) {
    const { trade } = every();
    trade(from);
    expect(trade(LEVEL)).toEqual([`reaches ${LEVEL}`]);
  }
});

test('a trade one tick short of the level does nothing', () => {
  const below = every();
  below.trade(LEVEL - 5);
  expect(below.trade(LEVEL - 1)).toEqual([]);
  const above = every();
  above.trade(LEVEL + 5);
  expect(above.trade(LEVEL + 1)).toEqual([]);
});

test('the crossing after a pause at the level counts once trades are beyond it', () => {
  const { trade } = watching(ruleAt('crosses'));
  trade(LEVEL - 1);
  trade(LEVEL);
  trade(LEVEL);
  expect(trade(LEVEL + 1)).toEqual([`crosses ${LEVEL} up`]);
});

test('trades that touch within an update and return have reached the level', () => {
  const { trade } = every();
  trade(LEVEL - 3);
  expect(trade(LEVEL - 2, LEVEL, LEVEL - 2)).toEqual([`reaches ${LEVEL}`]);
});

test('an excursion over the level within an update crosses it twice for rules of one direction each', () => {
  const { trade } = watching(ruleAt('crosses_above'), ruleAt('crosses_below'));
  trade(LEVEL + 2);
  expect(trade(LEVEL + 2, LEVEL - 2, LEVEL + 2)).toEqual([
    `crosses_above ${LEVEL} up`,
    `crosses_below ${LEVEL} down`,
  ]);
});

test('an update that ends at the level after it was beyond has crossed it', () => {
  const { trade } = watching(ruleAt('crosses'));
  trade(LEVEL - 2);
  expect(trade(LEVEL + 2, LEVEL)).toEqual([`crosses ${LEVEL} up`]);
  expect(trade(LEVEL + 1)).toEqual([]);
  expect(trade(LEVEL - 1)).toEqual([`crosses ${LEVEL} down`]);
});

test('a rule added while price is at its level waits until trades have left it', () => {
  const { watch, trade } = watching();
  trade(LEVEL);
  watch.add(ruleAt('reaches'));
  watch.add(ruleAt('crosses'));
  expect(trade(LEVEL)).toEqual([]);
  expect(trade(LEVEL + 1)).toEqual([]);
  expect(trade(LEVEL - 1)).toEqual([`reaches ${LEVEL}`, `crosses ${LEVEL} down`]);
});

test('levels fire from the lowest up, those outside of the way stay silent', () => {
  const rules = [5, 1, 3, -1, 9].map((ticks) => ruleAt('reaches', LEVEL + ticks));
  const { trade } = watching(...rules);
  trade(LEVEL);
  expect(trade(LEVEL + 5)).toEqual([1, 3, 5].map((ticks) => `reaches ${LEVEL + ticks}`));
  expect(trade(LEVEL - 1)).toEqual([-1, 1, 3].map((ticks) => `reaches ${LEVEL + ticks}`));
});

test('a removed rule is silent, another at its price and those beside it are not', () => {
  const gone = ruleAt('reaches', LEVEL, 'gone');
  const { watch, trade } = watching(
    ruleAt('reaches', LEVEL - 1, 'below'),
    gone,
    ruleAt('reaches', LEVEL, 'other'),
    ruleAt('reaches', LEVEL + 1, 'above'),
  );
  watch.remove(gone);
  watch.remove(gone);
  trade(LEVEL - 5);
  expect(trade(LEVEL + 5)).toEqual(['below', 'other', 'above']);
});

test('removing the last rule of a price leaves the other prices', () => {
  const gone = ruleAt('reaches', LEVEL);
  const { watch, trade } = watching(
    ruleAt('reaches', LEVEL - 1, 'below'),
    gone,
    ruleAt('reaches', LEVEL + 1, 'above'),
  );
  watch.remove(gone);
  trade(LEVEL - 5);
  expect(trade(LEVEL + 5)).toEqual(['below', 'above']);
  watch.add(gone);
  expect(trade(LEVEL - 5)).toEqual(['below', `reaches ${LEVEL}`, 'above']);
});

test('history moves the state without firing', () => {
  const { watch, trade } = every();
  watch.step(path(LEVEL - 2), null);
  watch.step(path(LEVEL + 2), null);
  expect(trade(LEVEL + 3)).toEqual([]);
  expect(trade(LEVEL - 1)).toContain(`crosses ${LEVEL} down`);
});

test('prices below zero have an above and a below too', () => {
  const { trade } = watching(ruleAt('crosses', -8));
  trade(-9);
  expect(trade(-7)).toEqual(['crosses -8 up']);
  expect(trade(-9)).toEqual(['crosses -8 down']);
});

test('a mirrored path fires the mirrored rules', () => {
  const paths = fc.array(fc.integer({ min: -4, max: 4 }), { minLength: 1, maxLength: 40 });
  fc.assert(
    fc.property(paths, (ticks) => {
      const above = watching(ruleAt('crosses_above', LEVEL, 'r'), ruleAt('reaches', LEVEL, 'touch'));
      const below = watching(ruleAt('crosses_below', LEVEL, 'r'), ruleAt('reaches', LEVEL, 'touch'));
      const bare = (fired: readonly string[]) => fired.map((one) => one.replace(/ (up|down)$/, ''));
      for (const tick of ticks)
        expect(bare(below.trade(LEVEL - tick))).toEqual(bare(above.trade(LEVEL + tick)));
    }),
  );
});
