/** Measures the order book from raw records of the reference workload. */
import { readFileSync } from 'node:fs';
import { decodeMbo } from '@undertow/feeds';
import { ACTION_CANCEL, ACTION_FILL, OrderBook, ROW_LENGTH, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { median } from '#measurements/order-of-values.ts';
import { RECORD_BYTES, TICK_NANOS } from './bench-stream.ts';

export interface BookRun {
  readonly millionPerSecond: number;
  /** The state the book ended in, in the format of the reference program. */
  readonly state: string;
}

const BATCH = 256;
const REPETITIONS = 5;
// A module's own constants are folded into machine code, imported ones are loaded and checked at each use.
const FILL = ACTION_FILL;
const CANCEL = ACTION_CANCEL;
const LENGTH = ROW_LENGTH;
const BYTES = RECORD_BYTES;
const TICK = TICK_NANOS;

/**
 * `path` holds records of the reference generator. In its stream a fill takes contracts from the head of the queue (in
 * DBN fills never change a book), so each fill row is turned into the partial cancel that it is there.
 */
export function runBook(path: string): BookRun {
  const bytes = readFileSync(path);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const rates: number[] = [];
  let state = '';
  for (let repetition = 0; repetition < REPETITIONS; repetition += 1) {
    const book = new OrderBook();
    const start = process.hrtime.bigint();
    applyAll(book, view, bytes.length / RECORD_BYTES);
    const elapsedNs = Number(process.hrtime.bigint() - start);
    rates.push((bytes.length / RECORD_BYTES / elapsedNs) * 1e3);
    state = stateOf(book);
  }
  return { millionPerSecond: median(rates), state };
}

/** Applies all records and reads the best prices after each; the sum keeps the reading from being optimised away. */
function applyAll(book: OrderBook, view: DataView, count: number): number {
  const rows = new Int32Array(BATCH * ROW_LENGTH);
  let sum = 0;
  for (let from = 0; from < count; from += BATCH) {
    const size = Math.min(BATCH, count - from);
    for (let record = 0; record < size; record += 1) {
      decodeMbo(view, (from + record) * BYTES, rows, record * LENGTH, TICK);
    }
    for (let at = 0; at < size * LENGTH; at += LENGTH) {
      if (rows[at]! === FILL) {
        rows[at] = CANCEL;
      }
      book.applyRow(rows, at);
      sum = (sum + book.bestBidTicks + book.bestAskTicks) | 0;
    }
  }
  return sum;
}

function stateOf(book: OrderBook): string {
  const prices = new Int32Array(65_536);
  const sizes = new Int32Array(65_536);
  const orders = new Int32Array(65_536);
  const side = (which: number) => {
    const levels = book.copyTop(which, prices.length, prices, sizes, orders);
    return { levels, size: sizes.subarray(0, levels).reduce((sum, size) => sum + size, 0) };
  };
  const bids = side(SIDE_BID);
  const asks = side(SIDE_ASK);
  return (
    `bid=${book.bestBidTicks} ask=${book.bestAskTicks} live=${book.liveOrders} ` +
    `bidqty=${bids.size} askqty=${asks.size} levels=${bids.levels + asks.levels}`
  );
}

/** Throws when books of the same records ended in different states. */
export function refuseOtherState(runs: readonly { readonly state: string }[]): void {
  const states = new Set(runs.map((run) => run.state));
  if (states.size > 1) {
    throw new Error(`the books ended in different states: ${[...states].join(' / ')}`);
  }
}
