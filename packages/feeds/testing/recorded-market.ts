/** A market to record: rows of a random exchange, written as a run below a folder. */
import { join } from 'node:path';
import {
  ACTION_CLEAR,
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_AUX,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_PRICE_TICKS,
  COL_RECV_HI,
  COL_RECV_LO,
  COL_RPT_SEQ,
  COL_SEQUENCE,
  COL_SIZE,
  COL_TIME_HI,
  COL_TIME_LO,
  FLAG_LAST,
  FLAG_SNAPSHOT,
  NO_PRICE,
  ROW_LENGTH,
  seededDraws,
} from '@undertow/market';
import type { FrameSeal, RunHeader } from '#recordings/files/recorded-run.ts';
import { productFolder, runPaths } from '#recordings/files/run-paths.ts';
import { newAppendFile } from '#recordings/write/append-file.ts';
import { RunWriter } from '#recordings/write/run-writer.ts';
import { OrderStream } from './faulty-stream.ts';

export const RECORDED_HEADER: RunHeader = {
  version: 1,
  source: 'simulated',
  product: 'ES',
  instrumentId: 1,
  contract: 'ESH4',
  tickNanos: 250_000_000,
  tier: 'L3',
  tradingDay: '2024-01-02',
  run: 'run-1',
  dataset: 'UNDERTOW.SIM',
  startMs: 1_704_207_600_000,
  continues: false,
  isSealed: false,
};

/**
 * Rows of an exchange, a millisecond apart: an empty snapshot, then adds, changes and cancels, one in fifty a trade,
 * one in three hundred a status. As a recording returns them: received when they happened, without our own counter.
 */
export function marketRows(count: number, seed: number): Int32Array {
  const draw = seededDraws(seed);
  const stream = new OrderStream(draw);
  const rows = new Int32Array(count * ROW_LENGTH);
  for (let row = 0; row < count; row += 1) {
    stream.next();
    const at = row * ROW_LENGTH;
    rows.set(stream.row, at);
    rows[at + COL_INSTRUMENT] = RECORDED_HEADER.instrumentId;
    rows[at + COL_RPT_SEQ] = 0;
    rows[at + COL_SEQUENCE] = row + 1;
    rows[at + COL_RECV_HI] = rows[at + COL_TIME_HI]!;
    rows[at + COL_RECV_LO] = rows[at + COL_TIME_LO]!;
    rows[at + COL_FLAGS] = draw() < 0.8 ? FLAG_LAST : 0;
  }
  return rows;
}

/** The row that begins a recording: a snapshot of an empty book. */
export function emptySnapshot(): Int32Array {
  const row = new Int32Array(ROW_LENGTH);
  row[COL_ACTION] = ACTION_CLEAR;
  row[COL_PRICE_TICKS] = NO_PRICE;
  row[COL_FLAGS] = FLAG_LAST | FLAG_SNAPSHOT;
  row[COL_INSTRUMENT] = RECORDED_HEADER.instrumentId;
  return row;
}

/** Makes the row at `at` one that no record of orders can hold. */
export function makeStatus(rows: Int32Array, at: number, status: number): void {
  rows[at + COL_ACTION] = ACTION_STATUS;
  rows[at + COL_PRICE_TICKS] = NO_PRICE;
  rows[at + COL_AUX] = status;
  rows[at + COL_FLAGS] = FLAG_LAST;
}

/** Makes the row at `at` a trade of one contract. */
export function makeTrade(rows: Int32Array, at: number): void {
  rows[at + COL_ACTION] = ACTION_TRADE;
  rows[at + COL_SIZE] = 1;
}

/** A writer of a run below the folder, and where its rows are. */
export async function createRun(
  root: string,
  header: RunHeader = RECORDED_HEADER,
  seal: FrameSeal | null = null,
): Promise<{ readonly writer: RunWriter; readonly path: string }> {
  const folder = join(productFolder(root, { owner: null, ...header }), header.tradingDay);
  const paths = runPaths(folder, header.run, header.isSealed);
  const files = {
    rows: newAppendFile(paths.rows),
    index: newAppendFile(paths.index),
    books: newAppendFile(paths.books),
    tail: newAppendFile(paths.tail),
  };
  const onFailure = (error: Error): never => {
    throw error;
  };
  return { writer: new RunWriter({ header, files, seal, onFailure }), path: paths.rows };
}

/** Records all rows. */
export function pushAll(writer: RunWriter, rows: Int32Array): void {
  for (let at = 0; at < rows.length; at += ROW_LENGTH) writer.push(rows, at);
}
