/** T23 No text becomes a formula in a spreadsheet, and nothing else changes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

/** Cells of one line as a spreadsheet reads them: quoted ones are text. */
function cellsOf(line: string): { text: string; quoted: boolean }[] {
  const cells: { text: string; quoted: boolean }[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^,\r\n"]*))(,|\r\n$)/gy;
  for (let found = cell.exec(line); found !== null; found = cell.exec(line)) {
    const [, quoted, plain, end] = found;
    cells.push({ text: quoted?.replaceAll('""', '"') ?? plain ?? '', quoted: quoted !== undefined });
    if (end !== ',') break;
  }
  return cells;
}

/**
 * Whether a spreadsheet may treat the text as a formula: the first visible character, quotes left aside, starts one.
 */
function isDangerous(text: string): boolean {
  if (/^[\t\r\n\0]/.test(text)) return true;
  const shown = Array.from(text).find((letter) => !/[\s\p{C}\p{Z}\p{Pi}\p{Pf}"'`´‚„ㅤᅟᅠﾠ⠀]/u.test(letter));
  return shown !== undefined && '=+-@＝＋－＠﹦﹢﹣﹫'.includes(shown);
}

test.each([
  ['=HYPERLINK("https://evil.example","x")', `"'=HYPERLINK(""https://evil.example"",""x"")"\r\n`],
  ['+1', `"'+1"\r\n`],
  ['-1', `"'-1"\r\n`],
  ['@SUM(1)', `"'@SUM(1)"\r\n`],
  ['\t=1', `"'\t=1"\r\n`],
  ['＝1', `"'＝1"\r\n`],
  ...[
    ' =1',
    '\u00a0=1',
    '\u3000＝1',
    '\u200b=1',
    '\ufeff@x',
    '\u202e+1',
    '\u2800=1',
    '\u3164=1',
    '\v-1',
    '\x01=1',
  ].map((text): [string, string] => [text, `"'${text}"\r\n`]),
  ...["'=1", "''=1", '‘=1', '“+1', '«@1', '`=1', '﹦1', '\n=1', " '\t -1"].map((text): [string, string] => [
    text,
    `"'${text}"\r\n`,
  ]),
  ['"=1', `"'""=1"\r\n`],
  ['" =1', `"'"" =1"\r\n`],
  ['a=1', '"a=1"\r\n'],
  ['(-1)', '"(-1)"\r\n'],
  ['plain, "quoted"', '"plain, ""quoted"""\r\n'],
  [-12.5, '-12.5\r\n'],
  [true, 'true\r\n'],
  [null, '\r\n'],
  [{ a: '=1' }, '"{""a"":""=1""}"\r\n'],
])('%j is written as %j', (value, line) => {
  expect(csvLine([value])).toBe(line);
});

function checkCell({ text, quoted }: { text: string; quoted: boolean }, given: unknown): void {
  // Adding 0 turns -0 into 0
  if (typeof given === 'number') expect(Number(text)).toBe(given + 0);
  if (typeof given !== 'string') return;
  expect(quoted && (text.startsWith("'") || !isDangerous(text))).toBe(true);
  expect(text).toBe(isDangerous(given) ? `'${given}` : given);
}

test('T23 whatever is written, no text cell begins as a formula, and numbers are read back equal', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string().map((text) => `=${text}`),
    fc
      .tuple(fc.constantFrom(' ', '"', '\u200b', '\t', '“', "'"), fc.constantFrom('=1', '＠x', '-'))
      .map((parts) => parts.join('')),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constant(null),
  );
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 8 }), (values) => {
      const cells = cellsOf(csvLine(values));
      expect(cells).toHaveLength(values.length);
      for (const [index, cell] of cells.entries()) checkCell(cell, values[index]);
    }),
    { numRuns: 1000 },
  );
});
