/** L1T: trades one by one and the best bid and offer when they change; nothing joins the two but time. */
import {
  COL_FLAGS,
  COL_SEQUENCE,
  type EventBatch,
  FLAG_LAST,
  FLAG_MBP,
  FLAG_TOP_OF_BOOK,
} from '@undertow/market';
import { EventReader } from '#rows/event-reader.ts';
import { LevelWindow, type RowStamp } from '#rows/level-window.ts';
import type { RowBuffer } from '#rows/row-buffer.ts';
import { appendClear, appendWithoutIds, endEvent } from '#rows/trade-rows.ts';
import type { TierDeriver } from './derived-feed.ts';

export class BestPricesDeriver implements TierDeriver {
  readonly #window = new LevelWindow(1);
  readonly #reader: EventReader;
  #sink: RowBuffer | null = null;

  constructor() {
    this.#reader = new EventReader({
      onTrade: (rows, at) => this.#copy(rows, at, 0),
      onOther: (rows, at) => this.#copy(rows, at, rows[at + COL_FLAGS]!),
      onEnd: (stamp, isSnapshot) => this.#end(stamp, isSnapshot),
    });
  }

  derive(batch: EventBatch, sink: RowBuffer): void {
    this.#sink = sink;
    this.#reader.read(batch);
  }

  finish(): void {
    // Everything was sent when it happened.
  }

  #copy(rows: Int32Array, at: number, flags: number): void {
    const sink = this.#sink as RowBuffer;
    const to = appendWithoutIds(sink, rows, at, flags | FLAG_MBP | FLAG_LAST);
    sink.rows[to + COL_SEQUENCE] = 0;
  }

  #end(stamp: Readonly<RowStamp>, isSnapshot: boolean): void {
    const sink = this.#sink as RowBuffer;
    const fromRow = sink.count;
    if (isSnapshot) {
      appendClear(sink, stamp);
      this.#window.forget();
    }
    const sent = { ...stamp, flags: stamp.flags | FLAG_TOP_OF_BOOK, sequence: 0 };
    this.#window.write(this.#reader.book, sent, sink);
    endEvent(sink, fromRow);
  }
}
