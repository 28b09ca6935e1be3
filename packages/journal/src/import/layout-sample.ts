/** The preview of a layout: its header and first rows, and the key under which answers about it are stored. */
import type { ImportOutcome } from '#model/import-model.ts';
import type { SourceGrid } from '#model/source-file.ts';
import { textHash } from '#numbers/text-hash.ts';
import { normaliseHeader } from '#read/tables/headers.ts';

const SAMPLE_ROWS = 8;
/** Columns and characters shown of a row. */
const SAMPLE_COLUMNS = 200;
const SAMPLE_TEXT = 200;

/** Header and first rows, cut to what a preview can show. */
export function sampleOf(grid: SourceGrid, headerRow: number): ImportOutcome['sample'] {
  const shown = (cells: readonly string[]): readonly string[] =>
    cells.slice(0, SAMPLE_COLUMNS).map((cell) => cell.slice(0, SAMPLE_TEXT));
  return {
    header: shown(grid.rows[headerRow]?.cells ?? []),
    rows: grid.rows.slice(headerRow + 1, headerRow + 1 + SAMPLE_ROWS).map(({ cells }) => shown(cells)),
  };
}

/** The same for every file with this header, however its names are spelt in case and blanks. */
export function layoutKeyOf(platform: string, grid: SourceGrid, headerRow: number): string {
  const names = (grid.rows[headerRow]?.cells ?? []).slice(0, SAMPLE_COLUMNS).map(normaliseHeader);
  return `${platform}:${textHash(names.join('\n'))}`;
}
