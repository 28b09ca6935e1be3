/**
 * Opens the table of a recognised layout, with the date order that the platform always writes and the columns it must
 * have.
 */
import type { DecimalMark, ImportAnswers, ImportQuestion } from '#model/import-model.ts';
import { ImportRefusal } from '#model/import-refusal.ts';
import type { SourceFile, SourceGrid } from '#model/source-file.ts';
import { findHeader } from '#read/tables/headers.ts';
import { type OpenTableOptions, openTable } from '#read/tables/open-table.ts';
import type { FieldNames, Table } from '#read/tables/table.ts';
import { type Collected, collectRows, type Skip } from './collect-rows.ts';
import type { Recognition } from './platform.ts';
import type { RowFields } from './row-fields.ts';

export interface PlatformTable<F extends string> extends Table<F> {
  collect<R extends object>(read: (row: RowFields<F>) => R | Skip): Collected<R>;
}

export interface PlatformTableOptions<F extends string> {
  readonly answers: ImportAnswers;
  /**
   * Order of days and months that this export always has: no question where the file leaves it open; a date that
   * contradicts it takes precedence.
   */
  readonly usualOrder?: 'dmy' | 'mdy';
  /** Decimal mark that this export always has; texts that contradict it take precedence. */
  readonly usualMark?: DecimalMark;
  readonly open?: Omit<OpenTableOptions<F>, 'answers'>;
}

/** Recognitions of a layout in every grid of the file whose header has all of `mustHave`. */
export function recogniseByHeader(
  file: SourceFile,
  mustHave: readonly (string | RegExp)[],
  what: Omit<Recognition, 'grid' | 'headerRow'>,
): Recognition[] {
  return file.grids.flatMap((grid) => {
    const headerRow = findHeader(grid, mustHave);
    return headerRow < 0 ? [] : [{ ...what, grid, headerRow }];
  });
}

export function openPlatformTable<F extends string>(
  grid: SourceGrid,
  headerRow: number,
  names: FieldNames<F>,
  { answers, usualOrder, usualMark, open }: PlatformTableOptions<F>,
): PlatformTable<F> {
  const known = {
    ...answers,
    dateOrder: answers.dateOrder ?? usualOrder,
    decimalMark: answers.decimalMark ?? usualMark,
  };
  const table = openTable(grid, headerRow, names, { ...open, answers: known });
  const fields = Object.keys(names) as F[];
  const overfull = overfullLines(grid, headerRow);
  return {
    rows: table.rows,
    dateOrder: table.dateOrder,
    decimalMark: table.decimalMark,
    questions: table.questions,
    has: (field) => table.has(field),
    header: (field) => table.header(field),
    collect: (read) => collectRows(table, fields, overfull, read),
  };
}

/** What several tables of one file leave open, each question once. */
export function questionsOf(
  tables: readonly { readonly questions: readonly ImportQuestion[] }[],
): ImportQuestion[] {
  const byField = new Map(tables.flatMap(({ questions }) => questions).map((one) => [one.field, one]));
  return [...byField.values()];
}

/** Lines with text in a cell beyond the header. Workbooks have notes beside their tables. */
function overfullLines(grid: SourceGrid, headerRow: number): ReadonlySet<number> {
  const width = grid.rows[headerRow]?.cells.length ?? 0;
  if (grid.origin !== 'delimited') return new Set();
  const overfull = grid.rows.slice(headerRow + 1).filter(({ cells }) => {
    for (let at = width; at < cells.length; at += 1) if (cells[at] !== '') return true;
    return false;
  });
  return new Set(overfull.map(({ line }) => line));
}

/**
 * Refuses a recognised layout in which columns are missing. `names` are the platform's names for them; `advice` is how
 * to add them there.
 */
export function demandColumns<F extends string>(
  layout: string,
  table: Table<F>,
  names: Readonly<Partial<Record<F, string>>>,
  advice: string,
): void {
  const missing = (Object.keys(names) as F[])
    .filter((field) => !table.has(field))
    .map((field) => names[field]);
  if (missing.length === 0) return;
  const columns = missing.length === 1 ? 'column' : 'columns';
  throw new ImportRefusal(
    'COLUMNS_MISSING',
    `This is ${layout}, without the ${columns} ${missing.join(', ')}. ${advice}`,
  );
}
