/** The rule sets that can be applied, and the rule of every new account: each could be written by its owner. */
import { alertRuleInput, TIER_RULES } from '@undertow/contracts';
import { CME_CALENDAR } from '@undertow/market';
import { expect, test } from 'vitest';
import type { AlertRuleContent } from '#ports/alerts.ts';
import { ES, makeRule, T } from '#testing/rule-board.ts';
import { BUILT_IN_RULE } from './built-in-rule.ts';
import { ruleFaults, ruleWarnings } from './check-rule.ts';
import { compileRule } from './compile-rule.ts';
import { pauseOf } from './rule-pauses.ts';
import { contentOf, RULE_TEMPLATES } from './templates.ts';

const rules = RULE_TEMPLATES.flatMap((template) => template.rules);
const check = {
  instruments: [ES],
  plan: { rules: TIER_RULES.pro },
  calendar: CME_CALENDAR,
  nowMs: T,
  lastTicksOf: () => 20_000,
};
const wireOf = ({ expiresAtMs: _, ...rule }: AlertRuleContent) => ({ ...rule, expiresAt: null });

test('there are three templates, numbered from one', () => {
  expect(RULE_TEMPLATES.map(({ id, name }) => [id, name])).toEqual([
    [1, 'Scalper'],
    [2, 'Swing Trader'],
    [3, 'Institutional Hunter'],
  ]);
});

test('no two rules have one name: a template that is applied again finds its own', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length);
});

test.each(rules.map((rule) => [rule.name, rule] as const))('%s is a rule that a form accepts', (_, rule) => {
  const content = contentOf(rule, [ES.id]);
  expect(alertRuleInput.safeParse(wireOf(content)).error).toBeUndefined();
  expect(ruleFaults(content, check)).toEqual([]);
  expect(ruleWarnings(content, check)).toEqual([]);
  expect(() => compileRule(makeRule('r', content.condition), ES, 10)).not.toThrow();
});

test('a rule of a template is enabled, for its instruments, without quiet hours or an end', () => {
  const [rule] = rules;
  if (rule === undefined) throw new Error('no rule');
  expect(contentOf(rule, [1, 4])).toEqual({
    ...rule,
    isEnabled: true,
    instrumentIds: [1, 4],
    quietHours: null,
    expiresAtMs: null,
  });
});

test('every rule of a template fires on Pro', () => {
  for (const rule of rules) {
    const stored = makeRule('r', rule.condition, contentOf(rule, [1]));
    expect(pauseOf(stored, 0, { rules: TIER_RULES.pro, activeInstrumentIds: [1] }, T)).toBeNull();
  }
});

test('the rule of a new account is acceptable, and fires on every paid plan', () => {
  expect(alertRuleInput.safeParse(wireOf(BUILT_IN_RULE)).error).toBeUndefined();
  expect(ruleFaults(BUILT_IN_RULE, check)).toEqual([]);
  const rule = makeRule('r', BUILT_IN_RULE.condition);
  const pauses = (['free', 'basic', 'pro', 'elite'] as const).map((tier) =>
    pauseOf(rule, 0, { rules: TIER_RULES[tier], activeInstrumentIds: [1] }, T),
  );
  expect(pauses).toEqual(['no_plan', null, null, null]);
});
