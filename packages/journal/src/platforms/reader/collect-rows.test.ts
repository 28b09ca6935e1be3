/** All rows of a table: records, skipped kinds, rejected rows, repeated headers, overfull rows. */
import { expect, test } from 'vitest';
import type { ImportAnswers } from '#model/import-model.ts';
import type { SourceFile, SourceGrid } from '#model/source-file.ts';
import { platformRows as emptyRows } from '#testing/raw-trades.ts';
import { joinCollected, platformRows, SkipCounter } from './collect-rows.ts';
import { demandColumns, openPlatformTable, questionsOf, recogniseByHeader } from './open-platform-table.ts';
import { readerOfLayouts } from './platform-layout.ts';
import { mergeGrids, relabelGrid } from './relabel-grid.ts';

const HEADER = ['Symbol', 'Profit', 'Time'];
const NAMES = { symbol: ['symbol'], profit: ['profit'], time: ['time'], fee: ['fee'] };

const grid = (rows: readonly (readonly string[])[], more: Partial<SourceGrid> = {}): SourceGrid => ({
  origin: 'delimited',
  name: null,
  delimiter: ',',
  typed: false,
  rows: rows.map((cells, at) => ({ line: at + 1, cells })),
  ...more,
});

const table = (
  rows: readonly (readonly string[])[],
  more: Partial<SourceGrid> = {},
  answers: ImportAnswers = {},
) => openPlatformTable(grid([HEADER, ...rows], more), 0, NAMES, { answers, usualOrder: 'dmy' });

/** Rows named SKIP are skipped. */
const collected = (rows: readonly (readonly string[])[], more: Partial<SourceGrid> = {}) =>
  table(rows, more).collect((row) =>
    row.text('symbol') === 'SKIP'
      ? { skip: 'Lines to skip' }
      : { symbol: row.requiredText('symbol'), profit: row.requiredDecimal('profit') },
  );

test('every row gives a record, is skipped by its kind, or is rejected with a reason', () => {
  expect(
    collected([
      ['ES', '5', ''],
      ['SKIP', '', ''],
      ['NQ', 'x', ''],
      ['SKIP', '', ''],
    ]),
  ).toEqual({
    records: [{ symbol: 'ES', profit: '5' }],
    rejected: [{ line: 4, reason: 'Profit is not a number: “x”', text: 'NQ,x,' }],
    skipped: [{ reason: 'Lines to skip', count: 2, lines: [3, 5] }],
    rowsRead: 4,
  });
});

test('a header that is repeated inside is skipped', () => {
  const { records, skipped } = collected([['ES', '5', ''], HEADER, ['NQ', '6', '']]);
  expect(records).toHaveLength(2);
  expect(skipped).toEqual([{ reason: 'Header lines repeated inside the file', count: 1, lines: [3] }]);
});

test('a row with more cells than the header is rejected, unless only empty ones or beside a workbook’s table', () => {
  const rows = [
    ['ES', '1', '234', '5'],
    ['NQ', '6', '', ''],
  ];
  expect(collected(rows).rejected.map(({ line, reason }) => [line, reason.split(' (')[0]])).toEqual([
    [2, 'The row has more cells than the header'],
  ]);
  expect(collected(rows, { origin: 'xlsx' }).rejected).toEqual([]);
  expect(collected([['SKIP', '1', '2', '3']]).skipped[0]?.count).toBe(1);
});

test('several parts are one, with their kinds counted together', () => {
  const part = (line: number) => ({
    records: [line],
    rejected: [{ line, reason: 'r', text: '' }],
    skipped: [{ reason: 'Lines to skip', count: 2, lines: [line, line + 1] }],
    rowsRead: 3,
  });
  expect(joinCollected([part(1), part(5)])).toEqual({
    records: [1, 5],
    rejected: [
      { line: 1, reason: 'r', text: '' },
      { line: 5, reason: 'r', text: '' },
    ],
    skipped: [{ reason: 'Lines to skip', count: 4, lines: [1, 2, 5, 6] }],
    rowsRead: 6,
  });
});

test('at most twenty lines of a kind are named, all are counted', () => {
  const skips = new SkipCounter();
  for (let line = 1; line <= 30; line++) skips.add('Lines to skip', line);
  skips.add('Others', 99);
  expect(skips.list().map(({ reason, count, lines }) => [reason, count, lines.length, lines.at(-1)])).toEqual(
    [
      ['Lines to skip', 30, 20, 20],
      ['Others', 1, 1, 99],
    ],
  );
});

test('what a reader does not state has its default', () => {
  const rows = platformRows(
    { records: [], rejected: [], skipped: [], rowsRead: 4 },
    { questions: [], zone: 'UTC' },
  );
  expect(rows).toEqual({ ...emptyRows(), rowsRead: 4, zone: 'UTC' });
});

const file = (...grids: readonly SourceGrid[]): SourceFile => ({
  name: 'f',
  encoding: 'utf-8',
  title: null,
  grids,
  warnings: [],
});
const WHAT = { platform: 'mt5', layout: 'deals', kind: 'fills', confidence: 0.5 } as const;

test('a layout is recognised in every grid whose header has all of its names', () => {
  const other = grid([['Name', 'Value']]);
  const found = recogniseByHeader(
    file(other, grid([['My trades'], HEADER, ['ES', '5', '']])),
    ['symbol', /^profit/],
    WHAT,
  );
  expect(found.map(({ headerRow, layout }) => [headerRow, layout])).toEqual([[1, 'deals']]);
  expect(recogniseByHeader(file(other), ['symbol'], WHAT)).toEqual([]);
});

test('columns that are missing are named with how to add them', () => {
  const open = table([]);
  const demand = (names: Partial<Record<keyof typeof NAMES, string>>) => () =>
    demandColumns('the deals list', open, names, 'Add them.');
  expect(demand({ symbol: 'Symbol', profit: 'Profit' })).not.toThrow();
  expect(demand({ symbol: 'Symbol', fee: 'Fee' })).toThrow(
    'This is the deals list, without the column Fee. Add them.',
  );
  const two = openPlatformTable(grid([['Symbol']]), 0, NAMES, { answers: {} });
  expect(() => demandColumns('a list', two, { profit: 'Profit', fee: 'Fee' }, 'Do it.')).toThrow(
    'This is a list, without the columns Profit, Fee. Do it.',
  );
});

test('the order of dates that a platform always has is no question, and an answer comes before it', () => {
  const rows = [['ES', '5', '05/03/2026 10:00:00']];
  const dayOf = (answers: ImportAnswers) => table(rows, {}, answers).rows[0]?.time('time')?.day;
  expect(table(rows).questions).toEqual([]);
  expect(dayOf({})).toBe(5);
  expect(dayOf({ dateOrder: 'mdy' })).toBe(3);
});

test('what several tables leave open is one question a field', () => {
  const question = (field: 'dateOrder' | 'decimalMark') => ({
    field,
    subject: '',
    text: '',
    options: [],
    blocking: true,
  });
  const open = [
    { questions: [question('dateOrder')] },
    { questions: [question('decimalMark'), question('dateOrder')] },
  ];
  expect(questionsOf(open).map(({ field }) => field)).toEqual(['dateOrder', 'decimalMark']);
});

test('the reader of several layouts lists the surest first, and reads with the one that was found', () => {
  const layout = (name: string, confidence: number) => ({
    layout: name,
    kind: 'fills' as const,
    recognise: ({ grids }: SourceFile) => grids.map((each) => ({ confidence, grid: each, headerRow: 0 })),
    read: () => emptyRows({ account: name }),
  });
  const reader = readerOfLayouts('mt5', [layout('deals', 0.4), layout('positions', 0.9)]);
  const [first, second] = reader.recognise(file(grid([HEADER])));
  expect([first?.layout, second?.layout, first?.platform]).toEqual(['positions', 'deals', 'mt5']);
  if (first === undefined || second === undefined) throw new Error('nothing was recognised');
  expect(reader.read(file(), second, {}).account).toBe('deals');
  expect(() => reader.read(file(), { ...first, layout: 'orders' }, {})).toThrow(
    'No layout of this platform is called orders.',
  );
});

test('a grid with another header keeps the lines of its rows', () => {
  const rows = [
    { line: 9, cells: ['a'] },
    { line: 12, cells: ['b'] },
  ];
  expect(relabelGrid(grid([]), ['Name'], rows).rows).toEqual([{ line: 8, cells: ['Name'] }, ...rows]);
  expect(relabelGrid(grid([]), ['Name'], []).rows).toEqual([{ line: 0, cells: ['Name'] }]);
});

test('several grids are one, the same one each time, and a single grid is itself', () => {
  const grids = [grid([['a']]), grid([['b']])];
  const merged = mergeGrids(grids);
  expect(merged?.rows.map(({ cells }) => cells[0])).toEqual(['a', 'b']);
  expect(mergeGrids(grids)).toBe(merged);
  const [only] = grids;
  expect(mergeGrids(only === undefined ? [] : [only])).toBe(only);
  expect(mergeGrids([])).toBeNull();
});
