/** L2C: levels sampled at intervals with jitter, trades sent a little late: what most retail feeds deliver. */
import {
  COL_FLAGS,
  COL_SEQUENCE,
  COL_TIME_HI,
  COL_TIME_LO,
  type EventBatch,
  FLAG_LAST,
  FLAG_MBP,
  FLAG_SNAPSHOT,
  MS_NS,
  ROW_LENGTH,
} from '@undertow/market';
import { type RandomStream, randomStream } from '#random/random.ts';
import { EventReader } from '#rows/event-reader.ts';
import { LevelWindow, type RowStamp } from '#rows/level-window.ts';
import type { RowBuffer } from '#rows/row-buffer.ts';
import { appendClear, appendWithoutIds, endEvent } from '#rows/trade-rows.ts';
import type { TierDeriver } from './derived-feed.ts';

const DEPTH = 10;
const SAMPLE_MS = [100, 250, 1000] as const;
/** Samples come up to this share of the interval early or late. */
const JITTER = 0.2;
/** Trades come within this of each other's true time: 20 ms early or late around a latency of 20 ms. */
const TRADE_LATE_NS = 40_000_000;
const TWO_32 = 4_294_967_296;

interface HeldTrade {
  readonly dueNs: number;
  readonly row: Int32Array;
}

/** Times are nanoseconds since the first row, so that they stay exact in a double. */
export class ConflatedDeriver implements TierDeriver {
  readonly #random: RandomStream;
  readonly #everyNs: number;
  readonly #window = new LevelWindow(DEPTH);
  readonly #reader: EventReader;
  readonly #stamp: RowStamp = { instrumentId: 0, timeHi: 0, timeLo: 0, sequence: 0, flags: 0 };
  #held: HeldTrade[] = [];
  #sink: RowBuffer | null = null;
  #baseHi = 0;
  #baseLo = Number.NaN;
  #sampleNs = Number.POSITIVE_INFINITY;

  constructor(seed: number) {
    this.#random = randomStream(seed, 'conflation', 0);
    this.#everyNs = SAMPLE_MS[this.#random.below(SAMPLE_MS.length)]! * MS_NS;
    this.#reader = new EventReader({
      onTrade: (rows, at) => this.#hold(rows, at, true),
      onOther: (rows, at) => this.#hold(rows, at, false),
      onEnd: (stamp, isSnapshot) => this.#end(stamp, isSnapshot),
    });
  }

  derive({ rows, count }: EventBatch, sink: RowBuffer): void {
    this.#sink = sink;
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      // Snapshots carry the times of old orders: the clock begins with the first live row.
      if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0) this.#advance(rows, at);
      this.#reader.read({ rows: rows.subarray(at, at + ROW_LENGTH), count: 1 });
    }
  }

  finish(sink: RowBuffer): void {
    this.#sink = sink;
    for (const trade of this.#held) this.#emitTrade(trade);
    this.#held = [];
  }

  /** What is due before this row is sent from the book as it was. */
  #advance(rows: Int32Array, at: number): void {
    const nowNs = this.#sinceBase(rows[at + COL_TIME_HI]!, rows[at + COL_TIME_LO]!);
    if (this.#sampleNs === Number.POSITIVE_INFINITY) this.#sampleNs = nowNs + this.#everyNs;
    this.#emitUntil(nowNs);
  }

  #sinceBase(hi: number, lo: number): number {
    if (Number.isNaN(this.#baseLo)) {
      this.#baseHi = hi;
      this.#baseLo = lo >>> 0;
    }
    return (hi - this.#baseHi) * TWO_32 + ((lo >>> 0) - this.#baseLo);
  }

  #hold(rows: Int32Array, at: number, isTrade: boolean): void {
    const row = rows.slice(at, at + ROW_LENGTH);
    const timeNs = this.#sinceBase(row[COL_TIME_HI]!, row[COL_TIME_LO]!);
    const lateNs = isTrade ? Math.round(this.#random.unit() * TRADE_LATE_NS) : 0;
    // They keep their order, as a feed's own counter would keep it.
    this.#held.push({ dueNs: Math.max(this.#held.at(-1)?.dueNs ?? 0, timeNs + lateNs), row });
  }

  #emitUntil(nowNs: number): void {
    for (;;) {
      const trade = this.#held[0];
      const isTrade = trade !== undefined && trade.dueNs <= this.#sampleNs;
      const dueNs = isTrade ? trade.dueNs : this.#sampleNs;
      if (!(dueNs < nowNs)) return;
      if (isTrade) {
        this.#held.shift();
        this.#emitTrade(trade);
      } else this.#sample();
    }
  }

  #emitTrade({ dueNs, row }: HeldTrade): void {
    const sink = this.#sink as RowBuffer;
    const to = appendWithoutIds(sink, row, 0, row[COL_FLAGS]! | FLAG_MBP | FLAG_LAST);
    this.#setTime(dueNs);
    sink.rows[to + COL_TIME_HI] = this.#stamp.timeHi;
    sink.rows[to + COL_TIME_LO] = this.#stamp.timeLo;
    sink.rows[to + COL_SEQUENCE] = 0;
  }

  #sample(): void {
    const sink = this.#sink as RowBuffer;
    const fromRow = sink.count;
    this.#setTime(this.#sampleNs);
    this.#window.write(this.#reader.book, this.#stamp, sink);
    this.#stamp.flags = 0;
    endEvent(sink, fromRow);
    this.#sampleNs += Math.round(this.#everyNs * (1 + JITTER * (2 * this.#random.unit() - 1)));
  }

  #setTime(sinceNs: number): void {
    const lo = this.#baseLo + sinceNs;
    this.#stamp.timeHi = (this.#baseHi + Math.floor(lo / TWO_32)) | 0;
    this.#stamp.timeLo = (lo % TWO_32) | 0;
  }

  #end(stamp: Readonly<RowStamp>, isSnapshot: boolean): void {
    this.#stamp.instrumentId = stamp.instrumentId;
    if (!isSnapshot) {
      this.#stamp.flags |= stamp.flags;
      return;
    }
    const sink = this.#sink as RowBuffer;
    const fromRow = sink.count;
    appendClear(sink, stamp);
    this.#window.forget();
    this.#window.write(this.#reader.book, stamp, sink);
    endEvent(sink, fromRow);
  }
}
