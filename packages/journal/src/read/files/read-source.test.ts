import { expect, test } from 'vitest';
import { ImportRefusal } from '#model/import-refusal.ts';
import { makeWorkbook } from '#testing/hand-made-workbook.ts';
import { readSource } from './read-source.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const latin = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

function utf16(text: string, isBigEndian: boolean, mark: boolean): Uint8Array {
  const codes = [...(mark ? [0xfeff] : []), ...Array.from(text, (letter) => letter.charCodeAt(0))];
  return Uint8Array.from(
    codes.flatMap((code) => (isBigEndian ? [code >> 8, code & 255] : [code & 255, code >> 8])),
  );
}

function refusal(bytes: Uint8Array, encoding?: string): ImportRefusal {
  try {
    readSource(bytes, 'trades.csv', encoding === undefined ? {} : { encoding });
  } catch (error) {
    if (error instanceof ImportRefusal) return error;
    throw error;
  }
  throw new Error('the file was read');
}

const TEXT = 'Symbol;Qté;Côté;Prix\nESZ6;1;Achat;6000,25\n';

test.each([
  ['utf-8', bytesOf(TEXT)],
  ['utf-8', bytesOf(`\ufeff${TEXT}`)],
  ['utf-16le', utf16(TEXT, false, true)],
  ['utf-16be', utf16(TEXT, true, true)],
  ['utf-16le', utf16(TEXT, false, false)],
  ['utf-16be', utf16(TEXT, true, false)],
  ['windows-1252', latin(TEXT)],
])('text in %s is read', (encoding, bytes) => {
  const file = readSource(bytes, 'x.csv');
  expect(file.encoding).toBe(encoding);
  expect(file.grids[0]?.rows[0]?.cells).toEqual(['Symbol', 'Qté', 'Côté', 'Prix']);
});

test('text that is not Unicode gives a warning and is read in the chosen encoding', () => {
  const russian = Uint8Array.from([
    ...latin('Symbol,'),
    0xcf,
    0xee,
    0xea,
    0xf3,
    0xef,
    0xea,
    0xe0,
    ...latin(',Qty,Price\nES,1,2,3'),
  ]);
  expect(readSource(russian, 'x.csv').warnings[0]).toContain('windows-1252');
  expect(readSource(russian, 'x.csv', { encoding: 'windows-1251' }).grids[0]?.rows[0]?.cells[1]).toBe(
    'Покупка',
  );
  const japanese = Uint8Array.from([...latin('Symbol,'), 0x94, 0x83, ...latin(',Qty,Price\nES,1,2,3')]);
  expect(readSource(japanese, 'x.csv', { encoding: 'shift_jis' }).grids[0]?.rows[0]?.cells[1]).toBe('買');
  expect(refusal(japanese, 'klingon').code).toBe('NOT_ACCEPTED');
});

test('a UTF-8 file that was cut inside a letter is still UTF-8', () => {
  const bytes = bytesOf('Symbol,Note,Qty,Price\nES,dé');
  expect(readSource(bytes.subarray(0, bytes.length - 1), 'x.csv').encoding).toBe('utf-8');
});

test('the charset that a page names is used where it is not Unicode', () => {
  const page = Uint8Array.from([
    ...latin('<html><meta charset="windows-1251"><table><tr><td>'),
    0xcf,
    ...latin('</td></tr></table>'),
  ]);
  const file = readSource(page, 'x.htm');
  expect([file.encoding, file.grids[0]?.rows[0]?.cells]).toEqual(['windows-1251', ['П']]);
});

test('the kind of a file follows from its content, whatever its name', () => {
  expect(readSource(bytesOf('<table><tr><td>1</td></tr></table>'), 'x.csv').grids[0]?.origin).toBe('html');
  expect(
    readSource(
      bytesOf('<?xml version="1.0"?>\n<!-- saved -->\n<!DOCTYPE html><html><table><tr><td>1</table>'),
      'x',
    ).grids[0]?.origin,
  ).toBe('html');
  expect(readSource(bytesOf('a,b,c,d\n1,2,3,4'), 'x.htm').grids[0]?.origin).toBe('delimited');
  const book = makeWorkbook({ sheets: [{ name: 'T', rows: '<row><c><v>1</v></c></row>' }] });
  expect(readSource(book, 'x.csv').grids[0]?.origin).toBe('xlsx');
});

test.each([
  ['0 bytes', new Uint8Array(0)],
  ['a byte order mark only', Uint8Array.from([0xef, 0xbb, 0xbf])],
  ['blanks and line ends', bytesOf(' \r\n\t\r\n ')],
  ['zeros', new Uint8Array(10_000)],
  ['delimiters', bytesOf(',,,\n,,,\n')],
])('a file of %s is empty', (_, bytes) => {
  expect(refusal(bytes).code).toBe('EMPTY');
});

test.each([
  ['PDF', latin('%PDF-1.7\n…')],
  ['PNG', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])],
  ['JPEG', Uint8Array.from([0xff, 0xd8, 0xff, 0xe0])],
  ['GIF', latin('GIF89a')],
  ['gzip', Uint8Array.from([0x1f, 0x8b, 8, 0])],
  ['RAR', latin('Rar!\x1a')],
  ['program', Uint8Array.from([0x4d, 0x5a, 0x90, 0, 3, 0])],
  ['.xls', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])],
  [
    'password',
    Uint8Array.from([
      0xd0,
      0xcf,
      0x11,
      0xe0,
      0xa1,
      0xb1,
      0x1a,
      0xe1,
      0,
      ...utf16('EncryptedPackage', false, false),
    ]),
  ],
  ['.xls', Uint8Array.from([0x09, 0x08, 0x10, 0, 0, 6, 5, 0])],
  ['.mht', latin('MIME-Version: 1.0\r\nContent-Type: multipart/related')],
  [
    'XML spreadsheet',
    latin('<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Table >'),
  ],
  ['XML', latin('<?xml version="1.0"?><orders><order/></orders>')],
  ['JSON', latin('[{"symbol":"ES"}]')],
  ['binary', Uint8Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 251)],
])('%s is named and refused', (word, bytes) => {
  const error = refusal(bytes);
  expect(error.code).toBe('NOT_ACCEPTED');
  expect(error.message).toContain(word);
  expect(error.message).toMatch(/[A-Z].*\. .*\./);
});

test('more than 64 MB are refused before anything is read', () => {
  expect(refusal(new Uint8Array(64 * 1024 * 1024 + 1)).code).toBe('TOO_LARGE');
});

test('zeros and halves of pairs never reach a cell', () => {
  const file = readSource(Uint8Array.from([...latin('Symbol,Side,Qty,Price\nE\0S,Buy,1,2\n')]), 'x.csv');
  expect(file.grids[0]?.rows[1]?.cells).toEqual(['ES', 'Buy', '1', '2']);
  const half = utf16('Symbol,Side,Qty,Price\nE\ud800S,Buy,1,2\n', false, true);
  expect(readSource(half, 'x.csv').grids[0]?.rows[1]?.cells[0]?.isWellFormed()).toBe(true);
});

test('a mark that was written twice hides no quote', () => {
  expect(readSource(bytesOf('\ufeff\ufeff"Symbol","Qty, all",a,b\n'), 'x').grids[0]?.rows[0]?.cells).toEqual([
    'Symbol',
    'Qty, all',
    'a',
    'b',
  ]);
});

test('five million commas are refused', () => {
  expect(refusal(new Uint8Array(5_000_000).fill(44)).code).toBe('TOO_MANY_COLUMNS');
});

test('marks of direction around dates and signs are not part of a cell, in text and in pages', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const csv = readSource(bytes('Date,Pnl\n\u200e02\u200e/03/2026,\u202d-5.00\u202c\n'), 'a.csv');
  expect(csv.grids[0]?.rows[1]?.cells).toEqual(['02/03/2026', '-5.00']);
  const page = '<table><tr><td>a</td><td>b</td></tr><tr><td>&#x202e;1</td><td>&#8206;2</td></tr></table>';
  expect(readSource(bytes(page), 'a.htm').grids[0]?.rows[1]?.cells).toEqual(['1', '2']);
});
