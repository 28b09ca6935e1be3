/** Ids of platforms, as spreadsheets leave them. */
import { expect, test } from 'vitest';
import { compareIds, usableId } from './native-id.ts';

test('an id that a spreadsheet rounded is none', () => {
  expect(['5.4E+11', '5,4e+11', '1E5', '', '-'].map(usableId)).toEqual([null, null, null, null, null]);
  expect(['540000000123', "'0042", 'x-7', '1E5X', '0'].map(usableId)).toEqual([
    '540000000123',
    '0042',
    'x-7',
    '1E5X',
    '0',
  ]);
});

test('ids are ordered as numbers of any length, and otherwise not at all', () => {
  expect(compareIds('9', '10')).toBe(-1);
  expect(compareIds('10', '9')).toBe(1);
  expect(compareIds('007', '7')).toBe(0);
  expect(compareIds('90071992547409931', '90071992547409930')).toBe(1);
  for (const other of [null, '', 'x7', '1.5', '-1']) expect(compareIds('5', other), String(other)).toBeNull();
});
