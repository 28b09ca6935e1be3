/** Decodes the records of whole frames into rows. Orders take the short way: one instrument, one type of record. */
import {
  ACTION_CLEAR,
  ACTION_NONE,
  COL_ACTION,
  COL_INSTRUMENT,
  COL_PRICE_TICKS,
  type EventBatch,
  NO_PRICE,
  ROW_LENGTH,
} from '@undertow/market';
import { decodeMbo, MBO_BYTES } from '#dbn/decode/decode-mbo.ts';
import { RowDecoder } from '#dbn/decode/row-decoder.ts';
import { DbnError } from '#dbn/files/dbn-error.ts';
import { RTYPE_MBO } from '#dbn/files/dbn-layout.ts';
import type { DbnMetadata } from '#dbn/files/dbn-metadata.ts';
import { type RunHeader, recordBytesOf } from '#recordings/files/recorded-run.ts';
import type { ReadFrame } from './read-frames.ts';

/** Length and type of an order's record, as the first two bytes of it. */
const MBO_HEAD = (RTYPE_MBO << 8) | (MBO_BYTES / 4);

export interface FrameDecoder {
  /** Rows of the frame's whole records, valid until the next call. Throws `DbnError` where a record is impossible. */
  decode(frame: ReadFrame): EventBatch;
}

/** One for each reading: levels are decoded as changes since the record before. */
export function frameDecoder(header: RunHeader, metadata: DbnMetadata): FrameDecoder {
  return header.tier === 'L3' ? new OrderFrames(header) : new LevelFrames(header, metadata);
}

/** Whole records of the frame. Throws `DbnError` where a frame that is not torn has half a one. */
export function recordsIn({ content, at, isTorn }: ReadFrame, header: RunHeader): number {
  const records = content.length / recordBytesOf(header.tier);
  if (!isTorn && !Number.isInteger(records))
    throw new DbnError(
      `expected a frame of records of ${recordBytesOf(header.tier)} bytes, found ${content.length} bytes`,
      at,
      'file',
    );
  return Math.floor(records);
}

class OrderFrames implements FrameDecoder {
  readonly #header: RunHeader;
  #rows = new Int32Array(0);

  constructor(header: RunHeader) {
    this.#header = header;
  }

  decode(frame: ReadFrame): EventBatch {
    const { content } = frame;
    const count = recordsIn(frame, this.#header);
    if (this.#rows.length < count * ROW_LENGTH) this.#rows = new Int32Array(count * ROW_LENGTH);
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
    const rows = this.#rows;
    const { instrumentId, tickNanos } = this.#header;
    for (let record = 0; record < count; record += 1) {
      const at = record * ROW_LENGTH;
      const offset = record * MBO_BYTES;
      if (view.getUint16(offset, true) !== MBO_HEAD)
        throw this.#impossible(frame, record, 'the header of an order');
      decodeMbo(view, offset, rows, at, tickNanos);
      rows[at + COL_INSTRUMENT] = instrumentId;
      if (rows[at + COL_PRICE_TICKS] === NO_PRICE && needsPrice(rows[at + COL_ACTION]!))
        throw this.#impossible(frame, record, 'a price on the tick');
    }
    return { rows, count };
  }

  #impossible(frame: ReadFrame, record: number, expected: string): DbnError {
    return new DbnError(`expected ${expected} in record ${record} of the frame`, frame.at, 'file');
  }
}

function needsPrice(action: number): boolean {
  return action !== ACTION_CLEAR && action !== ACTION_NONE;
}

class LevelFrames implements FrameDecoder {
  readonly #header: RunHeader;
  readonly #decoder: RowDecoder;

  constructor(header: RunHeader, metadata: DbnMetadata) {
    this.#header = header;
    this.#decoder = new RowDecoder(metadata, (error) => {
      throw error;
    });
  }

  decode(frame: ReadFrame): EventBatch {
    const { content, at } = frame;
    const count = recordsIn(frame, this.#header);
    const end = count * recordBytesOf(this.#header.tier);
    const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
    const batch = this.#decoder.decode({ view, start: 0, end, offset: at, count });
    for (let row = 0; row < batch.count * ROW_LENGTH; row += ROW_LENGTH)
      batch.rows[row + COL_INSTRUMENT] = this.#header.instrumentId;
    return batch;
  }
}
