/** What no table may exceed: rows, columns, cells; counted while reading so that a bomb is refused early. */
import { ImportRefusal } from '#model/import-refusal.ts';
import { MAX_IMPORT_ROWS } from '#model/source-file.ts';

/** The widest export known has 45 columns. */
export const MAX_COLUMNS = 512;

/** A quarter of a million rows of the widest export. */
const MAX_CELLS = 12_000_000;

/** Most characters of a cell, as in a spreadsheet. */
export const MAX_CELL = 32_767;

export function tooManyColumns(line: number): ImportRefusal {
  return new ImportRefusal(
    'TOO_MANY_COLUMNS',
    `Line ${line} has more than ${MAX_COLUMNS} columns. This is not an export of trades.`,
  );
}

/** Counts what was read of one file, all its grids together; every count throws `ImportRefusal` when it is exceeded. */
export class GridBudget {
  #rows = 0;
  #cells = 0;

  /** Columns of a row that is still being read. */
  columns(line: number, count: number): void {
    if (count > MAX_COLUMNS) throw tooManyColumns(line);
  }

  /** Length of a cell that is about to be kept. */
  cell(line: number, characters: number): void {
    if (characters <= MAX_CELL) return;
    throw new ImportRefusal(
      'TOO_LARGE',
      `Line ${line} has a field of more than ${MAX_CELL.toLocaleString('en-GB')} characters. This is not an export of trades.`,
    );
  }

  /** One more row that is kept. */
  row(line: number, count: number): void {
    this.columns(line, count);
    this.#rows += 1;
    this.#cells += count;
    if (this.#rows > MAX_IMPORT_ROWS) {
      throw new ImportRefusal(
        'TOO_MANY_ROWS',
        `The file has more than ${MAX_IMPORT_ROWS.toLocaleString('en-GB')} rows. Export a shorter period and import the parts one after the other.`,
      );
    }
    if (this.#cells > MAX_CELLS) {
      throw new ImportRefusal(
        'TOO_LARGE',
        'The file has more than 12 million cells. Export a shorter period.',
      );
    }
  }
}
