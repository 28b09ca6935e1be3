/** One table of a file by field instead of by column: the facts of each row that a platform's reader needs. */

import type { DateOrder, DecimalMark, ImportQuestion } from '#model/import-model.ts';
import type { FileTime } from '#time/file-time.ts';

/**
 * Header names by field, as in files (compared without case, accents, blanks and punctuation at the ends). A field
 * takes the first column that has one of its names; a pattern may hold a currency or zone (`/^net p&l (\w+)$/`).
 */
export type FieldNames<Field extends string> = Readonly<Record<Field, readonly (string | RegExp)[]>>;

export interface TableRow<Field extends string> {
  readonly line: number;
  /** The raw row, cells joined by the delimiter, at most 2,000 characters. */
  readonly raw: string;
  readonly note: string | null;
  /** Text of the field's cell; empty when the column is missing or the cell is. */
  text(field: Field): string;
  /** Plain decimal text (`-1234.5`); null for an empty cell, a dash, `N/A`; undefined for text that is not a number. */
  decimal(field: Field): string | null | undefined;
  /** Null for an empty cell or a dash; undefined for text that is not a possible date. */
  time(field: Field): FileTime | null | undefined;
}

export interface Table<Field extends string> {
  has(field: Field): boolean;
  /** Raw header text of the field, for the zone or currency that it names; empty when missing. */
  header(field: Field): string;
  /** Rows under the header up to the end of the table or the row where `endsAt` is true; empty rows are left out. */
  readonly rows: readonly TableRow<Field>[];
  /** What was decided over the whole file. */
  readonly dateOrder: DateOrder | null;
  readonly decimalMark: DecimalMark;
  /** Date order or decimal mark that the file does not settle. */
  readonly questions: readonly ImportQuestion[];
}
