import { expect, test } from 'vitest';
import { ImportRefusal } from '#model/import-refusal.ts';
import { readHtml } from './html.ts';

const cellsOf = (text: string): readonly (readonly (readonly string[])[])[] =>
  readHtml(text).grids.map((grid) => grid.rows.map((row) => row.cells));

function codeOf(text: string): string {
  try {
    readHtml(text);
    return 'none';
  } catch (error) {
    return error instanceof ImportRefusal ? error.code : String(error);
  }
}

test('a statement gives its title and its rows as text', () => {
  const read = readHtml(
    '<!DOCTYPE html><html><head><title>Statement: 1 - A. Trader</title></head><body><table>' +
      '<tr><td colspan=3><b>Closed Transactions:</b></td></tr>\n<tr><th>Ticket<th>Item<th>Profit</tr>' +
      '<tr align=right title="[sl]"><td>7</td><td>eurusd</td><td class=mspt>2&nbsp;517.40</td></tr></table></body></html>',
  );
  expect(read.title).toBe('Statement: 1 - A. Trader');
  expect(read.grids[0]).toMatchObject({ origin: 'html', name: null, typed: false });
  expect(read.grids[0]?.rows).toEqual([
    { line: 1, cells: ['Closed Transactions:', '', ''] },
    { line: 2, cells: ['Ticket', 'Item', 'Profit'] },
    { line: 3, cells: ['7', 'eurusd', '2\u00a0517.40'], note: '[sl]' },
  ]);
});

test('a cancelled order keeps its columns: its status precedes three empty cells', () => {
  expect(
    cellsOf(
      '<table><tr title="cancelled by trader"><td>1</td><td colspan=4>cancelled</td><td>x</td></tr></table>',
    ),
  ).toEqual([[['1', 'cancelled', '', '', '', 'x']]]);
});

test('the title of a cell is the note where the row has none', () => {
  expect(
    readHtml('<table><tr><td title="[tp]">1</td><td title="other">2</td></tr></table>').grids[0]?.rows[0]
      ?.note,
  ).toBe('[tp]');
});

test('hidden cells and rows are left out', () => {
  expect(
    cellsOf(
      '<table><tr><td>1</td><td class="hidden" colspan="8">x</td><td hidden>x</td><td style="display: none">x</td><td>2</td></tr>' +
        '<tr class="a hidden"><td>x</td></tr><tr><td class="unhidden">3</td></tr></table>',
    ),
  ).toEqual([[['1', '2'], ['3']]]);
});

test('tables inside tables are grids of their own, outer ones first', () => {
  expect(
    cellsOf(
      '<table><tr><td>out<table><tr><td>in</td></tr></table>side</td><td>2</td></tr></table><table><tr><td>next</td></tr></table>',
    ),
  ).toEqual([[['outside', '2']], [['in']], [['next']]]);
});

test('scripts and styles are neither run nor read', () => {
  expect(
    cellsOf(
      '<table><script>document.write("<tr><td>evil</td></tr>")</script><style>td{}</style>' +
        '<tr><td>a<script>alert(1)</script><img src=x onerror=alert(1)></td></tr></table>',
    ),
  ).toEqual([[['a']]]);
});

test('a broken page gives its rows', () => {
  expect(cellsOf('<table><tr><td>1<td><b>2<tr><td>3</td><td><font>4</table')).toEqual([
    [
      ['1', '2'],
      ['3', '4'],
    ],
  ]);
  expect(cellsOf('<td>loose</td><table><td>1</td></table></table></td></tr>')).toEqual([[['1']]]);
});

test('tags that are never closed do not add up', () => {
  const rows = '<tr><td><div><b><font>1<td><p>2'.repeat(5_000);
  expect(readHtml(`<body><div><table>${rows}`).grids[0]?.rows).toHaveLength(5_000);
});

test('line breaks and blanks inside a cell are one blank', () => {
  expect(cellsOf('<table><tr><td> 6\n000<br>next  </td></tr></table>')).toEqual([[['6 000 next']]]);
});

test('a page without tables is refused with what to do', () => {
  expect(() => readHtml('<html><body><p>Log in</p></body></html>')).toThrow('This page has no table.');
  expect(codeOf('<table></table>')).toBe('NOT_TRADES');
});

test('a page nested more deeply than any statement is refused', () => {
  expect(codeOf('<table><tr><td>'.repeat(100_000))).toBe('DAMAGED');
});

test('cells that claim millions of columns are refused', () => {
  expect(codeOf('<table><tr><td colspan=99999999>1</td></tr></table>')).toBe('TOO_MANY_COLUMNS');
  expect(codeOf(`<table><tr>${'<td>1'.repeat(100_000)}</table>`)).toBe('TOO_MANY_COLUMNS');
  expect(codeOf('<table><tr><td colspan=-5>1</td></tr></table>')).toBe('none');
});

// Each of these makes a careless parser go back to the start at every letter.
test.each([
  ['opening brackets', '<'.repeat(150_000)],
  ['closing brackets', '</x>'.repeat(150_000)],
  ['open comments', '<!--'.repeat(150_000)],
  ['open tags', '<a '.repeat(150_000)],
  ['open divs and wrong ends', '<div>'.repeat(100_000) + '</span>'.repeat(100_000)],
  ['ampersands', '&'.repeat(150_000)],
  ['entities', '&lt;'.repeat(150_000)],
  ['attributes', `<td ${'a=1 '.repeat(150_000)}>`],
  ['one long attribute', `<td style="${'display '.repeat(200_000)}">`],
  ['one cell of blanks', `<td>a${' '.repeat(1_000_000)}b</td>`],
  ['an open script', `<script>${'<'.repeat(500_000)}`],
  ['forms in forms', '<form>'.repeat(100_000)],
  ['svg in svg', '<svg>'.repeat(100_000)],
  ['zeros', '\0'.repeat(500_000)],
])('a storm of %s ends in time', (_, storm) => {
  expect(['none', 'DAMAGED']).toContain(codeOf(`<table><tr><td>1</td></tr><tr><td>${storm}</table>`));
});
