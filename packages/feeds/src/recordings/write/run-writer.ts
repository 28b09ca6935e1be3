/** Writes the rows of one run: frames of records, lines of the index, and whole books to start from. */
import {
  ACTION_FILL,
  ACTION_HEARTBEAT,
  COL_ACTION,
  COL_FLAGS,
  COL_SEQUENCE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  ROW_LENGTH,
  splitNsToMs,
} from '@undertow/market';
import { gapRow } from '#feed/gap-row.ts';
import { type EndReason, type IndexEntry, indexLine } from '#recordings/files/index-lines.ts';
import { type RunHeader, recordBytesOf, sealContext } from '#recordings/files/recorded-run.ts';
import { FrameAppender, type FrameAppenderInput } from './frame-appender.ts';
import { type RecordEncoder, recordEncoder, runMetadata } from './record-encoder.ts';

/** Rows of a frame at most: a megabyte of orders; of levels, whose records are larger, fewer. Larger frames are read faster. */
const FRAME_ROWS = { orders: 16_384, levels: 2048 };
/** A frame is closed after so many ticks without being full: what the tail holds at most, and a line of the index skips. */
const FRAME_TICKS = 60;
/** A line of the index covers this many records, or frames. */
const LINE_RECORDS = 4096;
const LINE_FRAMES = 4;
/**
 * Rows between two books: a fiftieth of a second to apply. Of a deep book more, so that books stay below a fortieth of
 * the rows.
 */
const BOOK_ROWS = 131_072;
const BOOK_ROWS_PER_ORDER = 8;

export class RunWriter {
  readonly header: RunHeader;
  readonly #appender: FrameAppender;
  readonly #seal: FrameAppenderInput['seal'];
  readonly #encoder: RecordEncoder;
  readonly #rows: Int32Array;
  readonly #capacity: number;
  /** Rows of the frame that is being filled, and the ticks since its first one. */
  #count = 0;
  #ticks = 0;
  /** Of these rows so many are records by now: of the parts, one a tick. */
  #encoded = 0;
  #parts: Uint8Array[] = [];
  #partRecords = 0;
  /** Records before that frame. */
  #records = 0;
  #sinceBook = 0;
  #gaps = 0;
  #beside = 0;
  #firstMs: number | null = null;
  #latestMs: number | null = null;
  #sequence = 0;
  #timeHi = 0;
  #timeLo = 0;
  #isBetweenEvents = true;
  /** The line that is being collected: where its first frame starts, and its records and frames. */
  #lineAt = 0;
  #lineRecord = 0;
  #lineFrames = 0;

  constructor(input: FrameAppenderInput) {
    this.header = input.header;
    this.#appender = new FrameAppender(input);
    this.#seal = input.seal;
    this.#encoder = recordEncoder(input.header);
    this.#capacity = input.header.tier === 'L3' ? FRAME_ROWS.orders : FRAME_ROWS.levels;
    this.#rows = new Int32Array(this.#capacity * ROW_LENGTH);
    this.#appender.line(() => indexLine(input.header));
    this.#appender.rows(runMetadata(input.header), ({ to }) => {
      this.#lineAt = to;
      return null;
    });
  }

  /** Rows that are recorded, those that still wait included. */
  get records(): number {
    return this.#records + this.#count;
  }

  /** Bytes of the three files so far. */
  get written(): number {
    return this.#appender.written;
  }

  /** Bytes that are not on disk yet. */
  get waiting(): number {
    return this.#appender.waiting;
  }

  get gaps(): number {
    return this.#gaps;
  }

  /** Why nothing more is written; null while it is. */
  get error(): Error | null {
    return this.#appender.error;
  }

  /** Nothing of an event has been written whose rest has not come. */
  get isBetweenEvents(): boolean {
    return this.#isBetweenEvents;
  }

  /** Records the row that starts at `at`; heartbeats, and fills among levels, are left out. Nothing after a failure. */
  push(rows: Int32Array, at: number): void {
    const action = rows[at + COL_ACTION]!;
    if (action === ACTION_HEARTBEAT || this.#appender.error !== null) return;
    const flags = rows[at + COL_FLAGS]!;
    this.#isBetweenEvents = (flags & FLAG_LAST) !== 0;
    if (!this.#encoder.holds(rows, at)) {
      if (action !== ACTION_FILL) this.#pushBeside(rows, at);
      return;
    }
    const to = this.#count * ROW_LENGTH;
    for (let column = 0; column < ROW_LENGTH; column += 1) this.#rows[to + column] = rows[at + column]!;
    this.#count += 1;
    if (this.#count === this.#capacity) this.#closeFrame();
  }

  /** True when so many rows came since the last book that the next one is due; levels need none. */
  isBookDue(orders: number): boolean {
    if (this.header.tier !== 'L3') return false;
    return this.#sinceBook + this.#count >= Math.max(BOOK_ROWS, orders * BOOK_ROWS_PER_ORDER);
  }

  /** Stores the book that the rows so far lead to, as the rows of a snapshot (`snapshotRows`). Between events only. */
  keepBook(snapshot: EventBatch): void {
    this.#closeFrame();
    const { latestMs } = this;
    if (latestMs === null) return;
    this.#sinceBook = 0;
    const [record, sequence, orders] = [this.#records, this.#sequence, snapshot.count - 1];
    this.#appender.line(() => this.#takeLine(record, latestMs, sequence));
    this.#appender.book(this.#encoder.encode(snapshot), (placed) =>
      indexLine({ kind: 'book', record, rowsAt: this.#lineAt, ...placed, latestMs, sequence, orders }),
    );
  }

  /**
   * The feed lost continuity: the book is unknown from the last row on. In the file a clear with the flag for a bad
   * book states so, at the time of that row, received when it was noticed (milliseconds since 1970 UTC).
   */
  markGap(noticedMs: number): void {
    this.#closeFrame();
    const { latestMs } = this;
    if (latestMs === null) return;
    const last = { timeHi: this.#timeHi, timeLo: this.#timeLo, sequence: this.#sequence };
    this.push(gapRow({ ...last, instrumentId: this.header.instrumentId }, noticedMs), 0);
    this.#closeFrame();
    this.#gaps += 1;
    this.#entry({ kind: 'gap', record: this.#records, sinceMs: latestMs, noticedMs: Math.floor(noticedMs) });
  }

  /** To be called about once a second: what waits for a full frame is in the tail from then on. */
  tick(): void {
    if (this.#count === 0) return;
    this.#ticks += 1;
    if (this.#ticks >= FRAME_TICKS) {
      this.#closeFrame();
      return;
    }
    const record = this.#records + this.#partRecords;
    const bytes = this.#takePart();
    if (bytes.length > 0) this.#appender.tail({ record, bytes });
  }

  /** Writes what waits and ends the file. Resolves when it is closed. */
  async end(reason: EndReason): Promise<void> {
    this.#closeFrame();
    const [records, gaps, sequence] = [this.#records, this.#gaps, this.#sequence];
    const { latestMs } = this;
    this.#appender.line(() => this.#takeLine(records, latestMs, sequence));
    this.#appender.line(() =>
      indexLine({
        kind: 'end',
        reason,
        records,
        gaps,
        firstMs: this.#firstMs,
        latestMs,
        bytes: this.#appender.rowsBytes,
      }),
    );
    await this.#appender.close();
  }

  /** Time of the latest row, milliseconds since 1970 UTC; null before the first live one. */
  get latestMs(): number | null {
    return this.#latestMs;
  }

  #pushBeside(rows: Int32Array, at: number): void {
    this.#closeFrame();
    const bytes = new Uint8Array(rows.slice(at, at + ROW_LENGTH).buffer);
    const number = this.#beside;
    this.#beside += 1;
    const sealed = this.#seal?.seal(bytes, sealContext(this.header, 'beside', number)) ?? bytes;
    const encoded = Buffer.from(sealed).toString('base64');
    this.#entry({ kind: 'beside', record: this.#records, number, rows: encoded });
  }

  #entry(entry: IndexEntry): void {
    this.#appender.line(() => indexLine(entry));
  }

  #closeFrame(): void {
    this.#ticks = 0;
    if (this.#count === 0) return;
    this.#takePart();
    const [bytes, records] = [Buffer.concat(this.#parts), this.#partRecords];
    this.#readTimes();
    this.#sinceBook += this.#count;
    this.#count = 0;
    this.#encoded = 0;
    this.#parts = [];
    this.#partRecords = 0;
    if (records === 0) return;
    this.#records += records;
    const [record, latestMs, sequence] = [this.#records, this.#latestMs, this.#sequence];
    this.#appender.rows(bytes, () => this.#frameWritten(record, latestMs, sequence));
    this.#appender.emptyTail();
  }

  /** Encodes the rows that came since the last part of the frame. */
  #takePart(): Uint8Array {
    const rows = this.#rows.subarray(this.#encoded * ROW_LENGTH);
    const bytes = this.#encoder.encode({ rows, count: this.#count - this.#encoded });
    this.#encoded = this.#count;
    this.#parts.push(bytes);
    this.#partRecords += bytes.length / recordBytesOf(this.header.tier);
    return bytes;
  }

  #readTimes(): void {
    const rows = this.#rows;
    for (let at = 0; at < this.#count * ROW_LENGTH; at += ROW_LENGTH) {
      if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0) continue;
      this.#timeHi = rows[at + COL_TIME_HI]!;
      this.#timeLo = rows[at + COL_TIME_LO]!;
      const timeMs = splitNsToMs(this.#timeHi, this.#timeLo);
      this.#firstMs ??= timeMs;
      if (this.#latestMs === null || timeMs > this.#latestMs) this.#latestMs = timeMs;
    }
    this.#sequence = rows[(this.#count - 1) * ROW_LENGTH + COL_SEQUENCE]! >>> 0;
  }

  /** `record` records are written by now. */
  #frameWritten(record: number, latestMs: number | null, sequence: number): string | null {
    this.#lineFrames += 1;
    const isLong = record - this.#lineRecord >= LINE_RECORDS || this.#lineFrames >= LINE_FRAMES;
    return isLong ? this.#takeLine(record, latestMs, sequence) : null;
  }

  /** The line up to where the file of rows ends now; null when no frame came since the last one. */
  #takeLine(record: number, latestMs: number | null, sequence: number): string | null {
    const [at, to] = [this.#lineAt, this.#appender.rowsBytes];
    const count = record - this.#lineRecord;
    if (count === 0) return null;
    const line = indexLine({ kind: 'rows', at, to, record: this.#lineRecord, count, latestMs, sequence });
    this.#lineAt = to;
    this.#lineRecord = record;
    this.#lineFrames = 0;
    return line;
  }
}
