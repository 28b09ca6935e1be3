/** Which files are read. */
import { expect, test } from 'vitest';
import { notAccepted } from './accept-file.ts';

const file = (name: string, type = '', size = 1000) => notAccepted({ name, type, size });

test('exports of platforms are accepted by their ending in any case, and CSV by its type', () => {
  for (const name of ['a.csv', 'A.CSV', 'log.txt', 'Statement.htm', 'r.html', 'ReportHistory-1.xlsx'])
    expect(file(name)).toBeNull();
  expect(file('download', 'text/csv')).toBeNull();
  expect(file('trades.csv', 'application/vnd.ms-excel')).toBeNull();
});

test('a refusal names what the file seems to be and what is accepted', () => {
  expect(file('statement.pdf', 'application/pdf')).toBe(
    'Accepted are .csv, .txt, .htm, .html and .xlsx files. “statement.pdf” seems to be a PDF document: export the same report as CSV, HTML or Excel.',
  );
  expect(file('.csv')).toContain('a folder or a file without an ending');
  expect(file('trades')).toContain('a folder or a file without an ending');
  expect(file('x.csv.exe')).toContain('a program');
  expect(file('x.abc')).toContain('a .abc file');
});

test('a file of 2 GB is refused by its size, without being read', () => {
  expect(file('all.csv', 'text/csv', 2 * 1024 ** 3)).toContain('is 2.0 GB; the limit is 64 MB');
  expect(file('all.csv', 'text/csv', 64 * 1024 ** 2)).toBeNull();
});

test('a name with invisible characters is refused without being quoted', () => {
  for (const name of ['trades\u202evsc.exe.csv', 'a\u0007.csv', 'a\u200b.csv']) {
    expect(file(name)).toContain('The name of this file contains invisible characters');
    expect(file(name)).not.toContain(name);
  }
});
