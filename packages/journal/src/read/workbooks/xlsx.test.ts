import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { ImportRefusal } from '#model/import-refusal.ts';
import type { SourceFile } from '#model/source-file.ts';
import { type HandMadeWorkbook, makeWorkbook, workbookParts, zipOf } from '#testing/hand-made-workbook.ts';
import { readXlsx } from './xlsx.ts';

function fileOf(rows: string, book: Partial<HandMadeWorkbook> = {}): SourceFile {
  return readXlsx(makeWorkbook({ sheets: [{ name: 'Trades', rows }], ...book }), 'trades.xlsx');
}

function cellsOf(rows: string, book: Partial<HandMadeWorkbook> = {}): readonly (readonly string[])[] {
  return fileOf(rows, book).grids[0]?.rows.map((row) => row.cells) ?? [];
}

function refusal(bytes: Uint8Array): ImportRefusal {
  try {
    readXlsx(bytes, 'x.xlsx');
  } catch (error) {
    if (error instanceof ImportRefusal) return error;
    throw error;
  }
  throw new Error('the workbook was read');
}

const n = (ref: string, value: string | number, style = 0): string =>
  `<c r="${ref}" s="${style}"><v>${value}</v></c>`;

test('numbers, shared and inline texts, truth values and errors become text', () => {
  const shared =
    '<si><t>Symbol</t></si><si><r><t>ES</t></r><r><t xml:space="preserve"> Z6</t></r><rPh><t>x</t></rPh></si>';
  const rows =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>in&amp;line</t></is></c><c r="C1" t="str"><f>A1</f><v>text</v></c></row>' +
    `<row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="b"><v>1</v></c><c r="C2" t="e"><v>#N/A</v></c>${n('D2', '6000.25')}</row>`;
  expect(cellsOf(rows, { shared })).toEqual([
    ['Symbol', 'in&line', 'text'],
    ['ES Z6', 'TRUE', '#N/A', '6000.25'],
  ]);
});

test('parts in UTF-16 with a mark are read as MetaTrader 5 writes them', () => {
  const file = fileOf(
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Zeit – Börse</t></is></c></row><row r="2"><c r="A2"><v>1.5</v></c></row>',
    { utf16: true },
  );
  expect(file.grids[0]?.rows.map((row) => row.cells)).toEqual([['Zeit – Börse'], ['1.5']]);
  expect(file.grids[0]).toMatchObject({ origin: 'xlsx', name: 'Trades', typed: true, delimiter: null });
});

test('noise of floating numbers is cut and exponents are written out', () => {
  expect(
    cellsOf(`<row>${n('A1', '0.30000000000000004')}${n('B1', '5.8E-05')}${n('C1', '-1.5E3')}</row>`),
  ).toEqual([['0.3', '0.000058', '-1500']]);
});

test('dates show by built-in and custom formats, plain numbers stay numbers', () => {
  const book = {
    formats: ['yyyy\\-mm\\-dd\\ hh:mm:ss', '0.00 &quot;days&quot;', '[Red]0.0', 'dd/mm/yy'],
    styles: [0, 14, 22, 164, 165, 166, 167, 21],
  };
  const value = 46083.39657407407;
  const row = [0, 1, 2, 3, 4, 5, 6].map((style) => n(`${'ABCDEFG'.charAt(style)}1`, value, style)).join('');
  expect(cellsOf(`<row r="1">${row}${n('H1', 0.5, 7)}${n('I1', 46083, 1)}</row>`, book)).toEqual([
    [
      '46083.3965740741',
      '2026-03-02 09:31:04',
      '2026-03-02 09:31:04',
      '2026-03-02 09:31:04',
      '46083.3965740741',
      '46083.3965740741',
      '2026-03-02 09:31:04',
      '12:00:00',
      '2026-03-02',
    ],
  ]);
});

test('a serial that is not a day stays a number', () => {
  expect(
    cellsOf(`<row>${n('A1', 2147483648, 1)}${n('B1', -1, 1)}${n('C1', '1E+300', 1)}</row>`, {
      styles: [0, 14],
    }),
  ).toEqual([['2147483648', '-1', '1E+300']]);
});

test('workbooks that count from 1904 are four years later', () => {
  expect(cellsOf(`<row>${n('A1', 46083 - 1462, 1)}</row>`, { is1904: true, styles: [0, 14] })).toEqual([
    ['2026-03-02'],
  ]);
});

test('formulas give their stored value and data rows that lack one are reported', () => {
  const empty = (ref: string): string => `<c r="${ref}"><f>SUM(A1)</f></c>`;
  const data = `<row r="1"><c r="A1"><f>1+1</f><v>2</v></c>${empty('B1')}${n('C1', 3)}${n('D1', 4)}</row>`;
  const file = fileOf(`${data}<row r="2">${empty('C2')}${empty('D2')}${n('E2', 5)}</row>`);
  expect(file.grids[0]?.rows.map((row) => row.cells)).toEqual([
    ['2', '', '3', '4'],
    ['', '', '', '', '5'],
  ]);
  expect(file.warnings).toEqual(['1 cell with a formula has no stored value, read as empty.']);
});

test('cells without a reference follow each other and gaps are empty cells', () => {
  const rows =
    '<row><c><v>1</v></c><c><v>2</v></c></row><row r="5"><c r="B5"><v>3</v></c><c><v>4</v></c><c r="F5"/></row>';
  const file = fileOf(rows);
  expect(file.grids[0]?.rows).toEqual([
    { line: 1, cells: ['1', '2'] },
    { line: 5, cells: ['', '3', '4'] },
  ]);
});

test('styled cells without a value do not widen a row, however far they go', () => {
  expect(cellsOf('<row r="1"><c r="A1"><v>1</v></c><c r="XFD1" s="1"/></row>')).toEqual([['1']]);
});

test('prefixes of namespaces and absolute targets are understood', () => {
  const parts = workbookParts({
    sheets: [{ name: 'T', rows: '' }],
    target: () => '/xl/worksheets/sheet1.xml',
  });
  parts['xl/worksheets/sheet1.xml'] =
    '<x:worksheet xmlns:x="m"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>';
  parts['xl/workbook.xml'] = (parts['xl/workbook.xml'] ?? '')
    .replaceAll('<', '<x:')
    .replaceAll('<x:/', '</x:')
    .replaceAll('r:id', 'rel:id');
  expect(readXlsx(zipOf(parts), 'x.xlsx').grids[0]?.rows[0]?.cells).toEqual(['7']);
});

test('a workbook with a broken list of sheets gives what looks like sheets', () => {
  const parts = workbookParts({ sheets: [{ name: 'T', rows: '<row><c><v>7</v></c></row>' }] });
  delete parts['xl/_rels/workbook.xml.rels'];
  delete parts['_rels/.rels'];
  expect(readXlsx(zipOf(parts), 'x.xlsx').grids).toMatchObject([
    { name: 'sheet1', rows: [{ cells: ['7'] }] },
  ]);
});

test('several sheets keep their order, empty ones are left out and hidden ones are reported', () => {
  const row = (value: number): string => `<row><c><v>${value}</v></c></row>`;
  const file = readXlsx(
    makeWorkbook({
      sheets: [
        { name: 'Statistics', rows: row(1) },
        { name: 'Empty', rows: '' },
        { name: 'Secret', rows: row(2), state: 'veryHidden' },
        { name: 'Journal', rows: row(3) },
      ],
    }),
    'x.xlsx',
  );
  expect(file.grids.map((grid) => grid.name)).toEqual(['Statistics', 'Journal']);
  expect(file.warnings).toEqual(['The hidden sheet Secret was not read.']);
});

test('escaped characters are given back, and zeros and halves of pairs never arrive', () => {
  const rows = '<row><c t="inlineStr"><is><t>a_x000A_b_x0000__xD800_&#0;&#xD800;</t></is></c></row>';
  const text = cellsOf(rows)[0]?.[0] ?? '';
  expect(text.startsWith('a\nb')).toBe(true);
  expect(text.includes('\0')).toBe(false);
  expect(text.isWellFormed()).toBe(true);
});

test('a bomb of zeros is refused while it unpacks', () => {
  const parts = workbookParts({ sheets: [{ name: 'T', rows: '' }] });
  const files = Object.fromEntries(Object.entries(parts).map(([path, text]) => [path, strToU8(text)]));
  const bomb = zipSync({
    ...files,
    'xl/worksheets/sheet1.xml': [new Uint8Array(17 * 1024 * 1024), { level: 1 }],
  });
  expect(bomb.length).toBeLessThan(256 * 1024);
  expect(refusal(bomb).code).toBe('TOO_LARGE');
});

test('a bomb of rows is refused by its rows', () => {
  const parts = workbookParts({
    sheets: [{ name: 'T', rows: '<row><c><v>1</v></c></row>'.repeat(250_001) }],
  });
  expect(refusal(zipOf(parts, false, 0)).code).toBe('TOO_MANY_ROWS');
});

test('a value in column XFD is refused', () => {
  expect(
    refusal(makeWorkbook({ sheets: [{ name: 'T', rows: '<row r="1"><c r="XFD1"><v>1</v></c></row>' }] }))
      .code,
  ).toBe('TOO_MANY_COLUMNS');
});

test('entities of a document type are not expanded', () => {
  const parts = workbookParts({ sheets: [{ name: 'T', rows: '' }] });
  parts['xl/worksheets/sheet1.xml'] =
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>';
  expect(readXlsx(zipOf(parts), 'x.xlsx').grids[0]?.rows[0]?.cells[0]).not.toContain('aaaa');
});

test('deep nesting is refused', () => {
  const rows = '<a>'.repeat(100_000);
  expect(refusal(makeWorkbook({ sheets: [{ name: 'T', rows }] })).code).toBe('DAMAGED');
});

test.each([
  ['a truncated workbook', (bytes: Uint8Array) => bytes.subarray(0, bytes.length - 30), 'DAMAGED'],
  ['half a workbook', (bytes: Uint8Array) => bytes.subarray(0, bytes.length >> 1), 'DAMAGED'],
  ['only the first bytes', (bytes: Uint8Array) => bytes.subarray(0, 4), 'DAMAGED'],
])('%s is refused as damaged', (_, cut, code) => {
  const bytes = makeWorkbook({ sheets: [{ name: 'T', rows: '<row><c><v>1</v></c></row>' }] });
  expect(refusal(cut(bytes)).code).toBe(code);
});

test('a digit that was turned after the check sum was made is damage', () => {
  const bytes = zipOf(
    workbookParts({ sheets: [{ name: 'T', rows: '<row><c><v>6000.25</v></c></row>' }] }),
    false,
    0,
  );
  const at = new TextDecoder('latin1').decode(bytes).indexOf('6000.25');
  bytes[at] = 0x37;
  expect(refusal(bytes).code).toBe('DAMAGED');
});

test('a workbook without a filled cell is refused as empty', () => {
  expect(refusal(makeWorkbook({ sheets: [{ name: 'T', rows: '' }] })).code).toBe('EMPTY');
});

test.each([
  [{ 'word/document.xml': '<w/>' }, 'document'],
  [{ 'xl/workbook.bin': 'x' }, '.xlsb'],
  [{ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<x/>' }, 'OpenDocument'],
  [{ 'trades.csv': 'a,b' }, 'zip archive'],
])('the kind of a zip that is not a workbook is named: %j', (parts, word) => {
  const error = refusal(zipOf(parts));
  expect(error.code).toBe('NOT_ACCEPTED');
  expect(error.message).toContain(word);
});

test('a part with a password is named', () => {
  const bytes = makeWorkbook({ sheets: [{ name: 'T', rows: '<row><c><v>1</v></c></row>' }] });
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at + 4 < bytes.length; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint16(at + 8, 1, true);
  }
  expect(refusal(bytes).message).toContain('password');
});
