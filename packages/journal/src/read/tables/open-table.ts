/**
 * Opens a grid as a table: finds each field's column by header name and reads cells by the decided date order and
 * decimal mark.
 */

import type { ImportAnswers } from '#model/import-model.ts';
import type { SourceGrid, SourceRow } from '#model/source-file.ts';
import { readFileTime } from '#read/values/dates.ts';
import { readDecimal } from '#read/values/numbers.ts';
import type { FileTime } from '#time/file-time.ts';
import { type ColumnDecision, decideColumns } from './column-decisions.ts';
import { comparedName, keyOf, normaliseHeader } from './headers.ts';
import type { FieldNames, Table, TableRow } from './table.ts';

const MAX_RAW = 2_000;
const UNDECIDED: ColumnDecision = { order: 'ymd', mark: '.' };

export interface OpenTableOptions<Field extends string> {
  readonly answers?: ImportAnswers;
  /** True for the first row that no longer belongs to the table. */
  readonly endsAt?: (row: SourceRow) => boolean;
  /** Which of several columns of the same name, 0-based: MetaTrader has `Time` and `Price` twice. */
  readonly occurrence?: Partial<Record<Field, number>>;
  /** Fields that hold prices, which `tick` may judge. */
  readonly priceFields?: readonly Field[];
  /** Tick of the file's only instrument as plain decimal text. */
  readonly tick?: string;
}

/** Header texts in the two ways in which they are compared. */
interface ComparedHeader {
  readonly texts: readonly string[];
  readonly keys: readonly string[];
}

/** Columns that have one of the names, by the order of the names; exact texts come before loosely equal ones. */
function bearers(header: ComparedHeader, names: readonly (string | RegExp)[]): readonly number[] {
  const found = new Set<number>();
  const addWhere = (among: readonly string[], fits: (text: string) => boolean): void => {
    among.forEach((text, column) => {
      if (text !== '' && fits(text)) found.add(column);
    });
  };
  for (const name of names) {
    if (typeof name === 'string') {
      const compared = comparedName(name);
      addWhere(header.texts, (text) => text === compared.text);
      addWhere(header.keys, (key) => key === compared.key);
    } else addWhere(header.texts, (text) => text.search(name) >= 0);
  }
  return [...found];
}

/**
 * Without `occurrence` the best name is used; with it the n-th column of that name, else one that no other field has.
 */
function columnsOf<Field extends string>(
  cells: readonly string[],
  names: FieldNames<Field>,
  occurrence: Partial<Record<Field, number>>,
): ReadonlyMap<Field, number> {
  const texts = cells.map(normaliseHeader);
  const header = { texts, keys: texts.map(keyOf) };
  const columns = new Map<Field, number>();
  const fields = (Object.keys(names) as Field[]).sort((a, b) => (occurrence[a] ?? 0) - (occurrence[b] ?? 0));
  for (const field of fields) {
    const found = bearers(header, names[field]);
    const wanted = occurrence[field] ?? 0;
    const taken = new Set(columns.values());
    const column =
      wanted === 0
        ? found[0]
        : (nth(found, wanted, header.texts) ?? found.filter((at) => !taken.has(at)).at(-1));
    if (column !== undefined) columns.set(field, column);
  }
  return columns;
}

/** The n-th of columns whose header texts are the same; names that occur once do not count. */
function nth(found: readonly number[], wanted: number, header: readonly string[]): number | undefined {
  const first = found[0];
  if (first === undefined) return undefined;
  const name = header[first];
  return found.filter((at) => header[at] === name).sort((a, b) => a - b)[wanted];
}

class GridTableRow<Field extends string> implements TableRow<Field> {
  readonly #row: SourceRow;
  readonly #columns: ReadonlyMap<Field, number>;
  readonly #decisions: ReadonlyMap<number, ColumnDecision>;
  readonly #delimiter: string;

  constructor(
    row: SourceRow,
    columns: ReadonlyMap<Field, number>,
    decisions: ReadonlyMap<number, ColumnDecision>,
    delimiter: string,
  ) {
    this.#row = row;
    this.#columns = columns;
    this.#decisions = decisions;
    this.#delimiter = delimiter;
  }

  get line(): number {
    return this.#row.line;
  }

  get raw(): string {
    return this.#row.cells.join(this.#delimiter).slice(0, MAX_RAW);
  }

  get note(): string | null {
    return this.#row.note ?? null;
  }

  text(field: Field): string {
    const column = this.#columns.get(field);
    return column === undefined ? '' : (this.#row.cells[column] ?? '');
  }

  decimal(field: Field): string | null | undefined {
    return readDecimal(this.text(field), this.#decisionOf(field).mark);
  }

  time(field: Field): FileTime | null | undefined {
    return readFileTime(this.text(field), this.#decisionOf(field).order);
  }

  #decisionOf(field: Field): ColumnDecision {
    const column = this.#columns.get(field);
    return (column === undefined ? undefined : this.#decisions.get(column)) ?? UNDECIDED;
  }
}

function rowsUnder(
  grid: SourceGrid,
  headerRow: number,
  endsAt: ((row: SourceRow) => boolean) | undefined,
): readonly SourceRow[] {
  const rows: SourceRow[] = [];
  for (let index = headerRow + 1; index < grid.rows.length; index += 1) {
    const row = grid.rows[index];
    if (row === undefined || endsAt?.(row) === true) break;
    if (row.cells.some((cell) => cell !== '')) rows.push(row);
  }
  return rows;
}

/**
 * The table whose header is `grid.rows[headerRow]`. Several names of a field are tried in their order. `answers` decide
 * what the file itself does not: dates that can be read both ways and texts like `1.234`; a platform that always writes
 * month first passes `{ dateOrder: 'mdy' }` and is still overruled by a date that can only be day first.
 */
export function openTable<Field extends string>(
  grid: SourceGrid,
  headerRow: number,
  names: FieldNames<Field>,
  options: OpenTableOptions<Field> = {},
): Table<Field> {
  const header = grid.rows[headerRow]?.cells ?? [];
  const columns = columnsOf(header, names, options.occurrence ?? {});
  const rows = rowsUnder(grid, headerRow, options.endsAt);
  const ticks = new Map<number, string>();
  for (const field of options.priceFields ?? []) {
    const column = columns.get(field);
    if (column !== undefined && options.tick !== undefined) ticks.set(column, options.tick);
  }
  const decided = decideColumns(grid, rows, new Set(columns.values()), options.answers ?? {}, ticks);
  const delimiter = grid.delimiter ?? '\t';
  return {
    has: (field) => columns.has(field),
    header: (field) => {
      const column = columns.get(field);
      return column === undefined ? '' : (header[column] ?? '');
    },
    rows: rows.map((row) => new GridTableRow(row, columns, decided.byColumn, delimiter)),
    dateOrder: decided.dateOrder,
    decimalMark: decided.decimalMark,
    questions: decided.questions,
  };
}
