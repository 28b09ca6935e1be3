/** Typed words and the texts that they find. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { markedParts, searched, searchRank } from './search-rank.ts';

const NAMES = ['ES E-mini S&P 500', 'MES Micro E-mini S&P 500', 'NQ E-mini Nasdaq-100', 'ESG index'];
const find = (typed: string) => searched(typed, NAMES, (name) => name);

test('the word itself comes before words that begin with it, and those before words that hold it', () => {
  expect(find('es')).toEqual(['ES E-mini S&P 500', 'ESG index', 'MES Micro E-mini S&P 500']);
});

test('every typed word must be there, in any order and case', () => {
  expect(find('mini MICRO')).toEqual(['MES Micro E-mini S&P 500']);
  expect(find('nasdaq es')).toEqual([]);
});

test('nothing typed finds everything in its order', () => {
  expect(find('  ')).toEqual(NAMES);
  expect(searchRank('', 'anything')).toBe(0);
});

test('marked parts join to the text, whatever is typed', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 6 }), fc.string({ maxLength: 20 }), (typed, text) => {
      const joined = markedParts(typed, text)
        .map((part) => part.text)
        .join('');
      expect(joined).toBe(text);
    }),
  );
  expect(markedParts('es', 'Session')).toEqual([
    { text: 'S', isMarked: false },
    { text: 'es', isMarked: true },
    { text: 'sion', isMarked: false },
  ]);
});
