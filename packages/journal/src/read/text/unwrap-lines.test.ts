/** Lines that a spreadsheet saved as one cell each are restored; every other text is unchanged. */
import { expect, test } from 'vitest';
import { readDelimited } from './delimited.ts';
import { unwrapLines } from './unwrap-lines.ts';

test('lines quoted as a whole are lines again, with their quotes', () => {
  expect(unwrapLines('"a,b,c,d"\r\n"1,""2,5"",3,4"\r\n')).toBe('a,b,c,d\n1,"2,5",3,4\n');
});

test('padding with empty cells is taken off, lines keep their numbers', () => {
  const text = 'Trades,Header,Symbol,Date;;;;\n\n"Trades,Data,ESM6,""2026-03-02, 09:35:10""";;;;\n';
  const grid = readDelimited(text);
  expect(grid.rows.map(({ line, cells }) => [line, cells])).toEqual([
    [1, ['Trades', 'Header', 'Symbol', 'Date']],
    [3, ['Trades', 'Data', 'ESM6', '2026-03-02, 09:35:10']],
  ]);
});

test('texts in which a quoted cell is among others are unchanged', () => {
  for (const text of [
    'a,b,c,d\n1,"2,5",3,4\n',
    '"a","b","c","d"\n"1","2","3","4"\n',
    '"Completed Orders"\n"a","b"\n',
    '"one, two"\n"three, four"\n',
    'a;b;c;d;\n1;2;3;4;\n',
    '"never closed, a, b, c\n',
  ]) {
    expect(unwrapLines(text)).toBe(text);
  }
});

test('wrapped lines without end are left to the row limit', () => {
  const text = `"a,b,c,d"\n${'\r'.repeat(600_000)}`;
  expect(unwrapLines(text)).toBe(text);
});
