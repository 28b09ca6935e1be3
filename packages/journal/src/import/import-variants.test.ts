import { expect, test } from 'vitest';
import { readSource } from '#read/files/read-source.ts';
import { bytesOf, SAMPLE_EXPORTS, type SampleExport } from '#testing/sample-exports.ts';
import { importFile } from './import-file.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;
const needed = (cell: string): string => (/[",;\t]/.test(cell) ? quoted(cell) : cell);
const joined = (rows: readonly (readonly string[])[], delimiter = ',', end = '\r\n'): string =>
  rows.map((row) => row.map(needed).join(delimiter)).join(end);

type Rows = readonly (readonly string[])[];

/** Changes that spreadsheets and people make to a file before its import. */
const VARIANTS: Readonly<Record<string, (rows: Rows) => string>> = {
  'line feeds only': (rows) => joined(rows, ',', '\n'),
  'carriage returns only': (rows) => joined(rows, ',', '\r'),
  'a byte order mark': (rows) => `\ufeff${joined(rows)}`,
  semicolons: (rows) => joined(rows, ';'),
  tabs: (rows) => joined(rows, '\t'),
  'every cell quoted': (rows) => rows.map((row) => row.map(quoted).join(',')).join('\n'),
  'an empty last column': (rows) => joined(rows.map((row) => [...row, ''])),
  'blank lines between': (rows) => joined(rows, ',', '\n\n'),
  'rows of commas at the end': (rows) => `${joined(rows)}\r\n${','.repeat(8)}\r\n${','.repeat(8)}`,
};

/** The same for files that are one table with its header in the first line. */
const TABLE_VARIANTS: typeof VARIANTS = {
  'a header in capitals': ([header = [], ...rows]) =>
    joined([header.map((name) => name.toUpperCase()), ...rows]),
  'columns the other way round': (rows) => joined(rows.map((row) => row.toReversed())),
  'a column of notes before': (rows) =>
    joined(rows.map((row, index) => [index === 0 ? 'My note' : 'x', ...row])),
  'a title above': (rows) => `My trades\n\n${joined(rows)}`,
};

const TEXT_SAMPLES = SAMPLE_EXPORTS.filter(({ name }) => !/html?$/.test(name));
const SECTIONED = ['cT_statement.csv', 'U1234567_activity.csv', 'Orders of the day.csv'];

function cellsOf(sample: SampleExport): Rows {
  const rows = readSource(bytesOf(sample), sample.name).grids[0]?.rows.map(({ cells }) => cells) ?? [];
  const width = Math.max(...rows.map(({ length }) => length));
  return SECTIONED.includes(sample.name)
    ? rows
    : rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')]);
}

test.each(TEXT_SAMPLES.map((sample) => [sample.name, sample] as const))(
  '%s comes to the same however it was saved again',
  (_, sample) => {
    const rows = cellsOf(sample);
    const variants = SECTIONED.includes(sample.name) ? VARIANTS : { ...VARIANTS, ...TABLE_VARIANTS };
    for (const [variant, save] of Object.entries(variants)) {
      const answers = { zone: 'America/New_York', symbol: 'ES1!' };
      const { report } = importFile(bytes(save(rows)), sample.name, answers);
      expect({ variant, ...report }).toMatchObject({ variant, ...sample.expected, rejected: [] });
    }
  },
);
