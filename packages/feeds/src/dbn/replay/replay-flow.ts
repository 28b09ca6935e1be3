/** The flow of one recorded contract to one listener: history at once, then each row when its time has come. */
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  LevelBook,
  NO_PRICE,
  nsHi,
  nsLo,
  OrderBook,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import { type DbnRows, readDbn } from '#dbn/decode/read-dbn.ts';
import type { FeedListener } from '#feed/feed.ts';
import { snapshotRows } from '#feed/snapshot-rows.ts';
import type { ReplayClock } from './replay-clock.ts';
import type { RecordedContract } from './survey-recording.ts';

/** Rows delivered in one call at most; between calls the process may do something else. */
const MAX_ROWS = 2048;
/** Longest sleep: a snapshot request or a close is noticed by then. */
const MAX_SLEEP_MS = 20;
/** Replayed time without rows after which the listener is notified that the feed is alive. */
const HEARTBEAT_MS = 1000;

export class ReplayFlow {
  /** Resolves when the file is closed and nothing will be called any more. */
  ended: Promise<void> = Promise.resolve();
  readonly #path: string;
  readonly #contract: RecordedContract;
  readonly #clock: ReplayClock;
  readonly #listener: FeedListener;
  /** The book as delivered so far: what a snapshot shows. */
  readonly #book: OrderBook | LevelBook;
  readonly #rows = new Int32Array(MAX_ROWS * ROW_LENGTH);
  #count = 0;
  #isClosed = false;
  #wantsSnapshot = false;
  /** The recording states a gap: its own snapshot ends it, and until then nobody knows the book. */
  #isInGap = false;
  /** The clock when it was last looked at, so that it is not read for every row. */
  #nowMs = Number.NEGATIVE_INFINITY;
  /** Where the last row that was taken starts in `#rows`. */
  #lastAt = 0;
  #sentMs = Number.NEGATIVE_INFINITY;
  /** Latest instant of the file so far, of any instrument. */
  #endMs = Number.NEGATIVE_INFINITY;

  constructor(path: string, contract: RecordedContract, clock: ReplayClock, listener: FeedListener) {
    this.#path = path;
    this.#contract = contract;
    this.#clock = clock;
    this.#listener = listener;
    this.#book = contract.tier === 'L3' ? new OrderBook() : new LevelBook();
  }

  start(): void {
    this.ended = this.#run();
  }

  /** Answered at the next end of an event. */
  requestSnapshot(): void {
    this.#wantsSnapshot = true;
  }

  close(): void {
    this.#isClosed = true;
  }

  async #run(): Promise<void> {
    const failure = await this.#replayFile();
    if (this.#isClosed) return;
    this.#flush();
    if (failure !== null) this.#listener.onTransport('down', failure);
    this.#clock.stopAt(this.#endMs);
    this.#listener.onEnd();
  }

  /** Null when the file was read to its end or closed, otherwise why it could not be. */
  async #replayFile(): Promise<string | null> {
    let rows: DbnRows | null = null;
    try {
      // Records with impossible prices are left out here; the guard behind the feed judges the rest.
      rows = await readDbn(this.#path, () => undefined);
      if (!this.#isClosed) this.#listener.onTransport('up', null);
      for (;;) {
        const next = await nextBatch(rows);
        if (next === null || typeof next === 'string') return next;
        await this.#replayBatch(next);
        if (this.#isClosed) return null;
      }
    } finally {
      await rows?.batches.return(undefined);
    }
  }

  async #replayBatch(batch: EventBatch): Promise<void> {
    const { rows } = batch;
    for (let at = 0; at < batch.count * ROW_LENGTH; at += ROW_LENGTH) {
      const isSnapshot = (rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0;
      const timeMs = isSnapshot ? this.#nowMs : rowTimeMs(rows, at);
      if (!isSnapshot && timeMs > this.#endMs) this.#endMs = timeMs;
      if (rows[at + COL_INSTRUMENT] !== this.#contract.localId) continue;
      if (timeMs > this.#nowMs) await this.#waitFor(timeMs);
      if (this.#count === MAX_ROWS) await this.#pause();
      if (this.#isClosed) return;
      this.#take(rows, at, timeMs);
    }
  }

  /** Delivers what is due and waits for the instant. */
  async #waitFor(timeMs: number): Promise<void> {
    if (this.#clock.speed === null) {
      this.#nowMs = timeMs;
      return;
    }
    this.#nowMs = this.#clock.nowMs();
    if (timeMs <= this.#nowMs) return;
    this.#flush();
    while (timeMs > this.#nowMs && !this.#isClosed) {
      if (this.#wantsSnapshot && !this.#isInGap) this.#sendSnapshot();
      if (this.#nowMs - this.#sentMs >= HEARTBEAT_MS) this.#sendHeartbeat();
      await setTimeout(Math.min(MAX_SLEEP_MS, this.#clock.realMsUntil(timeMs)));
      this.#nowMs = this.#clock.nowMs();
    }
  }

  async #pause(): Promise<void> {
    this.#flush();
    await setImmediate();
  }

  #take(rows: Int32Array, from: number, timeMs: number): void {
    const at = this.#count * ROW_LENGTH;
    this.#rows.set(rows.subarray(from, from + ROW_LENGTH), at);
    this.#rows[at + COL_INSTRUMENT] = this.#contract.product.id;
    this.#book.applyRow(this.#rows, at);
    this.#lastAt = at;
    this.#count += 1;
    this.#sentMs = timeMs;
    this.#watchGap(at);
    if (this.#wantsSnapshot && !this.#isInGap && (this.#rows[at + COL_FLAGS]! & FLAG_LAST) !== 0) {
      this.#flush();
      this.#sendSnapshot();
    }
  }

  #watchGap(at: number): void {
    const flags = this.#rows[at + COL_FLAGS]!;
    if (this.#rows[at + COL_ACTION] === ACTION_CLEAR && (flags & FLAG_MAYBE_BAD_BOOK) !== 0)
      this.#isInGap = true;
    const isSnapshotEnd = (flags & FLAG_SNAPSHOT) !== 0 && (flags & FLAG_LAST) !== 0;
    if (!this.#isInGap || !isSnapshotEnd) return;
    this.#isInGap = false;
    this.#wantsSnapshot = false;
  }

  #flush(): void {
    if (this.#count === 0 || this.#isClosed) return;
    const count = this.#count;
    this.#count = 0;
    if (Number.isFinite(this.#nowMs)) this.#clock.reach(this.#nowMs);
    this.#listener.onBatch({ rows: this.#rows, count });
  }

  #sendSnapshot(): void {
    this.#wantsSnapshot = false;
    this.#listener.onBatch(
      snapshotRows(this.#book, {
        instrumentId: this.#contract.product.id,
        timeHi: this.#rows[this.#lastAt + COL_TIME_HI]!,
        timeLo: this.#rows[this.#lastAt + COL_TIME_LO]!,
        sequence: this.#rows[this.#lastAt + COL_SEQUENCE]!,
        rptSeq: 0,
      }),
    );
  }

  #sendHeartbeat(): void {
    this.#sentMs = this.#nowMs;
    const row = new Int32Array(ROW_LENGTH);
    const timeNs = BigInt(Math.floor(this.#nowMs * 1000)) * 1000n;
    row[COL_ACTION] = ACTION_HEARTBEAT;
    row[COL_INSTRUMENT] = this.#contract.product.id;
    row[COL_PRICE_TICKS] = NO_PRICE;
    row[COL_TIME_HI] = nsHi(timeNs);
    row[COL_TIME_LO] = nsLo(timeNs);
    this.#listener.onBatch({ rows: row, count: 1 });
  }
}

/** Null at the end, a text when the file turns out truncated or corrupt. */
async function nextBatch(rows: DbnRows): Promise<EventBatch | null | string> {
  try {
    const next = await rows.batches.next();
    return next.done === true ? null : next.value;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
