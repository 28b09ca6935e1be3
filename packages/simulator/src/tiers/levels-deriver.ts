/** L2S: ten levels of each side once per match event, joined to the trades that changed them. */
import { COL_FLAGS, type EventBatch, FLAG_LAST, FLAG_MBP } from '@undertow/market';
import { EventReader } from '#rows/event-reader.ts';
import { LevelWindow, type RowStamp } from '#rows/level-window.ts';
import type { RowBuffer } from '#rows/row-buffer.ts';
import { appendClear, appendWithoutIds, endEvent } from '#rows/trade-rows.ts';
import type { TierDeriver } from './derived-feed.ts';

const DEPTH = 10;

export class LevelsDeriver implements TierDeriver {
  readonly #window = new LevelWindow(DEPTH);
  readonly #reader: EventReader;
  #sink: RowBuffer | null = null;
  /** Row of the sink at which the open event began. */
  #fromRow = 0;

  constructor() {
    this.#reader = new EventReader({
      onTrade: (rows, at) => this.#copy(rows, at, 0),
      onOther: (rows, at) => this.#copy(rows, at, rows[at + COL_FLAGS]! | FLAG_LAST),
      onEnd: (stamp, isSnapshot) => this.#end(stamp, isSnapshot),
    });
  }

  derive(batch: EventBatch, sink: RowBuffer): void {
    this.#sink = sink;
    this.#fromRow = sink.count;
    this.#reader.read(batch);
  }

  finish(): void {
    // Every event was sent when it ended.
  }

  #copy(rows: Int32Array, at: number, flags: number): void {
    const sink = this.#sink as RowBuffer;
    appendWithoutIds(sink, rows, at, flags | FLAG_MBP);
    if ((flags & FLAG_LAST) !== 0) this.#fromRow = sink.count;
  }

  #end(stamp: Readonly<RowStamp>, isSnapshot: boolean): void {
    const sink = this.#sink as RowBuffer;
    if (isSnapshot) {
      appendClear(sink, stamp);
      this.#window.forget();
    }
    this.#window.write(this.#reader.book, stamp, sink);
    endEvent(sink, this.#fromRow);
    this.#fromRow = sink.count;
  }
}
