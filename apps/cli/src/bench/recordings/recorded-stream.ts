/** Rows to record, as many as wanted: a market repeated with other order ids, later times and higher numbers. */
import { decodeMbo } from '@undertow/feeds';
import {
  ACTION_CLEAR,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_ORDER_HI,
  COL_PRICE_TICKS,
  COL_SEQUENCE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  type Instrument,
  MINUTE_MS,
  NO_PRICE,
  ROW_LENGTH,
  splitNsToMs,
} from '@undertow/market';
import { createSession, RowBuffer } from '@undertow/simulator';

export interface Block {
  readonly rows: Int32Array;
  readonly count: number;
}

const SEED = 42;
/** 15:00 UTC of a Monday: regular trading hours of ES. */
const START_MS = Date.UTC(2026, 2, 2, 15);

/** At least `count` rows of the simulated exchange. */
export function simulatedBlock(instrument: Instrument, count: number): Block {
  const openTicks = instrument.basePriceTicks;
  const session = createSession({ instrument, seed: SEED, startMs: START_MS, openTicks });
  const buffer = new RowBuffer();
  for (let minute = 1; buffer.count < count; minute += 1)
    session.advance(START_MS + minute * MINUTE_MS, buffer);
  return { rows: buffer.rows, count: buffer.count };
}

/** The records of a stream as rows. */
export function decodedBlock(view: DataView, recordBytes: number, tickNanos: number): Block {
  const count = view.byteLength / recordBytes;
  const rows = new Int32Array(count * ROW_LENGTH);
  for (let row = 0; row < count; row += 1)
    decodeMbo(view, row * recordBytes, rows, row * ROW_LENGTH, tickNanos);
  return { rows, count };
}

/**
 * The block again and again: each turn begins with the snapshot of an empty book, and its ids, times and numbers follow
 * those of the turn before. A turn is shifted by a multiple of 2^32 ns, 4.3 s.
 */
export class RepeatedBlock {
  readonly #block: Block;
  readonly #instrumentId: number;
  readonly #shiftHi: number;
  readonly #row = new Int32Array(ROW_LENGTH);

  constructor(block: Block, instrumentId: number) {
    this.#block = block;
    this.#instrumentId = instrumentId;
    const last = (block.count - 1) * ROW_LENGTH;
    this.#shiftHi = block.rows[last + COL_TIME_HI]! - block.rows[COL_TIME_HI]! + 1;
  }

  /** Time of a row of the first turn, milliseconds since 1970 UTC. */
  get startMs(): number {
    return splitNsToMs(this.#block.rows[COL_TIME_HI]!, this.#block.rows[COL_TIME_LO]!);
  }

  /** Calls back with each of the rows from number `from` up to `to`; the row is valid during the call. */
  each(from: number, to: number, take: (row: Int32Array) => void): void {
    const { rows, count } = this.#block;
    const row = this.#row;
    for (let number = from; number < to; number += 1) {
      const turn = Math.floor(number / (count + 1));
      const at = (number - turn * (count + 1) - 1) * ROW_LENGTH;
      if (at < 0) this.#clear(turn);
      else this.#copy(rows, at, turn);
      row[COL_SEQUENCE] = number | 0;
      take(row);
    }
  }

  #copy(rows: Int32Array, at: number, turn: number): void {
    const row = this.#row;
    for (let column = 0; column < ROW_LENGTH; column += 1) row[column] = rows[at + column]!;
    row[COL_ORDER_HI] = row[COL_ORDER_HI]! + turn;
    row[COL_TIME_HI] = row[COL_TIME_HI]! + turn * this.#shiftHi;
    row[COL_INSTRUMENT] = this.#instrumentId;
  }

  #clear(turn: number): void {
    this.#copy(this.#block.rows, 0, turn);
    this.#row[COL_ACTION] = ACTION_CLEAR;
    this.#row[COL_PRICE_TICKS] = NO_PRICE;
    this.#row[COL_FLAGS] = FLAG_LAST | FLAG_SNAPSHOT;
  }
}
