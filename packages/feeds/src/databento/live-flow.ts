/**
 * The rows of one instrument to its listener: a book first, then what follows it. Rows before the first book are left
 * out, rows within a snapshot wait for its end, and where rows are out of order or missing the listener learns of a gap.
 */
import * as event from '@undertow/market';
import type { FeedListener } from '#feed/feed.ts';
import { FlowRows } from './flow-rows.ts';

// A module's own constants are folded into machine code, imported ones are loaded at each use
const { COL_ACTION, COL_FLAGS, COL_SEQUENCE, ROW_LENGTH, ACTION_CLEAR, ACTION_STATUS } = event;
const { FLAG_LAST, FLAG_MAYBE_BAD_BOOK, FLAG_SNAPSHOT, NO_PRICE, SIDE_NONE } = event;

/** Rows that wait for the end of a snapshot at most: beyond that the snapshot is too late to be of use. */
const MAX_HELD = 65_536;

export interface FlowHost {
  /** The present is not before this instant, milliseconds since 1970 UTC. */
  reach(timeMs: number): void;
  /** A snapshot has begun, or is whole. */
  onSnapshot(instrumentId: number, state: 'begun' | 'whole'): void;
  /** Rows are missing or out of order: the listener will request a snapshot. */
  onHole(instrumentId: number): void;
}

export class LiveFlow {
  readonly instrumentId: number;
  readonly listener: FeedListener;
  readonly #host: FlowHost;
  readonly #rows: FlowRows;
  readonly #held: FlowRows;
  /** The latest status before the book, or null. */
  #status: Int32Array | null = null;
  #hasBook = false;
  #isInSnapshot = false;
  /** Rows of the snapshot so far. */
  #snapshotRows = 0;
  /** When the snapshot was made, as its rows say: what the vendor received later is not in it. */
  readonly #snapshotRow = new Int32Array(ROW_LENGTH);
  #sequence = 0;
  #wasFlagged = false;
  #wasActive = false;

  constructor(instrumentId: number, listener: FeedListener, host: FlowHost) {
    this.instrumentId = instrumentId;
    this.listener = listener;
    this.#host = host;
    this.#rows = new FlowRows(instrumentId);
    this.#held = new FlowRows(instrumentId);
  }

  /** Another session: nothing passes before its book. */
  restart(): void {
    this.#rows.clear();
    this.#held.clear();
    this.#status = null;
    this.#hasBook = false;
    this.#isInSnapshot = false;
    this.#snapshotRows = 0;
  }

  /** A row of this instrument; `rows` may be written to. */
  take(rows: Int32Array, at: number): void {
    if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0) this.#takeSnapshotRow(rows, at);
    else if (rows[at + COL_ACTION] === ACTION_STATUS) this.#takeStatus(rows, at);
    else if (this.#isInSnapshot) this.#hold(rows, at);
    else if (this.#hasBook) this.#takeLive(rows, at);
  }

  /** Hands over what was taken; at the end of each block. */
  flush(): void {
    const { rows, count, latestMs } = this.#rows;
    if (count === 0) return;
    this.#host.reach(latestMs);
    this.#wasActive = true;
    this.#rows.clear();
    this.listener.onBatch({ rows, count });
  }

  /** The session is alive: said where no row has said it since the last call. */
  heartbeat(nowMs: number): void {
    const isQuiet = !this.#wasActive;
    this.#wasActive = false;
    if (!this.#hasBook || !isQuiet) return;
    this.#rows.addHeartbeat(nowMs);
    this.flush();
    this.#wasActive = false;
  }

  /** Records were left out, of which instrument nobody says. */
  markHole(): void {
    if (!this.#hasBook || this.#isInSnapshot) return;
    this.#rows.addNone(FLAG_MAYBE_BAD_BOOK | FLAG_LAST);
    this.#host.onHole(this.instrumentId);
    this.flush();
  }

  /**
   * The rest of the snapshot did not come. True where it was the clear alone: the book is empty then; otherwise
   * another snapshot is needed.
   */
  endEmptySnapshot(): boolean {
    if (!this.#isInSnapshot || this.#snapshotRows !== 1) return false;
    const row = this.#snapshotRow.slice();
    row[COL_FLAGS]! |= FLAG_LAST;
    this.#takeSnapshotRow(row, 0);
    this.flush();
    return true;
  }

  #takeSnapshotRow(rows: Int32Array, at: number): void {
    const action = rows[at + COL_ACTION]!;
    if (!this.#isInSnapshot || action === ACTION_CLEAR) {
      this.#beginSnapshot(rows, at);
      if (action !== ACTION_CLEAR) this.#addClear();
    }
    this.#snapshotRows += 1;
    this.#rows.addSnapshot(rows, at);
    if ((rows[at + COL_FLAGS]! & FLAG_LAST) !== 0) this.#endSnapshot();
  }

  #addClear(): void {
    this.#snapshotRows += 1;
    this.#rows.addSnapshot(this.#snapshotRow, 0);
  }

  #beginSnapshot(rows: Int32Array, at: number): void {
    if (!this.#isInSnapshot) this.#held.clear();
    this.#isInSnapshot = true;
    this.#snapshotRows = 0;
    const row = this.#snapshotRow;
    for (let column = 0; column < ROW_LENGTH; column += 1) row[column] = rows[at + column]!;
    // A snapshot that does not begin with it still replaces the book
    row[COL_ACTION] = ACTION_CLEAR;
    row[COL_FLAGS] = FLAG_SNAPSHOT;
    row[event.COL_PRICE_TICKS] = NO_PRICE;
    row[event.COL_SIDE] = SIDE_NONE;
    row[event.COL_SIZE] = 0;
    row[event.COL_ORDER_HI] = 0;
    row[event.COL_ORDER_LO] = 0;
    this.#host.onSnapshot(this.instrumentId, 'begun');
  }

  #endSnapshot(): void {
    this.#isInSnapshot = false;
    this.#hasBook = true;
    this.#sequence = 0;
    this.#wasFlagged = false;
    this.#host.onSnapshot(this.instrumentId, 'whole');
    if (this.#status !== null) this.#rows.addStatus(this.#status, 0);
    this.#status = null;
    const { rows, count } = this.#held;
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH)
      if (wasReceivedAfter(rows, at, this.#snapshotRow)) this.#takeLive(rows, at);
    this.#held.clear();
  }

  #hold(rows: Int32Array, at: number): void {
    if (this.#held.count < MAX_HELD) this.#held.add(rows, at);
  }

  /** The status of now, whenever it was announced: of the past only the last one counts. */
  #takeStatus(rows: Int32Array, at: number): void {
    if (this.#hasBook && !this.#isInSnapshot) this.#rows.addStatus(rows, at);
    else this.#status = rows.slice(at, at + ROW_LENGTH);
  }

  #takeLive(rows: Int32Array, at: number): void {
    const sequence = rows[at + COL_SEQUENCE]!;
    if (rows[at + COL_ACTION] === ACTION_CLEAR) this.#sequence = 0;
    if (this.#rows.isRepeated(rows, at)) return;
    // The venue's numbers never go back without a clear; they are unsigned and may wrap
    if (sequence !== 0 && this.#sequence !== 0 && ((sequence - this.#sequence) | 0) < 0)
      rows[at + COL_FLAGS]! |= FLAG_MAYBE_BAD_BOOK;
    if (sequence !== 0) this.#sequence = sequence;
    const isFlagged = (rows[at + COL_FLAGS]! & FLAG_MAYBE_BAD_BOOK) !== 0;
    if (isFlagged && !this.#wasFlagged) this.#host.onHole(this.instrumentId);
    this.#wasFlagged = isFlagged;
    this.#rows.add(rows, at);
  }
}

/** By the vendor's clock, which stamps snapshots and live rows alike. */
function wasReceivedAfter(rows: Int32Array, at: number, snapshot: Int32Array): boolean {
  const { COL_RECV_HI, COL_RECV_LO } = event;
  const high = rows[at + COL_RECV_HI]! - snapshot[COL_RECV_HI]!;
  return high > 0 || (high === 0 && rows[at + COL_RECV_LO]! >>> 0 > snapshot[COL_RECV_LO]! >>> 0);
}
