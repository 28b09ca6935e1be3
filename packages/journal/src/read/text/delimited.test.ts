import { expect, test } from 'vitest';
import { ImportRefusal } from '#model/import-refusal.ts';
import { readDelimited } from './delimited.ts';

function rowsOf(text: string): readonly (readonly [number, ...string[]])[] {
  return readDelimited(text).rows.map((row) => [row.line, ...row.cells] as const);
}

function codeOf(text: string): string {
  try {
    readDelimited(text);
    return 'none';
  } catch (error) {
    return error instanceof ImportRefusal ? error.code : String(error);
  }
}

test.each([
  ['CRLF', '\r\n'],
  ['LF', '\n'],
  ['a lone CR', '\r'],
])('lines that end with %s are split', (_, end) => {
  expect(rowsOf(['a,b', '1,2', '', '3,4'].join(end))).toEqual([
    [1, 'a', 'b'],
    [2, '1', '2'],
    [4, '3', '4'],
  ]);
});

test('a file of mixed line ends keeps every row and its number', () => {
  expect(rowsOf('a,b\r\n1,2\n3,4\r5,6').map(([line]) => line)).toEqual([1, 2, 3, 4]);
});

test('quoted fields hold delimiters, doubled quotes and line breaks, and the next row keeps its line', () => {
  expect(rowsOf('a,b\n"1,5","two ""2""\nlines\r\nmore"\n3,4')).toEqual([
    [1, 'a', 'b'],
    [2, '1,5', 'two "2"\nlines\r\nmore'],
    [5, '3', '4'],
  ]);
});

test.each([
  ['in the middle', 'a,b\n1,"two\n3,4\n5,6\n', 2],
  ['before properly quoted rows', 'a,b,c\n1,"two,x\n"3","4","5"\n"6","7","8"', 2],
  ['in the last line', 'a,b\n1,2\n3,"fo', 3],
  ['behind a field of several lines', 'a,b\n"x\ny",1\n2,"z\n', 4],
])(
  'a quote that is never closed %s is refused with its line: what follows may be rows or not',
  (_, text, line) => {
    expect(codeOf(text)).toBe('DAMAGED');
    expect(() => readDelimited(text)).toThrow(`A quotation mark that opens in line ${line} is never closed.`);
  },
);

test('a cell is as long as in a spreadsheet, quoted or not, and no longer', () => {
  for (const written of [(cell: string) => cell, (cell: string) => `"${cell}"`]) {
    expect(rowsOf(`a,b\n1,${written('x'.repeat(32_767))}`)).toHaveLength(2);
    expect(codeOf(`a,b\n1,${written('x'.repeat(32_768))}`)).toMatch(/^(TOO_LARGE|DAMAGED)$/);
  }
  expect(codeOf(`a,b\n${'"'.repeat(3_000_000)}`)).toBe('TOO_LARGE');
  expect(codeOf(`a,b\n${'"'.repeat(3_000_001)}`)).toBe('DAMAGED');
});

test('quotes inside a quoted field of one line are forgiven', () => {
  expect(rowsOf('a,b\n"the "big" one",2')).toEqual([
    [1, 'a', 'b'],
    [2, 'the "big" one', '2'],
  ]);
});

test('an inch mark in the middle of a field is an ordinary character', () => {
  expect(rowsOf('a,b\n5" pipe,2\n""," x "')).toEqual(
    [
      [1, 'a', 'b'],
      [2, '5" pipe', '2'],
      [3, '', 'x'],
    ].filter((row) => row.length > 0),
  );
});

test('a trailing delimiter gives an empty last cell and blank lines are left out', () => {
  expect(rowsOf('a;b;c;d;\n;;;;\n \n1;2;3;4;\n')).toEqual([
    [1, 'a', 'b', 'c', 'd', ''],
    [4, '1', '2', '3', '4', ''],
  ]);
});

test('blanks of every kind are trimmed, also the one without a break', () => {
  expect(rowsOf('a,b\n\u00a01\u00a0016.10\u00a0,\t2 ')).toEqual([
    [1, 'a', 'b'],
    [2, '1\u00a0016.10', '2'],
  ]);
});

test('cells guarded against spreadsheets are what was meant', () => {
  expect(rowsOf('Id,Pnl,"=""7"""\n="0042",\'-5.50,\'=x')).toEqual([
    [1, 'Id', 'Pnl', '7'],
    [2, '0042', '-5.50', '=x'],
  ]);
});

test.each([
  [
    ';',
    'Trade number;Instrument;Qty;Entry price;Exit price;\n1;MES 06-26;2;6000,25;6004,50;\n2;MES 06-26;1;6000,25;6004,50;\n',
  ],
  [',', 'Symbol,Side,Qty,Price\nESZ6,Buy,1,6000.25\n'],
  ['\t', 'ActivityType\tDateTime\tSymbol\tNote\nFills\t2026-03-16  13:31:05\tESM26\ta, b, c, d\n'],
  ['|', 'Symbol|Side|Qty|Price\nESZ6|Buy|1|6000,25\n'],
  [',', 'Deals\nDeal ID,Order ID,Symbol,Opening Direction,Net USD\nDID1,OID1,US500,Sell,6.10\n,,,,6.10\n'],
  [',', '"Completed Orders"\n"Account","Status","Buy/Sell","Qty"\n"A;1","Filled","B","2"\n'],
  [',', 'Trades,Header,DataDiscriminator,Symbol,Code\nTrades,Data,Order,ES,O;P\nTrades,Data,Order,ES,C;P\n'],
  [';', 'sep=;\na,1;b\n1,5;2\n'],
  [',', 'Time,Text\n2026-03-02 09:31:05,"Order; placed; filled"\n'],
  [';', 'Time;Text\n02.03.2026 09:31:05;6000,25\n'],
])('the delimiter %j is found', (delimiter, text) => {
  expect(readDelimited(text).delimiter).toBe(delimiter);
});

test('the line that names the separator is not a row', () => {
  expect(rowsOf('sep=;\r\na;b\r\n1;2')).toEqual([
    [2, 'a', 'b'],
    [3, '1', '2'],
  ]);
});

test('sections of different widths are kept unchanged', () => {
  expect(rowsOf('Deals\na,b,c,d\n1,2,3,4\nSummary\nx,1').map((row) => row.length - 1)).toEqual([
    1, 4, 4, 1, 2,
  ]);
});

test('five million columns are refused at the first row', () => {
  expect(codeOf(','.repeat(5_000_000))).toBe('TOO_MANY_COLUMNS');
  expect(codeOf(`a,b\n${'1,'.repeat(5_000_000)}`)).toBe('TOO_MANY_COLUMNS');
});

test('a quarter of a million rows are read and one more is refused', () => {
  expect(readDelimited('1\n'.repeat(250_000)).rows).toHaveLength(250_000);
  expect(codeOf('1\n'.repeat(250_001))).toBe('TOO_MANY_ROWS');
});

test('rows of hundreds of columns are refused before they fill the memory', () => {
  expect(codeOf(`${'1,'.repeat(500)}\n`.repeat(24_100))).toBe('TOO_LARGE');
});

// Each of these makes a careless reader search the rest of the text again at every quote.
test.each([
  ['quotes only', '"'.repeat(500_000)],
  ['unclosed quotes on every line', '"a\n'.repeat(100_000)],
  ['unclosed quotes in every field', '"a"",'.repeat(400)],
  ['unclosed quotes and no line end', '"a b'.repeat(200_000)],
  ['a quote before far blanks', `" ${' '.repeat(1_000)}`.repeat(1_000)],
  ['single quotes inside one field', `"${'x"y '.repeat(200_000)}`],
  ['doubled quotes without an end', `"${'""x'.repeat(200_000)}`],
  ['one field of many line breaks', `a,"${'\n'.repeat(300_000)}`],
  ['rows of empty quoted fields', `${'"",'.repeat(100)}\n`.repeat(5_000)],
])('%s are read in linear time', (_, text) => {
  expect(['none', 'TOO_MANY_COLUMNS', 'TOO_LARGE', 'DAMAGED']).toContain(codeOf(text));
});

test.each([';', '\t', '|'])(
  'titles padded with empty cells and a line with commas do not hide the delimiter %j',
  (mark) => {
    const lines = [
      ['Trade History Report', '', '', '', ''],
      ['Account:', '', '77 (USD, Made-Up, demo, Hedge)', '', ''],
      ['Time', 'Position', 'Symbol', 'Type', 'Volume'],
      ['2026.03.05 10:20:00', '6107', 'XAUUSD', 'sell', '0.10'],
    ];
    const grid = readDelimited(lines.map((cells) => cells.join(mark)).join('\n'));
    expect(grid.delimiter).toBe(mark);
  },
);
