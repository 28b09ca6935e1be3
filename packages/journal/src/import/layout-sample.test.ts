/** The preview of a layout, and the key under which answers about it are kept. */
import { expect, test } from 'vitest';
import type { SourceGrid } from '#model/source-file.ts';
import { layoutKeyOf, sampleOf } from './layout-sample.ts';

const grid = (...rows: readonly (readonly string[])[]): SourceGrid => ({
  origin: 'delimited',
  name: null,
  delimiter: ',',
  typed: false,
  rows: rows.map((cells, at) => ({ line: at + 1, cells })),
});

const HEADER = ['Market', 'Entry Time', 'P&L'];

test('a preview has the header and the first eight rows after it', () => {
  const rows = Array.from({ length: 12 }, (_, at) => [`row ${at}`]);
  const sample = sampleOf(grid(['My trades'], HEADER, ...rows), 1);
  expect(sample.header).toEqual(HEADER);
  expect(sample.rows).toEqual(rows.slice(0, 8));
});

test('columns and cells are cut to what a preview can show', () => {
  const wide = Array.from({ length: 300 }, (_, at) => `${at}`);
  const sample = sampleOf(grid(wide, ['x'.repeat(500)]), 0);
  expect(sample.header).toHaveLength(200);
  expect(sample.rows[0]?.[0]).toHaveLength(200);
});

test('a table without rows has an empty preview', () => {
  expect(sampleOf(grid(HEADER), 0)).toEqual({ header: HEADER, rows: [] });
  expect(sampleOf(grid(), 0)).toEqual({ header: [], rows: [] });
});

test('the key is the same for every file with the header, in whatever case and blanks', () => {
  const key = layoutKeyOf('mapped', grid(HEADER, ['a']), 0);
  expect(layoutKeyOf('mapped', grid(['My trades'], HEADER, ['b'], ['c']), 1)).toBe(key);
  expect(layoutKeyOf('mapped', grid(['MARKET', ' entry  time ', 'p&l']), 0)).toBe(key);
});

test('another header, order, or platform has another key', () => {
  const key = layoutKeyOf('mapped', grid(HEADER), 0);
  expect(layoutKeyOf('mapped', grid([...HEADER, 'Notes']), 0)).not.toBe(key);
  expect(layoutKeyOf('mapped', grid([...HEADER].reverse()), 0)).not.toBe(key);
  expect(layoutKeyOf('mt5', grid(HEADER), 0)).not.toBe(key);
});
