/** Styles of agents, and which of them may be excluded. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AGENT_STYLES, type AgentStyle, excludedStyles, subjectOf } from './agent-styles.ts';

const SUBJECTS = ['maker', 'iceberg', 'spoofing', 'absorption'] as const;
const stylesOf = (subject: string): AgentStyle[] =>
  AGENT_STYLES.filter((style) => subjectOf(style) === subject);

test('every style is one of four subjects and named once', () => {
  expect(new Set(AGENT_STYLES.map(subjectOf))).toEqual(new Set(SUBJECTS));
  expect(new Set(AGENT_STYLES).size).toBe(AGENT_STYLES.length);
  for (const style of AGENT_STYLES) expect(style).toMatch(/^[a-z]+\/[a-z_]+$/);
});

test('a subject keeps at least one of its styles', () => {
  const makers = AGENT_STYLES.filter((style) => subjectOf(style) === 'maker');
  expect([...excludedStyles(makers.slice(1))]).toEqual(makers.slice(1));
  expect(() => excludedStyles(makers)).toThrow('expected at least one style of maker that is not excluded');
});

test.each(SUBJECTS)('any style of %s may be the one that is left', (subject) => {
  const styles = stylesOf(subject);
  expect(styles.length).toBeGreaterThan(1);
  for (const left of styles) {
    const others = styles.filter((style) => style !== left);
    expect(excludedStyles(others).has(left)).toBe(false);
  }
  expect(() => excludedStyles(styles)).toThrow(RangeError);
});

test('whatever is excluded is refused exactly where a subject has nothing left', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...AGENT_STYLES), { maxLength: 20, size: 'max' }), (styles) => {
      const emptied = SUBJECTS.filter((subject) =>
        stylesOf(subject).every((style) => styles.includes(style)),
      );
      if (emptied.length === 0) expect(excludedStyles(styles)).toEqual(new Set(styles));
      else expect(() => excludedStyles(styles)).toThrow(/^expected at least one style of [a-z]+ that is not/);
    }),
  );
});

test('nothing is excluded of nobody', () => {
  expect(excludedStyles([]).size).toBe(0);
});
