/** The line from raw records to flow events, as a server runs it for one instrument: decode, book, facts, detectors. */
import { decodeMbo } from '@undertow/feeds';
import { ROW_LENGTH } from '@undertow/market';
import { RECORD_BYTES, TICK_NANOS } from './bench-stream.ts';
import { MeasuredInstrument } from './measured-instrument.ts';

const BATCH = 256;

export class MeasuredLine {
  readonly #instrument = new MeasuredInstrument();
  readonly #view: DataView;
  readonly #rows = new Int32Array(BATCH * ROW_LENGTH);

  constructor(view: DataView) {
    this.#view = view;
  }

  /** Events and patterns raised, updates not counted. */
  get raised(): number {
    return this.#instrument.raised;
  }

  /** Decodes and applies the records `[from, to)`. */
  apply(from: number, to: number): void {
    const rows = this.#rows;
    for (let start = from; start < to; start += BATCH) {
      const count = Math.min(BATCH, to - start);
      for (let record = 0; record < count; record += 1) {
        decodeMbo(this.#view, (start + record) * RECORD_BYTES, rows, record * ROW_LENGTH, TICK_NANOS);
      }
      this.#instrument.apply({ rows, count });
    }
  }
}
