/** A time as a file writes it, before its zone is known. */

/** Local time of a file, before its zone is known. `offsetMinutes` where the row itself has it. */
export interface FileTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly millisecond: number;
  /** Minutes east of UTC written in the row; null where the file's or the answer's zone decides. */
  readonly offsetMinutes: number | null;
  /** True when the text had a date only. */
  readonly dateOnly: boolean;
}
