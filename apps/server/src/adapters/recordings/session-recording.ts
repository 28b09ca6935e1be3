/** Records one session: a run for each trading day and contract, begun with the book, ended by a failure or the session. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EndReason,
  newAppendFile,
  productFolder,
  type RunHeader,
  type RunPaths,
  RunWriter,
  runName,
  runPaths,
  snapshotRows,
} from '@undertow/feeds';
import {
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  COL_ACTION,
  COL_FLAGS,
  COL_SEQUENCE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  OrderBook,
  ROW_LENGTH,
  rowWholeMs,
} from '@undertow/market';
import type { OwnerSealing, RecordedSession, RecordingState, SessionRecording } from '#ports/recordings.ts';

export interface SessionRecordingInput extends RecordedSession {
  /** Folder of all recordings. */
  readonly root: string;
  readonly owner: string | null;
  /** Null for the platform's own feed. */
  readonly sealing: OwnerSealing | null;
  /** Files of rows that this process has begun; a new run adds its own. */
  readonly taken: Set<string>;
  /** DBN dataset of the feed. */
  readonly dataset: string;
  monotonicMs(): number;
  /** Why there is no space for a recording; null where there is. */
  shortage(): string | null;
  /** Called with each run that ends: its files are closed when the promise resolves. */
  onEnd(closed: Promise<void>): void;
  onFailure(error: Error, rows: string | null): void;
  /** Called once, when nothing more comes. */
  onClose(): void;
}

/** A failed recording is tried again after this. */
const RETRY_MS = 60_000;
/** Rows of a simulated exchange that are older than its session by more than this are a history that was made for it. */
const PRESENT_MS = 2000;

export class FileSessionRecording implements SessionRecording {
  readonly #input: SessionRecordingInput;
  /** Rows before it are not recorded. */
  readonly #fromMs: number;
  #writer: RunWriter | null = null;
  #rowsPath: string | null = null;
  /** The next trading day begins here. */
  #rollMs = Number.POSITIVE_INFINITY;
  #isBetweenEvents = true;
  #isBookKnown = true;
  #error: string | null = null;
  #retryMs = Number.NEGATIVE_INFINITY;
  /** Records of ended runs. */
  #records = 0;
  #timeHi = 0;
  #timeLo = 0;
  #sequence = 0;
  #isClosed = false;

  constructor(input: SessionRecordingInput) {
    this.#input = input;
    const { feed } = input;
    this.#fromMs = feed.source === 'simulated' ? feed.nowMs() - PRESENT_MS : Number.NEGATIVE_INFINITY;
  }

  /** File of rows that is being written. */
  get openPath(): string | null {
    return this.#writer === null ? null : this.#rowsPath;
  }

  take(rows: Int32Array, at: number): void {
    this.#guarded(() => this.#take(rows, at));
  }

  #guarded(step: () => void): void {
    try {
      step();
    } catch (error) {
      this.#fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #take(rows: Int32Array, at: number): void {
    const action = rows[at + COL_ACTION]!;
    if (action === ACTION_HEARTBEAT) return;
    const flags = rows[at + COL_FLAGS]!;
    const isSnapshot = (flags & FLAG_SNAPSHOT) !== 0;
    const isLast = (flags & FLAG_LAST) !== 0;
    if (isSnapshot) this.#onSnapshotRow(action, isLast);
    else if (this.#isBetweenEvents) this.#onEvent(rowWholeMs(rows, at), rows, at);
    this.#writer?.push(rows, at);
    this.#isBetweenEvents = isLast;
    if (isSnapshot) return;
    this.#timeHi = rows[at + COL_TIME_HI]!;
    this.#timeLo = rows[at + COL_TIME_LO]!;
    this.#sequence = rows[at + COL_SEQUENCE]!;
  }

  gap(noticedMs: number): void {
    this.#isBookKnown = false;
    this.#isBetweenEvents = true;
    this.#guarded(() => this.#writer?.markGap(noticedMs));
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#end('closed');
    this.#input.onClose();
  }

  /** About once a second. */
  tick(): void {
    const shortage = this.#writer === null ? null : this.#input.shortage();
    this.#guarded(() => {
      if (shortage === null) this.#writer?.tick();
      else throw new Error(shortage);
    });
  }

  status(): RecordingState {
    const { feed, instrument, owner } = this.#input;
    const running = this.#writer === null ? 'waiting' : 'recording';
    return {
      product: instrument.symbol,
      source: feed.source,
      owner,
      state: this.#error === null ? running : 'failed',
      error: this.#error,
      records: this.#records + (this.#writer?.records ?? 0),
      waitingBytes: this.#writer?.waiting ?? 0,
    };
  }

  /** The snapshot of another contract begins a run of its own; the present shows which day it is of. */
  #onSnapshotRow(action: number, isLast: boolean): void {
    const { feed, instrument } = this.#input;
    const contract = this.#writer?.header.contract;
    const isRolled = contract !== undefined && contract !== feed.contractOf(instrument.id).code;
    if (action === ACTION_CLEAR && isRolled) this.#end('roll');
    this.#isBookKnown = isLast;
  }

  /** An event begins; the book is the one before it. */
  #onEvent(timeMs: number, rows: Int32Array, at: number): void {
    // Recorded snapshots may lack the flag of their end
    if (this.#writer !== null && timeMs >= this.#rollMs) this.#rollDay(timeMs, rows, at);
    else if (this.#writer === null) this.#begin(timeMs, rows, at, false);
    else this.#keepBook(this.#writer);
  }

  #rollDay(timeMs: number, rows: Int32Array, at: number): void {
    this.#end('day');
    this.#begin(timeMs, rows, at, true);
  }

  #keepBook(writer: RunWriter): void {
    const { book } = this.#input;
    if (!this.#isBookKnown || !(book instanceof OrderBook) || !writer.isBookDue(book.liveOrders)) return;
    writer.keepBook(snapshotRows(book, this.#stamp()));
  }

  #stamp() {
    const { id: instrumentId } = this.#input.instrument;
    return { instrumentId, timeHi: this.#timeHi, timeLo: this.#timeLo, sequence: this.#sequence, rptSeq: 0 };
  }

  #begin(timeMs: number, rows: Int32Array, at: number, continues: boolean): void {
    const { calendar, book, monotonicMs } = this.#input;
    const mayBegin = this.#isBookKnown && timeMs >= this.#fromMs && !this.#isClosed;
    if (!mayBegin || monotonicMs() < this.#retryMs || this.#input.sealing?.isReady() === false) return;
    const shortage = this.#input.shortage();
    if (shortage !== null) {
      this.#fail(new Error(shortage));
      return;
    }
    if (this.#timeHi === 0) {
      this.#timeHi = rows[at + COL_TIME_HI]!;
      this.#timeLo = rows[at + COL_TIME_LO]!;
    }
    this.#rollMs = calendar.nextOpenMs(timeMs);
    const writer = this.#create(this.#header(timeMs, continues));
    this.#writer = writer;
    this.#error = null;
    const snapshot = snapshotRows(book, this.#stamp());
    for (let row = 0; row < snapshot.count; row += 1) writer.push(snapshot.rows, row * ROW_LENGTH);
  }

  #header(timeMs: number, continues: boolean): RunHeader {
    const { feed, instrument, calendar, dataset, sealing } = this.#input;
    return {
      version: 1,
      source: feed.source,
      product: instrument.symbol,
      instrumentId: instrument.id,
      contract: feed.contractOf(instrument.id).code,
      tickNanos: instrument.tickNanos,
      tier: feed.tier,
      tradingDay: calendar.tradingDayOf(timeMs),
      run: feed.run,
      dataset,
      startMs: timeMs,
      continues,
      isSealed: sealing !== null,
    };
  }

  #create(header: RunHeader): RunWriter {
    const { root, owner, sealing, taken } = this.#input;
    const folder = join(productFolder(root, { owner, ...header }), header.tradingDay);
    const paths = freePaths(folder, header, taken);
    taken.add(paths.rows);
    this.#rowsPath = paths.rows;
    const files = {
      rows: newAppendFile(paths.rows),
      index: newAppendFile(paths.index),
      books: newAppendFile(paths.books),
      tail: newAppendFile(paths.tail),
    };
    const writer: RunWriter = new RunWriter({
      ...{ header, files, seal: sealing },
      onFailure: (error) => {
        // Of a run that is over the failure is of its last rows: the next one is not concerned
        if (this.#writer === writer) this.#fail(error);
        else this.#input.onFailure(error, paths.rows);
      },
    });
    return writer;
  }

  #fail(error: Error): void {
    this.#input.onFailure(error, this.#rowsPath);
    this.#end('closed');
    this.#error = error.message;
    this.#retryMs = this.#input.monotonicMs() + RETRY_MS;
  }

  #end(reason: EndReason): void {
    const writer = this.#writer;
    this.#writer = null;
    if (writer === null) return;
    this.#records += writer.records;
    this.#input.onEnd(writer.end(reason));
  }
}

/** Paths that no other run has: a feed that is opened again in a day has the same name. */
function freePaths(folder: string, { run, isSealed }: RunHeader, taken: ReadonlySet<string>): RunPaths {
  const name = runName(run);
  for (let number = 1; ; number += 1) {
    const paths = runPaths(folder, number === 1 ? name : `${name}.${number}`, isSealed);
    if (!taken.has(paths.rows) && !existsSync(paths.rows) && !existsSync(paths.index)) return paths;
  }
}
