/**
 * Hundreds of thousands of damaged files: only refusals are thrown, nothing hangs, and the result is plain text.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ImportRefusal } from '#model/import-refusal.ts';
import type { SourceFile, SourceRow } from '#model/source-file.ts';
import { findHeader } from '#read/tables/headers.ts';
import { openTable } from '#read/tables/open-table.ts';
import { readSide } from '#read/values/sides.ts';
import { utcMsOf } from '#read/values/zones.ts';
import { damaged, seededInts } from '#testing/damaged-bytes.ts';
import { makeWorkbook, workbookParts, zipOf } from '#testing/hand-made-workbook.ts';
import { withoutHang } from '#testing/without-hang.ts';
import { readSource } from './read-source.ts';

const IS_LONG = process.env['LONG_TESTS'] === '1';
const TEXT_RUNS = IS_LONG ? 1_000_000 : 2_000;
const MARKUP_RUNS = IS_LONG ? 50_000 : 1_000;
const ZIP_RUNS = IS_LONG ? 50_000 : 1_000;
const LONG_TIMEOUT_MS = 3_600_000;
const threadUsage = () => process.threadCpuUsage();

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const tokensOf = (...texts: readonly string[]): readonly Uint8Array[] => texts.map(bytesOf);

function isPlain(row: SourceRow): boolean {
  const isTextual = (cell: unknown): boolean =>
    typeof cell === 'string' && !cell.includes('\0') && cell.isWellFormed() && cell.trim() === cell;
  return Number.isInteger(row.line) && row.line > 0 && row.cells.length > 0 && row.cells.every(isTextual);
}

function checkPlain(file: SourceFile): void {
  for (const grid of file.grids) {
    if (grid.rows.length === 0) throw new Error('a grid without rows');
    const odd = grid.rows.find((row) => !isPlain(row));
    if (odd !== undefined) throw new Error(`row ${JSON.stringify(odd)}`);
  }
}

const NAMES = { a: ['symbol', 'ticket'], b: ['price', /profit/], c: ['entry time', 'open time', 'time'] };

const PLAIN_DECIMAL = /^-?(?:0|[1-9]\d*)(?:\.\d*[1-9])?$/;

/** Reads every cell of every grid by every reader. */
function checkTables(file: SourceFile): void {
  for (const grid of file.grids) {
    const table = openTable<keyof typeof NAMES>(grid, Math.max(0, findHeader(grid, ['price'])), NAMES, {
      priceFields: ['b'],
      tick: '0.25',
    });
    for (const row of table.rows) {
      const decimal = row.decimal('b');
      if (decimal) expect(decimal).toMatch(PLAIN_DECIMAL);
      const time = row.time('c');
      if (time && !Number.isSafeInteger(utcMsOf(time, 'America/Chicago'))) throw new Error('no instant');
      readSide(row.text('a'));
    }
  }
}

/** Throws what is not a refusal. True when the file was read. */
function isRead(bytes: Uint8Array, encoding: string | undefined, withTables: boolean): boolean {
  try {
    const file = readSource(bytes, 'x', encoding === undefined ? {} : { encoding });
    checkPlain(file);
    if (withTables) checkTables(file);
  } catch (error) {
    if (!(error instanceof ImportRefusal)) throw error;
    return false;
  }
  return true;
}

/**
 * Runs `numRuns` seeds; some must be read, else the damage would prove nothing. One in `tables` is opened as a table
 * too.
 */
function fuzz(
  numRuns: number,
  inputOf: (seed: number) => Uint8Array,
  { encoding, tables = 1 }: { readonly encoding?: string; readonly tables?: number } = {},
): void {
  let read = 0;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const input = inputOf(seed);
      if (withoutHang(threadUsage, () => isRead(input, encoding, seed % tables === 0))) read += 1;
    }),
    { numRuns },
  );
  expect(read).toBeGreaterThan(0);
}

const DELIMITED = [
  'Trade number;Instrument;Symbol;Price;Entry time;Profit\r\n1;MES 06-26;MES;6000,25;16/3/2026 15:31:05;"39,90 $"\r\n2;"a ""b""";NQ;1.234,50;17/3/2026 15:31:05;($74,10)\r\n',
  'Symbol,Side,Price,Time\nESZ6,Buy,6000.25,2026-03-16 13:31:05\n"NQ,Z6",Sell,"21,000.50",46083.5\n',
  'Deals\nSymbol\tPrice\tTime\nDID1\t5.8e-05\t02 Mar 2026 09:31:05.123\n\nSummary\n1\t2',
].map(bytesOf);
const DELIMITED_TOKENS = tokensOf(
  '"',
  '""',
  '"\n',
  ',',
  ';',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\0',
  '\ufeff',
  '-',
  '(',
  '$',
  '1e30',
  '1,234',
  '1.234',
  '31/02/2026',
  'sep=;\n',
  '\u00a0',
  '—',
);

test(
  'damaged delimited files are read or refused',
  () => {
    fuzz(TEXT_RUNS, (seed) => damaged(DELIMITED[seed % 3] ?? new Uint8Array(0), seed, DELIMITED_TOKENS), {
      tables: 2,
    });
  },
  LONG_TIMEOUT_MS,
);

test('bytes without any order are read or refused in every encoding', () => {
  const random = (seed: number): Uint8Array => {
    const next = seededInts(seed);
    return Uint8Array.from({ length: next(200) }, () => next(next(2) === 0 ? 256 : 64));
  };
  for (const encoding of [undefined, 'utf-16le', 'shift_jis', 'windows-1251']) {
    fuzz(IS_LONG ? 2_000 : 500, random, encoding === undefined ? {} : { encoding });
  }
});

const PAGE = bytesOf(
  '<!DOCTYPE html><html><head><title>Statement: 1</title><style>td{}</style></head><body><table><tr><td colspan=3><b>Closed:</b></td></tr>' +
    '<tr><th>Ticket<th>Open Time<th>Price<th>Profit</tr><tr title="[sl]"><td>1<td>2026.03.02 09:30:00<td>1.085<td>2&nbsp;517.40</tr>' +
    '<tr><td>2<td class=hidden>x<td colspan=2>cancelled<td><table><tr><td>in</td></tr></table></tr></table><script>var a="<table>";</script></body></html>',
);
const PAGE_TOKENS = tokensOf(
  '<table>',
  '</table>',
  '<tr>',
  '</tr>',
  '<td>',
  '<td colspan=9>',
  '</td>',
  '<!--',
  '-->',
  '<script>',
  '</script>',
  '<',
  '>',
  '"',
  '&nbsp;',
  '&#xD800;',
  '&#0;',
  '<svg>',
  '<title>',
  '<textarea>',
  '<![CDATA[',
  '<tr hidden>',
  '\0',
  '<?',
);

test(
  'damaged pages are read or refused',
  () => {
    fuzz(MARKUP_RUNS, (seed) => damaged(PAGE, seed, PAGE_TOKENS), { tables: 8 });
  },
  LONG_TIMEOUT_MS,
);

const BOOK = {
  sheets: [
    {
      name: 'T',
      rows: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><t>Price</t></is></c><c r="C1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2"><f>1+1</f><v>6000.25</v></c><c r="C2" s="1"><v>46083.5</v></c></row>',
    },
  ],
  shared: '<si><t>Symbol</t></si><si><r><t>Ti</t></r><r><t>me</t></r></si>',
  styles: [0, 22],
};

test(
  'damaged zips are read or refused',
  () => {
    const whole = makeWorkbook(BOOK);
    const tokens = [
      [0x50, 0x4b, 1, 2],
      [0x50, 0x4b, 3, 4],
      [0x50, 0x4b, 5, 6],
      [255, 255, 255, 255],
      [0, 0, 0, 0],
    ];
    fuzz(ZIP_RUNS, (seed) =>
      damaged(
        whole,
        seed,
        tokens.map((token) => Uint8Array.from(token)),
      ),
    );
  },
  LONG_TIMEOUT_MS,
);

const MARKUP_TOKENS = tokensOf(
  '<row>',
  '</row>',
  '<c r="XFD1">',
  '<c t="s">',
  '<c t="d">',
  '<v>',
  '</v>',
  '<v>1e309</v>',
  '<v>-1</v>',
  '<v>2147483648</v>',
  '<is><t>',
  '<!--',
  '<![CDATA[',
  '&#xD800;',
  '_xD800_',
  '_x0000_',
  '"',
  '<',
  '>',
  '\0',
  'r="A0"',
  's="99"',
  '<x:c>',
  '..',
  '/',
);

test(
  'workbooks with a damaged part are read or refused',
  () => {
    const parts = workbookParts(BOOK);
    const paths = Object.keys(parts).filter((path) => path !== '[Content_Types].xml');
    const decoder = new TextDecoder();
    fuzz(ZIP_RUNS, (seed) => {
      const path = paths[seed % paths.length] ?? '';
      const part = decoder.decode(damaged(bytesOf(parts[path] ?? ''), seed, MARKUP_TOKENS));
      return zipOf({ ...parts, [path]: part }, seed % 7 === 0, 0);
    });
  },
  LONG_TIMEOUT_MS,
);
