/** The rows that a decoder makes of records. */
import { ROW_LENGTH } from '@undertow/market';
import type { RowDecoder } from '#dbn/decode/row-decoder.ts';

/** Bytes before the records of a block, so that nothing is aligned, and of the stream before the block. */
export const BEFORE_RECORDS = 7;
export const STREAM_OFFSET = 1000;

/** Rows of the records as one block. */
export function rowsOf(decoder: RowDecoder, ...records: readonly Buffer[]): Int32Array[] {
  const bytes = Buffer.concat([Buffer.alloc(BEFORE_RECORDS), ...records, Buffer.alloc(3)]);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const end = bytes.length - 3;
  const block = { view, start: BEFORE_RECORDS, end, offset: STREAM_OFFSET, count: records.length };
  const { rows, count } = decoder.decode(block);
  return Array.from({ length: count }, (_, row) => rows.slice(row * ROW_LENGTH, (row + 1) * ROW_LENGTH));
}
