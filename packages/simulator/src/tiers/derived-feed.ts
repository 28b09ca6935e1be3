/** Derives the rows of a less detailed feed from rows of orders. */
import type { EventBatch } from '@undertow/market';
import type { RowBuffer } from '#rows/row-buffer.ts';

export interface TierDeriver {
  /** Appends the rows that the less detailed feed shows of these, in the order of its own times. */
  derive(batch: EventBatch, sink: RowBuffer): void;
  /** Appends what was held back; call once, after the last batch. */
  finish(sink: RowBuffer): void;
}
