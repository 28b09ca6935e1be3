import { expect, test } from 'vitest';
import { AGENT_STYLES, excludedStyles, subjectOf } from './agent-styles.ts';

test('a subject keeps at least one of its styles', () => {
  const makers = AGENT_STYLES.filter((style) => subjectOf(style) === 'maker');
  expect([...excludedStyles(makers.slice(1))]).toEqual(makers.slice(1));
  expect(() => excludedStyles(makers)).toThrow('expected at least one style of maker that is not excluded');
});
