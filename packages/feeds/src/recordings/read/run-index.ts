/** The lines of a run's index in the order in which a reader needs them: where to start, and what lies beside the rows. */
import { COL_RPT_SEQ, ROW_LENGTH } from '@undertow/market';
import type {
  BesideEntry,
  BookEntry,
  EndEntry,
  GapEntry,
  ParsedIndex,
  RowsEntry,
} from '#recordings/files/index-lines.ts';
import { type FrameSeal, type RunHeader, sealContext } from '#recordings/files/recorded-run.ts';

/** Where rows are read from: a byte of the file, and the records before it. */
export interface RowsStart {
  readonly at: number;
  readonly record: number;
}

/** A row that the schema has no record for; it comes before `record`. */
export interface BesideRow {
  readonly record: number;
  readonly row: Int32Array;
}

export class RunIndex {
  readonly header: RunHeader;
  readonly gaps: readonly GapEntry[];
  readonly books: readonly BookEntry[];
  /** Null while the run is written, and after a kill. */
  readonly end: EndEntry | null;
  readonly #lines: readonly RowsEntry[];
  readonly #beside: readonly BesideEntry[];

  /** `fileBytes`: lines about more than the file holds, as after a loss of power, are left out. */
  constructor({ header, entries }: ParsedIndex, fileBytes: number) {
    const of = <K extends ParsedIndex['entries'][number]['kind']>(kind: K) =>
      entries.filter((one): one is Extract<typeof one, { kind: K }> => one.kind === kind);
    this.header = header;
    this.#lines = of('rows').filter(({ to }) => to <= fileBytes);
    this.books = of('book').filter(({ rowsAt }) => rowsAt <= fileBytes);
    this.gaps = of('gap');
    this.#beside = of('beside');
    this.end = of('end').find(({ bytes }) => bytes === fileBytes) ?? null;
  }

  /** Bytes of the file and records that lines are about. */
  get indexed(): RowsStart | null {
    const last = this.#lines.at(-1);
    return last === undefined ? null : { at: last.to, record: last.record + last.count };
  }

  /** Time of the latest row that a line is about, milliseconds since 1970 UTC. */
  get latestMs(): number | null {
    return this.#lines.at(-1)?.latestMs ?? null;
  }

  /** The last book that holds nothing after the instant. */
  bookAt(timeMs: number): BookEntry | null {
    const { books } = this;
    let [low, high] = [0, books.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (books[middle]!.latestMs <= timeMs) low = middle + 1;
      else high = middle;
    }
    return books[low - 1] ?? null;
  }

  /** The start of the line that reaches the instant: every row before it is older. Null where no line is. */
  lineAt(timeMs: number): RowsStart | null {
    let [low, high] = [0, this.#lines.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const latestMs = this.#lines[middle]!.latestMs;
      if (latestMs === null || latestMs < timeMs) low = middle + 1;
      else high = middle;
    }
    const line = this.#lines[low];
    return line ?? this.indexed;
  }

  /** Rows beside the records from `record` on, in their order. Throws what the seal throws. */
  beside(record: number, seal: FrameSeal | null): readonly BesideRow[] {
    return this.#beside
      .filter((entry) => entry.record >= record)
      .map((entry) => {
        const stored = Buffer.from(entry.rows, 'base64');
        const bytes = seal?.open(stored, sealContext(this.header, 'beside', entry.number)) ?? stored;
        const row = new Int32Array(ROW_LENGTH);
        new Uint8Array(row.buffer).set(bytes.subarray(0, row.byteLength));
        // Records have no number of the feed: one among them would look like a gap
        row[COL_RPT_SEQ] = 0;
        return { record: entry.record, row };
      });
  }
}
