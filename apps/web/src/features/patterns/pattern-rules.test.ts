import { expect, test } from 'vitest';
import { patternRules } from './pattern-rules.ts';

test('rules are listed with their value and what was needed', () => {
  const rules = [
    { name: 'Distance', value: 4.1234, needed: 'at least 3', met: true },
    { name: 'Kinds', value: 3 },
  ];
  expect(patternRules({ rules })).toEqual([
    { name: 'Distance', value: '4.12', needed: 'at least 3' },
    { name: 'Kinds', value: '3', needed: '' },
  ]);
});

test('evidence without rules, or with something else in their place, lists none', () => {
  expect(patternRules({})).toEqual([]);
  expect(patternRules({ rules: [null, 'x', { value: 1 }] })).toEqual([]);
});
