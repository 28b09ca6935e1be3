/**
 * Decides which rows of a feed one instrument's book takes: rows in, accepted rows in order out, with the state that
 * reports whether the book is reliable, and whether a snapshot is needed.
 *
 * Call `accept`, apply its rows, then `settle`; without rows call `settle` at least every 100 ms.
 *
 * Rules and limits: reliability reference, section 5 (after CME MDP 3.0 recovery). `COL_RPT_SEQ` counts the rows of an
 * instrument; where a feed has none (0) rows pass in the order they come and only the vendor's flag reports a gap.
 */
import {
  ACTION_CLEAR,
  ACTION_HEARTBEAT,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_RPT_SEQ,
  type EventBatch,
  type FeedState,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import type {
  AcceptedRows,
  BookSyncCounts,
  BookSyncOptions,
  Settled,
  StateChange,
  SyncState,
} from './book-sync-options.ts';
import { FeedOverlay } from './feed-overlay.ts';
import { RecoveryBuffer } from './recovery-buffer.ts';
import { RowGuard } from './row-guard.ts';
import { RowQueue } from './row-queue.ts';
import { SequenceWindow, WINDOW_ROWS } from './sequence-window.ts';
import { SnapshotRequest } from './snapshot-request.ts';

/** How long rows that came ahead wait for the missing ones. */
const HOLD_MS = 200;
const MAX_REFUSED = 3; // rows since the last snapshot, then the book is rebuilt

export class BookSync {
  readonly counts: BookSyncCounts = {
    accepted: 0,
    duplicates: 0,
    reordered: 0,
    refused: 0,
    gaps: 0,
    snapshots: 0,
  };
  readonly #overlay: FeedOverlay;
  readonly #guard = new RowGuard();
  readonly #window = new SequenceWindow();
  readonly #accepted = new RowQueue();
  readonly #buffered = new RecoveryBuffer();
  readonly #snapshot = new SnapshotRequest();
  #changes: StateChange[] = [];
  #sync: SyncState = 'syncing';
  #shown: FeedState = 'syncing';
  #isInSnapshot = false;
  #lastSequence = 0;
  #refusedSinceSnapshot = 0;
  /** Since when rows have been missing; infinite while none is. */
  #missingSinceMs = Number.POSITIVE_INFINITY;
  #nowMs = Number.NEGATIVE_INFINITY;
  #epoch = 0;

  constructor(options: BookSyncOptions = {}) {
    this.#overlay = new FeedOverlay(options.book ?? null, options.hours ?? null);
  }

  /** Only `live` may raise detections. */
  get state(): FeedState {
    return this.#shown;
  }

  /** Counts the books: one more with each snapshot that replaced the book. */
  get epoch(): number {
    return this.#epoch;
  }

  /** True when nothing came for 3 s in trading hours: shown before it is called stale. */
  get isQuiet(): boolean {
    return this.#overlay.isQuiet(this.#nowMs);
  }

  /** Share of rows that were lost, 0 to 1: what exact confidence falls short of 1. */
  get gapRate(): number {
    const { accepted, gaps } = this.counts;
    return gaps === 0 ? 0 : Math.min(1, gaps / (accepted + gaps));
  }

  /** Rows of this instrument as the feed gave them; `nowMs` is the feed's present, milliseconds since 1970 UTC. */
  accept(batch: EventBatch, nowMs: number): AcceptedRows {
    this.#advance(nowMs);
    this.#overlay.received(this.#nowMs);
    if (this.#shown === 'stale') this.#show(); // rows end a silence, and are of the book that was whole before
    for (let at = 0; at < batch.count * ROW_LENGTH; at += ROW_LENGTH) this.#takeRow(batch.rows, at);
    const { rows, count } = this.#accepted;
    return { rows, count, changes: this.#takeChanges() };
  }

  /** Looks at the book after accepted rows were applied, and at the time that passed. */
  settle(nowMs: number): Settled {
    this.#advance(nowMs);
    this.#lookAtBook();
    if (this.#sync === 'live' && this.#overlay.isCrossedTooLong(this.#nowMs)) this.#lose();
    this.#show();
    const needsSnapshot = !this.#isInSnapshot && this.#snapshot.isDue(this.#nowMs);
    return { changes: this.#takeChanges(), needsSnapshot };
  }

  /** The connection is back: a snapshot follows (`Feed` promises it). Call `settle` next. */
  reconnect(nowMs: number): void {
    this.#advance(nowMs);
    if (this.#sync === 'live') this.#lose();
    this.#snapshot.settle(this.#nowMs);
  }

  #takeRow(rows: Int32Array, at: number): void {
    const action = rows[at + COL_ACTION]!;
    const flags = rows[at + COL_FLAGS]!;
    const sequence = rows[at + COL_RPT_SEQ]!;
    const isSnapshot = (flags & FLAG_SNAPSHOT) !== 0;
    // Recorded snapshots carry no end flag: on a feed without numbers the first live row marks their end
    if (!isSnapshot && this.#isInSnapshot && sequence === 0 && action !== ACTION_HEARTBEAT)
      this.#endSnapshot(0);
    if (isSnapshot) this.#takeSnapshotRow(rows, at, flags, sequence);
    else if (action === ACTION_HEARTBEAT) this.#takeHeartbeat(rows, at, sequence);
    else this.#takeLiveRow(rows, at, flags, sequence);
  }

  #takeLiveRow(rows: Int32Array, at: number, flags: number, sequence: number): void {
    if (this.#sync !== 'live') this.#takeWithoutBook(rows, at, sequence);
    else if (sequence === 0) this.#takeUnsequenced(rows, at, flags);
    else this.#takeSequenced(rows, at, sequence);
  }

  #takeSnapshotRow(rows: Int32Array, at: number, flags: number, sequence: number): void {
    if (!this.#isInSnapshot) {
      this.#isInSnapshot = true;
      if (this.#sync === 'live') this.#lose();
      if (this.#sync === 'gap') this.#enter('resync');
      this.#lastSequence = this.#buffered.prints(this.#lastSequence, sequence, (held, row) => {
        if (this.#guard.accepts(held, row)) this.#accept(held, row);
      });
    }
    if (!this.#guard.accepts(rows, at)) this.counts.refused += 1;
    else this.#accepted.push(rows, at);
    if ((flags & FLAG_LAST) !== 0) this.#endSnapshot(sequence);
  }

  #endSnapshot(sequence: number): void {
    this.#isInSnapshot = false;
    this.#snapshot.settle(this.#nowMs);
    this.#lastSequence = sequence;
    this.#refusedSinceSnapshot = 0;
    this.#missingSinceMs = Number.POSITIVE_INFINITY;
    this.#epoch += 1;
    this.counts.snapshots += 1;
    this.#overlay.bookReplaced();
    this.#enter('live');
    // What follows is judged again: a hole in it loses the book again, and its rows wait for the next snapshot.
    const { rows, count } = this.#buffered.takeAll();
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      if (rows[at + COL_RPT_SEQ]! > sequence) this.#takeRow(rows, at);
    }
  }

  /** A heartbeat names the last row that was sent: a higher number than ours means that some are on the way or lost. */
  #takeHeartbeat(rows: Int32Array, at: number, sequence: number): void {
    if (this.#sync === 'live' && sequence > this.#lastSequence)
      this.#missingSinceMs = Math.min(this.#missingSinceMs, this.#nowMs);
    this.#accepted.push(rows, at);
  }

  #takeWithoutBook(rows: Int32Array, at: number, sequence: number): void {
    // A stream that starts at its first row needs no snapshot, nor can one without numbers show that it did not.
    const isStart = this.#sync === 'syncing' && !this.#isInSnapshot && sequence <= 1;
    if (isStart) {
      this.#lastSequence = 0;
      this.#enter('live');
      this.#takeRow(rows, at);
      return;
    }
    if (!this.#isInSnapshot) this.#snapshot.want();
    if (!this.#buffered.push(rows, at)) this.#snapshot.wantAnew();
  }

  #takeUnsequenced(rows: Int32Array, at: number, flags: number): void {
    if ((flags & FLAG_MAYBE_BAD_BOOK) !== 0) {
      this.#lose();
      this.#takeWithoutBook(rows, at, 0);
      return;
    }
    this.#judge(rows, at);
  }

  #takeSequenced(rows: Int32Array, at: number, sequence: number): void {
    const awaited = this.#lastSequence + 1;
    if (sequence === awaited) {
      this.#lastSequence = sequence;
      this.#judge(rows, at);
      if (this.#window.count > 0) this.#takeHeld();
      else this.#missingSinceMs = Number.POSITIVE_INFINITY;
    } else if (sequence < awaited) {
      this.#takeOld(rows, at);
    } else if (sequence > awaited + WINDOW_ROWS - 1) {
      this.#lose();
      this.#takeWithoutBook(rows, at, sequence);
    } else if (this.#window.hold(sequence, rows, at)) {
      this.counts.reordered += 1;
      this.#missingSinceMs = Math.min(this.#missingSinceMs, this.#nowMs);
    } else {
      this.counts.duplicates += 1;
    }
  }

  /** Below what we have: a duplicate, unless the venue started its numbers again after a reset. */
  #takeOld(rows: Int32Array, at: number): void {
    if (rows[at + COL_ACTION] === ACTION_CLEAR) this.#lose();
    else this.counts.duplicates += 1;
  }

  #takeHeld(): void {
    for (;;) {
      const at = this.#window.take(this.#lastSequence + 1);
      if (at < 0) break;
      this.#lastSequence += 1;
      this.#judge(this.#window.rows, at);
      if (this.#sync !== 'live') return;
    }
    // The hole that was waited for is closed; what is still missing has its own time.
    this.#missingSinceMs = this.#window.count > 0 ? this.#nowMs : Number.POSITIVE_INFINITY;
  }

  #judge(rows: Int32Array, at: number): void {
    if (this.#guard.accepts(rows, at)) {
      this.#accept(rows, at);
      return;
    }
    this.counts.refused += 1;
    this.#refusedSinceSnapshot += 1;
    if (this.#refusedSinceSnapshot >= MAX_REFUSED) this.#lose();
  }

  #accept(rows: Int32Array, at: number): void {
    this.#accepted.push(rows, at);
    this.counts.accepted += 1;
    const action = rows[at + COL_ACTION]!;
    if (action === ACTION_TRADE) this.#overlay.traded(rowTimeMs(rows, at));
    else if (action === ACTION_STATUS) this.#overlay.announced(rows[at + COL_AUX]!);
  }

  /** The book can no longer be believed: a gap, until a snapshot replaces it. */
  #lose(): void {
    const wasLive = this.#sync === 'live';
    this.#snapshot.wantAnew();
    this.#missingSinceMs = Number.POSITIVE_INFINITY;
    this.#window.drain(this.#lastSequence + 1, (rows, at) => this.#buffered.push(rows, at));
    if (!wasLive) return;
    this.counts.gaps += 1;
    this.#enter('gap');
  }

  #enter(sync: SyncState): void {
    this.#sync = sync;
    if (sync !== 'live') this.#overlay.bookReplaced();
    this.#show();
  }

  #advance(nowMs: number): void {
    this.#nowMs = Math.max(this.#nowMs, nowMs);
    if (this.#sync === 'live' && this.#nowMs - this.#missingSinceMs > HOLD_MS) this.#lose();
  }

  #show(): void {
    const state = this.#sync === 'live' ? this.#overlay.state(this.#nowMs) : this.#sync;
    if (state === this.#shown) return;
    this.#shown = state;
    this.#changes.push({ afterRows: this.#accepted.count, state, atMs: this.#nowMs });
  }

  #takeChanges(): readonly StateChange[] {
    const changes = this.#changes;
    this.#changes = [];
    return changes;
  }

  #lookAtBook(): void {
    const { rows, count } = this.#accepted;
    if (count === 0) return;
    this.#overlay.bookChanged(this.#nowMs, (rows[(count - 1) * ROW_LENGTH + COL_FLAGS]! & FLAG_LAST) !== 0);
    this.#accepted.clear();
  }
}
