/**
 * Processes all rows of a table: each gives a record, is skipped by its kind or is rejected with a
 * reason.
 */
import type { Rejection, SkippedRows } from '#model/import-model.ts';
import type { Table } from '#read/tables/table.ts';
import type { PlatformRows } from './platform.ts';
import { RowFields } from './row-fields.ts';

/** Kinds of rows that give no trade, as counted in the report. */
export interface Skip {
  readonly skip: string;
}

export interface Collected<R> {
  readonly records: readonly R[];
  readonly rejected: readonly Rejection[];
  readonly skipped: readonly SkippedRows[];
  readonly rowsRead: number;
}

const MAX_TEXT = 200;
const MAX_SKIPPED_LINES = 20;

const REPEATED_HEADER = 'Header lines repeated inside the file';
const OVERFULL =
  'The row has more cells than the header (a separator inside a text or number that is not in quotes)';

/**
 * Reads every row with `read`; a row whose fields noted a fault is rejected with it, header lines repeated inside are
 * skipped. Rows whose lines are in `overfull` have cells beyond the header: it is not known which of them belong where.
 */
export function collectRows<F extends string, R extends object>(
  table: Table<F>,
  fields: readonly F[],
  overfull: ReadonlySet<number>,
  read: (row: RowFields<F>) => R | Skip,
): Collected<R> {
  const present = fields.filter((field) => table.has(field));
  const records: R[] = [];
  const rejected: Rejection[] = [];
  const skips = new SkipCounter();
  for (const tableRow of table.rows) {
    if (present.every((field) => tableRow.text(field) === table.header(field))) {
      skips.add(REPEATED_HEADER, tableRow.line);
      continue;
    }
    const row = new RowFields(table, tableRow);
    const result = read(row);
    const isSkip = 'skip' in result;
    const fault = overfull.has(row.line) && !isSkip ? OVERFULL : row.fault;
    if (fault !== null) rejected.push({ line: row.line, reason: fault, text: row.raw.slice(0, MAX_TEXT) });
    else if (isSkip) skips.add(result.skip, row.line);
    else records.push(result);
  }
  return { records, rejected, skipped: skips.list(), rowsRead: table.rows.length };
}

/** Several parts of one file as one, in the order given. */
export function joinCollected<R>(parts: readonly Collected<R>[]): Collected<R> {
  const skips = new SkipCounter();
  for (const part of parts) for (const skipped of part.skipped) skips.merge(skipped);
  return {
    records: parts.flatMap((part) => part.records),
    rejected: parts.flatMap((part) => part.rejected),
    skipped: skips.list(),
    rowsRead: parts.reduce((sum, part) => sum + part.rowsRead, 0),
  };
}

/** Defaults of the optional parts of `PlatformRows`. */
export function platformRows(
  collected: Collected<unknown>,
  rest: Partial<PlatformRows> & Pick<PlatformRows, 'questions'>,
): PlatformRows {
  return {
    trips: [],
    fills: [],
    rejected: collected.rejected,
    skipped: collected.skipped,
    warnings: [],
    zone: null,
    account: null,
    currency: null,
    statedNet: null,
    rowsRead: collected.rowsRead,
    ...rest,
  };
}

/** Counts skipped lines by reason, in the order in which the reasons came up. */
export class SkipCounter {
  readonly #byReason = new Map<string, { count: number; lines: number[] }>();

  add(reason: string, line: number): void {
    this.merge({ reason, count: 1, lines: [line] });
  }

  merge(skipped: SkippedRows): void {
    const known = this.#byReason.get(skipped.reason) ?? { count: 0, lines: [] };
    known.count += skipped.count;
    known.lines.push(...skipped.lines.slice(0, MAX_SKIPPED_LINES - known.lines.length));
    this.#byReason.set(skipped.reason, known);
  }

  list(): SkippedRows[] {
    return [...this.#byReason].map(([reason, { count, lines }]) => ({ reason, count, lines: [...lines] }));
  }
}
