/** A text has a word of a search where its words have it, whatever a quick look at its letters says. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasWords, historyWords } from './history-words.ts';

const TEXT = 'Bid refilled 9 times at 4,567.25, 1,166 traded. Unusual';

test.each([
  [['refilled', '1166'], true],
  [['4567.25', 'unus'], true],
  [['bid', 'trad'], true],
  [['trad', 'bid'], false],
  [['166'], false],
  [['fill'], false],
  [['settlement'], false],
  [[], true],
])('%j is found: %j', (wanted, isFound) => {
  expect(hasWords(TEXT, wanted)).toBe(isFound);
});

test('every word of a text is found in it, and each beginning of three characters or more', () => {
  const piece = fc.constantFrom('1', '166', ',', '.', ' ', 'Bid', 'TR', 'É', 'İ', '-', '0', 'x');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const text = pieces.join('');
      for (const word of historyWords(text)) {
        expect(hasWords(text, [word])).toBe(true);
        expect(hasWords(text, [word.slice(0, 3)])).toBe(true);
      }
    }),
  );
});
