/** Files that hold several tables one under the other, each with its title and header: cut into grids of their own. */

import type { SourceGrid, SourceRow } from '#model/source-file.ts';
import { bearsName } from '#read/tables/headers.ts';

export interface Block {
  /** Text of the last title line above the header; empty when there is none. */
  readonly title: string;
  /** Header in row 0 and the rows under it, up to the next title or header. */
  readonly grid: SourceGrid;
}

/**
 * True when every name is in some cell of the row. `anchor` is a text of the header that is searched first, because it
 * is cheap.
 */
export function isHeaderRow(row: SourceRow, anchor: RegExp, mustHave: readonly (string | RegExp)[]): boolean {
  if (!row.cells.some((cell) => cell.length < 60 && anchor.test(cell))) return false;
  return mustHave.every((name) => row.cells.some((cell) => bearsName(cell, name)));
}

/**
 * Tables under the header rows, each to the next title or header. `titles` are the texts of title lines: a line of
 * which only the first cell holds text, and that text matches. Any other line under a header belongs to its table,
 * whatever it holds.
 */
export function blocksUnder(
  grid: SourceGrid,
  isHeader: (row: SourceRow) => boolean,
  titles: RegExp,
): Block[] {
  const blocks: { title: string; rows: SourceRow[] }[] = [];
  let title = '';
  let current: SourceRow[] | null = null;
  for (const row of grid.rows) {
    if (isHeader(row)) {
      current = [row];
      blocks.push({ title, rows: current });
    } else if (isTitle(row, titles)) {
      title = row.cells[0] ?? '';
      current = null;
    } else {
      current?.push(row);
    }
  }
  return blocks.map(({ title: name, rows }) => ({ title: name, grid: { ...grid, rows } }));
}

function isTitle({ cells }: SourceRow, titles: RegExp): boolean {
  return titles.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '');
}

/** Blocks under the same header as one grid: dates and decimal marks are decided over a whole table. */
export function gridsByHeader(blocks: readonly Block[]): SourceGrid[] {
  const grids = new Map<string, SourceGrid>();
  for (const { grid } of blocks) {
    const key = grid.rows[0]?.cells.join('|') ?? '';
    const known = grids.get(key);
    grids.set(key, known === undefined ? grid : { ...known, rows: [...known.rows, ...grid.rows.slice(1)] });
  }
  return [...grids.values()];
}
