/** A rule of alerts becomes one to test and returns unchanged. */
import { NEWS_FILTERS, SESSION_HOURS } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyAlertCondition } from '#testing/any-rule.ts';
import { RULE } from '#testing/made-rule.ts';
import { ES } from '#testing/made-session.ts';
import { alertOfBacktest, backtestOfAlert } from './alert-rule.ts';
import { checkRule } from './check-rule.ts';
import { readRule } from './read-rule.ts';
import { ruleText } from './write-rule.ts';

const anyAlert = fc.record({
  name: fc.string({ minLength: 1, maxLength: 80 }).filter((name) => name.trim() === name),
  condition: anyAlertCondition,
  sessionHours: fc.constantFrom(...SESSION_HOURS),
  newsWindow: fc.constantFrom(...NEWS_FILTERS),
  coolDownSeconds: fc.nat(86_400),
});

test('there and back changes nothing, also by way of the text', () => {
  fc.assert(
    fc.property(anyAlert, (alert) => {
      const rule = backtestOfAlert(alert, 'ES');
      expect(alertOfBacktest(rule)).toEqual({ alert, leftOut: [] });
      fc.pre(checkRule(rule, ES).length === 0);
      const read = readRule(ruleText(rule), () => ES).rule ?? RULE;
      expect(alertOfBacktest(read)).toEqual({ alert, leftOut: [] });
    }),
  );
});

test('what alerts do not have is refused or named', () => {
  const [condition] = RULE.entry.all;
  const two = { all: condition === undefined ? [] : [condition, condition], withinSeconds: 60 };
  expect(alertOfBacktest({ ...RULE, entry: two })).toMatchObject({
    refusal: expect.stringContaining('one thing'),
  });
  const filters = { ...RULE.filters, quality: 'complete', weekdays: ['mon'] } as const;
  expect(alertOfBacktest({ ...RULE, filters })).toMatchObject({ leftOut: ['weekdays', 'quality'] });
});
