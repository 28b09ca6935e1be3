/** Neighbours of a rule: nine at most, each named after what differs, the rule itself among them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BacktestRule } from '#rule/backtest-rule.ts';
import type { EventCondition } from '#rule/condition.ts';
import { anyRule } from '#testing/any-rule.ts';
import { RULE } from '#testing/made-rule.ts';
import { variantsOf } from './rule-variants.ts';

const EVENT = RULE.entry.all[0] as EventCondition;
const namesOf = (rule: Partial<BacktestRule>) => variantsOf({ ...RULE, ...rule }).map(({ name }) => name);
const waitFor = (part: Partial<EventCondition>) => ({
  entry: { all: [{ ...EVENT, ...part }], withinSeconds: null },
});
const exits = (part: Partial<BacktestRule['exits']>) => ({ exits: { ...RULE.exits, ...part } });

test('a stop and a size make nine, by a quarter in each direction', () => {
  expect(namesOf({})).toEqual(
    ['stop 12 ticks', 'stop 16 ticks', 'stop 20 ticks'].flatMap((stop) =>
      ['size 75', 'size 100', 'size 125'].map((size) => `${stop}, ${size}`),
    ),
  );
});

test.each<readonly [situation: string, rule: Partial<BacktestRule>, names: readonly string[]]>([
  [
    'without a stop the trailing one varies',
    {
      ...exits({ stop: null, trailing: { value: 2, unit: 'ranges' } }),
      ...waitFor({ minSize: 0, minConfidence: 1 }),
    },
    ['trailing 1.5 ranges', 'trailing 2 ranges', 'trailing 2.5 ranges'],
  ],
  [
    'without a size the probability varies',
    { ...exits({ stop: null }), ...waitFor({ minSize: 0 }) },
    ['probability 70%', 'probability 75%', 'probability 80%'],
  ],
  [
    'a probability stays below what is exact',
    { ...exits({ stop: null }), ...waitFor({ minSize: 0, minConfidence: 0.97 }) },
    ['probability 92%', 'probability 97%', 'probability 99%'],
  ],
  [
    'an exact event varies by its stop alone',
    waitFor({ minSize: 0, minConfidence: 1 }),
    [...['stop 12 ticks', 'stop 16 ticks', 'stop 20 ticks']],
  ],
  [
    'what rounds to the same is one variant',
    { ...exits({ stop: { value: 1, unit: 'ticks' } }), ...waitFor({ minSize: 1 }) },
    ['stop 1 ticks, size 1'],
  ],
  [
    'nothing to vary leaves the rule alone',
    { ...exits({ stop: null }), ...waitFor({ minSize: 0, minConfidence: 1 }) },
    [''],
  ],
])('%s', (_, rule, names) => {
  expect(namesOf(rule)).toEqual(names);
});

test('of any rule there are at most nine with names of their own, and only the stop and the first condition differ', () => {
  fc.assert(
    fc.property(anyRule, (rule) => {
      const variants = variantsOf(rule);
      expect(variants.length).toBeGreaterThan(0);
      expect(variants.length).toBeLessThanOrEqual(9);
      expect(new Set(variants.map(({ name }) => name)).size).toBe(variants.length);
      for (const { rule: variant } of variants) {
        const { stop, trailing } = rule.exits;
        expect({ ...variant.exits, stop, trailing }).toEqual(rule.exits);
        expect(variant.entry.all.slice(1)).toEqual(rule.entry.all.slice(1));
        expect({ ...variant, exits: rule.exits, entry: rule.entry }).toEqual(rule);
      }
    }),
  );
});
