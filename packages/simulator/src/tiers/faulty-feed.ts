/**
 * A feed of orders over a faulty connection: gaps with recovery by snapshot, repeated and late events, uneven delays.
 */
import {
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_RECV_HI,
  COL_RECV_LO,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  FLAG_LAST,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  HOUR_NS,
  nsHi,
  nsLo,
  OrderBook,
  ROW_LENGTH,
  rowTimeNs,
  SECOND_NS,
} from '@undertow/market';
import { type RandomStream, randomStream } from '#random/random.ts';
import { appendOrderSnapshot } from '#rows/order-snapshot.ts';
import { RowBuffer } from '#rows/row-buffer.ts';

export interface FaultProfile {
  readonly gapsPerHour: number;
  /** Mean length of a gap, seconds. */
  readonly gapSeconds: number;
  /** Shares of events that come twice, and that come after up to `LATE_EVENTS` later ones. */
  readonly repeated: number;
  readonly late: number;
  /** Mean delay of arrival beyond 100 microseconds, microseconds. */
  readonly delayMicros: number;
}

/** A bad hour of a live line. */
export const BAD_LINE: FaultProfile = {
  gapsPerHour: 6,
  gapSeconds: 5,
  repeated: 0.001,
  late: 0.001,
  delayMicros: 300,
};

/** What a recording can hold: without the feed's counter a repeated event cannot be distinguished from a new one. */
export const BAD_RECORDING: FaultProfile = { ...BAD_LINE, repeated: 0, late: 0 };

/** Exchange times, nanoseconds since 1970 UTC, of the first event lost and the first received again. */
export interface FeedGap {
  readonly fromNs: bigint;
  readonly toNs: bigint;
}

const LATE_EVENTS = 5;
/** Thirty years: no feed is open that long. */
const NEVER_NS = 1e18;

interface LateEvent {
  readonly rows: Int32Array;
  readonly count: number;
  left: number;
}

/** The first snapshot passes whole. Gaps become known when they end. */
export class FaultyFeed {
  readonly gaps: FeedGap[] = [];
  readonly #faults: FaultProfile;
  readonly #random: RandomStream;
  readonly #book = new OrderBook();
  readonly #event = new RowBuffer(64);
  #late: LateEvent[] = [];
  #gapFromNs = 0n;
  #gapToNs = 0n;
  #isLost = false;
  #isWarned = false;

  constructor({ seed, faults }: { readonly seed: number; readonly faults: FaultProfile }) {
    this.#faults = faults;
    this.#random = randomStream(seed, 'faults', 0);
  }

  /** Appends what comes through of the rows. */
  pass({ rows, count }: EventBatch, sink: RowBuffer): void {
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      this.#book.applyRow(rows, at);
      const to = this.#event.append();
      this.#event.rows.set(rows.subarray(at, at + ROW_LENGTH), to);
      if ((rows[at + COL_FLAGS]! & FLAG_LAST) === 0) continue;
      this.#deliver(rows, at, sink);
      this.#event.clear();
    }
  }

  /** Appends what is still on its way. */
  finish(sink: RowBuffer): void {
    for (const { rows, count } of this.#late) sink.appendRows(rows, count);
    this.#late = [];
  }

  #deliver(rows: Int32Array, at: number, sink: RowBuffer): void {
    if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0) {
      sink.appendRows(this.#event.rows, this.#event.count);
      return;
    }
    const timeNs = rowTimeNs(rows, at);
    if (this.#gapToNs === 0n) this.#planGap(timeNs);
    if (timeNs >= this.#gapFromNs && timeNs < this.#gapToNs) {
      this.#isLost = true;
      this.#late = [];
      return;
    }
    if (timeNs >= this.#gapToNs) this.#endGap(timeNs, rows, at, sink);
    this.#stampArrival(timeNs);
    this.#send(sink);
  }

  /** The book is sent again in its state after the current event, which is lost with the gap. */
  #endGap(timeNs: bigint, rows: Int32Array, at: number, sink: RowBuffer): void {
    if (this.#isLost) {
      this.gaps.push({ fromNs: this.#gapFromNs, toNs: timeNs });
      const stamp = {
        instrumentId: rows[at + COL_INSTRUMENT]!,
        timeHi: rows[at + COL_TIME_HI]!,
        timeLo: rows[at + COL_TIME_LO]!,
        sequence: 0,
        flags: 0,
      };
      appendOrderSnapshot(this.#book, stamp, sink);
      this.#event.clear();
      this.#isWarned = true;
    }
    this.#isLost = false;
    this.#planGap(timeNs);
  }

  #planGap(nowNs: bigint): void {
    const { gapsPerHour, gapSeconds } = this.#faults;
    const waitNs = (this.#random.exponential() * HOUR_NS) / gapsPerHour;
    // Without gaps the next one is endlessly far, which no integer is
    this.#gapFromNs = nowNs + BigInt(Math.round(Math.min(waitNs, NEVER_NS)));
    this.#gapToNs = this.#gapFromNs + BigInt(Math.round(this.#random.exponential() * gapSeconds * SECOND_NS));
  }

  #stampArrival(timeNs: bigint): void {
    const { rows, count } = this.#event;
    const arrivalNs =
      timeNs + 100_000n + BigInt(Math.round(this.#random.exponential() * this.#faults.delayMicros * 1000));
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      rows[at + COL_RECV_HI] = nsHi(arrivalNs);
      rows[at + COL_RECV_LO] = nsLo(arrivalNs);
    }
    if (!this.#isWarned || count === 0) return;
    this.#isWarned = false;
    rows[COL_FLAGS]! |= FLAG_MAYBE_BAD_BOOK;
  }

  #send(sink: RowBuffer): void {
    const { rows, count } = this.#event;
    const { repeated, late } = this.#faults;
    const roll = this.#random.unit();
    if (roll < late) {
      const kept = rows.slice(0, count * ROW_LENGTH);
      this.#late.push({ rows: kept, count, left: 1 + this.#random.below(LATE_EVENTS) });
      return;
    }
    sink.appendRows(rows, count);
    if (roll < late + repeated) sink.appendRows(rows, count);
    for (const event of this.#late) event.left -= 1;
    for (const event of this.#late) if (event.left <= 0) sink.appendRows(event.rows, event.count);
    this.#late = this.#late.filter(({ left }) => left > 0);
  }
}
