/** Tables for tests that were damaged by chance after reading: the same seed gives the same damage. */
import type { SourceFile, SourceGrid, SourceRow } from '#model/source-file.ts';
import { seededInts } from './damaged-bytes.ts';

/** Texts that have broken importers: numbers, dates and texts where they do not belong. */
export const POISON = [
  '',
  '-',
  '—',
  '0',
  '-0',
  '1e999',
  'NaN',
  '9'.repeat(40),
  '$(1,234.56)',
  '1.234,56 €',
  '31/02/2026 25:61:61',
  '0000-00-00',
  '2026-03-02T09:31:05Z',
  '=HYPERLINK("x")',
  '__proto__',
  'constructor',
  '"',
  ',',
  ';',
  '\t',
  '\u0000',
  '\ufeff',
  '<td>',
  '</table>',
  'Total',
  'Buy',
  'Sell',
] as const;

type Ints = ReturnType<typeof seededInts>;

const swapped = (cells: readonly string[], one: number, other: number): string[] =>
  cells.with(one, cells[other] ?? '').with(other, cells[one] ?? '');

function changedRow(row: SourceRow, next: Ints): SourceRow {
  const { cells } = row;
  if (cells.length === 0) return row;
  const at = next(cells.length);
  const cell = cells[at] ?? '';
  const word = POISON[next(POISON.length)] ?? '';
  const cut = next(cell.length + 1);
  switch (next(6)) {
    case 0:
      return { ...row, cells: cells.slice(0, at + 1) };
    case 1:
      return { ...row, cells: cells.toSpliced(at, 0, word.trim()) };
    case 2:
      return { ...row, cells: swapped(cells, at, next(cells.length)) };
    case 3:
      return { ...row, cells: cells.with(at, (cell.slice(0, cut) + word + cell.slice(cut)).trim()) };
    default:
      return { ...row, cells: cells.with(at, word.trim()) };
  }
}

function changedRows(rows: readonly SourceRow[], next: Ints): readonly SourceRow[] {
  const at = next(rows.length);
  const row = rows[at];
  if (row === undefined) return rows;
  switch (next(8)) {
    case 0:
      return rows.length === 1 ? rows : rows.toSpliced(at, 1);
    case 1:
      return rows.toSpliced(at, 0, row);
    case 2:
      return [...rows.slice(at), ...rows.slice(0, at)];
    default:
      return rows.with(at, changedRow(row, next));
  }
}

/** One to four changes to cells and rows of one of its grids. */
export function damagedSource(source: SourceFile, seed: number): SourceFile {
  const next = seededInts(seed);
  const at = next(source.grids.length);
  const grid = source.grids[at];
  if (grid === undefined) return source;
  let { rows } = grid;
  for (let changes = next(4) + 1; changes > 0; changes -= 1) rows = changedRows(rows, next);
  // Readers are given lines in order
  const numbered = rows.map((row, index) => ({ ...row, line: index + 1 }));
  const changed: SourceGrid = { ...grid, rows: numbered };
  return { ...source, grids: source.grids.with(at, changed) };
}
