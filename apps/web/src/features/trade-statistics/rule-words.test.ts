/** Words of the rules of an account. */
import { expect, test } from 'vitest';
import { breachWords, chanceWords, type RuleState, ruleFigure, valueWords } from './rule-words.ts';

const DAILY: RuleState = {
  rule: 'daily-loss',
  label: 'Daily loss limit',
  state: 'warning',
  unit: 'money',
  value: '840.00',
  limit: '1000.00',
  left: '160.00',
  bound: 'at-least',
  breachedAt: null,
  breachedBy: null,
  text: '',
};

test('a figure that closed trades only bound is marked as a bound', () => {
  expect(valueWords(DAILY, 'USD')).toBe('at least $840.00');
  expect(valueWords({ ...DAILY, bound: 'exact' }, 'USD')).toBe('$840.00');
  expect(valueWords({ ...DAILY, value: null }, 'USD')).toBe('–');
});

test('every unit has its word', () => {
  expect(ruleFigure('1', 'contracts', 'USD')).toBe('1 contract');
  expect(ruleFigure('2.5', 'contracts', 'USD')).toBe('2.5 contracts');
  expect(ruleFigure('48.25', 'percent', 'USD')).toBe('48.3%');
  expect(ruleFigure('5', 'days', 'USD')).toBe('5 days');
});

test('a breach says when it was there at the latest', () => {
  expect(breachWords(DAILY)).toBeNull();
  expect(breachWords({ breachedAt: '2026-11-19T15:42:10.000Z' })).toMatch(
    /^Not later than 19 Nov 2026, \d\d:\d\d Chicago\.$/,
  );
});

test('the chance of a breach comes with its interval, or says what it needs', () => {
  expect(chanceWords({ value: 0.34, ci95: [0.22, 0.47], days: 64 })).toContain(
    '34% of cases (95% interval 22% to 47%)',
  );
  expect(chanceWords(null)).toContain('from 20 days on');
});
