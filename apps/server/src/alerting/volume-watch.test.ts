/** Rules of volume: at their multiple, once, and again only after it was below. */
import type { AlertCondition } from '@undertow/contracts';
import { DAY_MS, MINUTE_MS, SIMULATED_CALENDAR } from '@undertow/market';
import { expect, test } from 'vitest';
import { ES, makeRule, T } from '#testing/rule-board.ts';
import { compileRule, type RuleOf } from './compile-rule.ts';
import type { FiringFact } from './market-step.ts';
import { MinuteMemory } from './minute-memory.ts';
import { VolumeWatch } from './volume-watch.ts';

type Window = Extract<AlertCondition, { kind: 'volume' }>['windowMinutes'];
const ruleOf = (id: string, multiple: number, windowMinutes: Window = 1): RuleOf<'volume'> =>
  compileRule(makeRule(id, { kind: 'volume', multiple, windowMinutes }), ES, null) as RuleOf<'volume'>;

/** A market whose volume is normally 100 in each of the five minutes up to this one. */
function watching(...rules: readonly RuleOf<'volume'>[]) {
  const memory = new MinuteMemory(SIMULATED_CALENDAR);
  for (let day = 6; day > 0; day -= 1)
    for (let back = 4; back >= 0; back -= 1) {
      const startMs = T - day * DAY_MS - back * MINUTE_MS;
      memory.add({ startMs, lowTicks: 1, highTicks: 1, volume: 100 });
    }
  const watch = new VolumeWatch();
  for (const rule of rules) watch.add(rule);
  const volume = (contracts: number) => {
    memory.setForming({ startMs: T, lowTicks: 1, highTicks: 1, volume: contracts });
    const fired: (readonly [string, FiringFact])[] = [];
    watch.step(T + 1000, memory, ({ rule }, fact) => fired.push([rule.id, fact]));
    return fired;
  };
  return { watch, memory, volume, ids: (contracts: number) => volume(contracts).map(([id]) => id) };
}

test('a rule fires exactly at its multiple', () => {
  const { ids } = watching(ruleOf('three', 3));
  expect(ids(0)).toEqual([]);
  expect(ids(299)).toEqual([]);
  expect(ids(300)).toEqual(['three']);
});

test('what fired names how many times normal, the volume, the window and its days', () => {
  const { volume } = watching(ruleOf('three', 3));
  volume(0);
  expect(volume(450)).toEqual([
    ['three', { kind: 'volume', times: 4.5, volume: 450, windowMinutes: 1, days: 6 }],
  ]);
});

test('it does not fire again while the volume stays over, and does after it was below', () => {
  const { ids } = watching(ruleOf('three', 3));
  ids(0);
  expect([ids(300), ids(400), ids(299), ids(300)]).toEqual([['three'], [], [], ['three']]);
});

test('volume that is over already when the rule is created is no news', () => {
  const { ids } = watching(ruleOf('three', 3));
  expect([ids(500), ids(600), ids(200), ids(300)]).toEqual([[], [], [], ['three']]);
});

test('each rule has its own multiple and its own window', () => {
  const { ids } = watching(ruleOf('two', 2), ruleOf('four', 4), ruleOf('wide', 1.2, 5));
  ids(0);
  expect(ids(200)).toEqual(['two']);
  expect(ids(400)).toEqual(['four']);
  // In five minutes 500 are normal, and only this one traded today
  expect(ids(599)).toEqual([]);
  expect(ids(600)).toEqual(['wide']);
});

test('a removed rule is silent, the others of its window are not', () => {
  const gone = ruleOf('gone', 2);
  const { ids, watch } = watching(gone, ruleOf('kept', 2));
  ids(0);
  watch.remove(gone);
  expect(ids(200)).toEqual(['kept']);
  expect(watch.isEmpty).toBe(false);
});

test('the watch is empty without rules, and again after the last one left', () => {
  const rule = ruleOf('r', 2);
  const { watch } = watching();
  expect(watch.isEmpty).toBe(true);
  watch.add(rule);
  expect(watch.isEmpty).toBe(false);
  watch.remove(rule);
  watch.remove(rule);
  expect(watch.isEmpty).toBe(true);
});

test('history moves the state without firing', () => {
  const { watch, memory, ids } = watching(ruleOf('three', 3));
  ids(0);
  memory.setForming({ startMs: T, lowTicks: 1, highTicks: 1, volume: 500 });
  watch.step(T + 1000, memory, null);
  expect([ids(500), ids(0), ids(500)]).toEqual([[], [], ['three']]);
});

test('without a normal volume nothing is over it', () => {
  const watch = new VolumeWatch();
  watch.add(ruleOf('r', 1.1));
  const memory = new MinuteMemory(SIMULATED_CALENDAR);
  const fired: string[] = [];
  for (const volume of [0, 1_000_000]) {
    memory.setForming({ startMs: T, lowTicks: 1, highTicks: 1, volume });
    watch.step(T, memory, ({ rule }) => fired.push(rule.id));
  }
  expect(fired).toEqual([]);
});
