/** A score is the sum of the words that it names, for each group of products its own. */
import type { ProductGroup } from '@undertow/market';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scoreHeadline } from './score-headline.ts';

const GROUPS: readonly ProductGroup[] = ['equities', 'rates', 'currencies', 'energies', 'metals', 'grains'];

test.each([
  ['Fed signals rate hike', 'equities', -0.5],
  ['Fed signals rate hike', 'energies', 0],
  ['Fed cuts interest rates', 'rates', 0.5],
  ['Inflation cools in November', 'equities', 0.4],
  ['Consumer prices rise more than expected', 'metals', -0.4],
  ['Crude inventories fall by 5 million barrels', 'energies', 0.4],
  ['Crude stockpiles unexpectedly rise', 'energies', -0.4],
  ['OPEC agrees output cut', 'energies', 0.5],
  ['Bill auction: strong indirect demand', 'rates', 0.35],
  ['Drought deepens in Iowa', 'grains', 0.4],
  ['Board publishes discount rate minutes', 'equities', 0],
] as const)('%j means %s %d', (title, group, score) => {
  expect(scoreHeadline(title, group).score).toBe(score);
});

test('the words are quoted in their order, and what is denied is turned around', () => {
  expect(scoreHeadline('No recession: jobs rise', 'equities')).toEqual({
    score: 0.6,
    words: [
      { text: 'recession', weight: 0.4 },
      { text: 'jobs rise', weight: 0.2 },
    ],
  });
  expect(scoreHeadline('Nothing known', 'equities')).toEqual({ score: 0, words: [] });
});

test('whatever the headline, the score is within bounds, rests on words of it, and is the same each time', () => {
  const parts = [
    'rate hike',
    'no',
    'war',
    'inflation',
    'rises',
    'glut',
    'and',
    'drought',
    'recession',
    'record high',
    '(',
    '€',
  ];
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...parts), { maxLength: 20 }),
      fc.constantFrom(...GROUPS),
      (words, group) => {
        const title = words.join(' ');
        const found = scoreHeadline(title, group);
        expect(Math.abs(found.score)).toBeLessThanOrEqual(1);
        for (const { text } of found.words) expect(title).toContain(text);
        if (found.words.length === 0) expect(found.score).toBe(0);
        expect(scoreHeadline(title, group)).toEqual(found);
      },
    ),
  );
});

test('a long hostile headline is scored at once', () => {
  expect(scoreHeadline(`${'inflation '.repeat(30)}${'a '.repeat(100)}`, 'equities').score).toBe(0);
});
