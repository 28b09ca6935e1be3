/** A file of a trading platform after reading: grids of text cells, whatever its format. */

/** One raw row of the file. */
export interface SourceRow {
  /** 1-based line of the file (delimited text) or row of the table or sheet. */
  readonly line: number;
  /** Text of each cell, trimmed of blanks at both ends; quotes, tags and hidden cells are gone. */
  readonly cells: readonly string[];
  /** Comment that belongs to the row and is not a cell: the `title` of a statement's row. */
  readonly note?: string;
}

/** One table: a whole delimited file, a `<table>` of a statement, a sheet of a workbook. */
export interface SourceGrid {
  readonly origin: 'delimited' | 'html' | 'xlsx';
  /** Name of the sheet; null elsewhere. */
  readonly name: string | null;
  /** What separated the fields of a delimited file; null elsewhere. A semicolon makes a decimal comma likely. */
  readonly delimiter: ',' | ';' | '\t' | '|' | null;
  /**
   * True where numbers came as numbers (workbooks): written with a point and without thousands separators, dates as
   * `YYYY-MM-DD HH:MM:SS` when the cell's format is a date, else the serial number.
   */
  readonly typed: boolean;
  readonly rows: readonly SourceRow[];
}

/** The result of reading a file. */
export interface SourceFile {
  readonly name: string;
  /** Encoding it was read with: `utf-8`, `utf-16le`, `utf-16be`, `windows-1252`, or what the user chose. */
  readonly encoding: string;
  /** Title of an HTML statement; null elsewhere. */
  readonly title: string | null;
  readonly grids: readonly SourceGrid[];
  /** Assumptions made while reading, as sentences. */
  readonly warnings: readonly string[];
}

/** Most bytes and rows of one import: more is refused before anything is read. */
export const MAX_IMPORT_BYTES = 64 * 1024 * 1024;
export const MAX_IMPORT_ROWS = 250_000;
