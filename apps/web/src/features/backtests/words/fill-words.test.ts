/** What a result says of the rows that its fills needed. */
import { expect, test } from 'vitest';
import { rowsText } from './fill-words.ts';

test('sessions without rows are named, with what that means', () => {
  expect(rowsText({ withRows: 3, withoutRows: 0 })).toBe('of 3 of 3 sessions with signals');
  expect(rowsText({ withRows: 1, withoutRows: 2 })).toBe(
    'of 1 of 3 sessions with signals: in the others nothing is decided',
  );
});
