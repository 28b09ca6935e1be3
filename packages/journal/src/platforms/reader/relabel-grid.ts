/**
 * Grids with our own header, and several grids merged into one, which turns sectioned and localised files into plain
 * tables.
 */
import type { SourceGrid, SourceRow } from '#model/source-file.ts';

/** Grid whose first row is `labels` and whose further rows are `rows`, at their own lines. */
export function relabelGrid(
  grid: SourceGrid,
  labels: readonly string[],
  rows: readonly SourceRow[],
): SourceGrid {
  return { ...grid, rows: [{ line: Math.max(0, (rows[0]?.line ?? 1) - 1), cells: labels }, ...rows] };
}

/** Cache of merged grids: several layouts examine the same file, and a grid is a key of the header index. */
const merged = new WeakMap<readonly SourceGrid[], SourceGrid>();

/** All tables of a statement, or all sheets of a workbook, as one: sections may be in one table or in several. */
export function mergeGrids(grids: readonly SourceGrid[]): SourceGrid | null {
  const [first] = grids;
  if (first === undefined || grids.length === 1) return first ?? null;
  const known = merged.get(grids) ?? { ...first, rows: grids.flatMap((grid) => grid.rows) };
  merged.set(grids, known);
  return known;
}
