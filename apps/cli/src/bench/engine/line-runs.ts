/** Measures the whole line: its throughput, what it leaves on the heap, and its delay in a burst. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { decodeMbo } from '@undertow/feeds';
import { MatchEventAssembler, OrderBook, ROW_LENGTH } from '@undertow/market';
import { median, quantile } from '#measurements/order-of-values.ts';
import { makeBenchStream, RECORD_BYTES, TICK_NANOS } from './bench-stream.ts';
import { MeasuredInstrument } from './measured-instrument.ts';

const BATCH = 256;

/** The line from raw records to flow events, as a server runs it for one instrument: decode, book, facts, detectors. */
class MeasuredLine {
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

const SEED = 42;
const MILLION = 1_000_000;

export interface LineRun {
  readonly millionPerSecond: number;
  readonly raised: number;
}

/**
 * Throughput over two million records, the median of three passes each with a fresh market, by processor time: there is
 * no other program beside it in the round that a busy machine would slow down alike.
 */
export function runLine(): LineRun {
  const view = makeBenchStream(2 * MILLION, SEED);
  const count = view.byteLength / RECORD_BYTES;
  const rates: number[] = [];
  let raised = 0;
  for (let pass = 0; pass < 3; pass += 1) {
    const line = new MeasuredLine(view);
    const before = process.threadCpuUsage();
    line.apply(0, count);
    const { user, system } = process.threadCpuUsage(before);
    rates.push(count / (user + system));
    raised = line.raised;
  }
  return { millionPerSecond: median(rates), raised };
}

export interface HeapRun {
  /** Growth of the live heap over a million records after a warm-up of two million, kilobytes: kept memory. */
  readonly bookKeptKb: number;
  readonly lineKeptKb: number;
  /** The same before any collection: everything that was allocated, garbage included. */
  readonly bookAllocatedKb: number;
  readonly lineAllocatedKb: number;
}

export function runHeap(): HeapRun {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const view = makeBenchStream(3 * MILLION, SEED);
  const book = measureHeap(collect, bookOnly(view));
  const line = new MeasuredLine(view);
  const whole = measureHeap(collect, (from, to) => line.apply(from, to));
  return {
    bookKeptKb: book.kept,
    bookAllocatedKb: book.allocated,
    lineKeptKb: whole.kept,
    lineAllocatedKb: whole.allocated,
  };
}

function bookOnly(view: DataView): (from: number, to: number) => void {
  const rows = new Int32Array(ROW_LENGTH);
  const assembler = new MatchEventAssembler(new OrderBook());
  return (from, to) => {
    for (let record = from; record < to; record += 1) {
      decodeMbo(view, record * RECORD_BYTES, rows, 0, TICK_NANOS);
      assembler.applyRow(rows, 0);
    }
  };
}

function measureHeap(collect: () => void, apply: (from: number, to: number) => void) {
  apply(0, 2 * MILLION);
  collect();
  collect();
  const before = process.memoryUsage().heapUsed;
  apply(2 * MILLION, 3 * MILLION);
  const allocated = process.memoryUsage().heapUsed - before;
  collect();
  collect();
  const kept = process.memoryUsage().heapUsed - before;
  return { allocated: Math.round(allocated / 1024), kept: Math.round(kept / 1024) };
}

export interface BurstRun {
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly p999Ms: number;
  readonly maxMs: number;
  /** Share of one core that the line used. */
  readonly busy: number;
}

const BURST_PER_MS = 100;
const WARM_UP = MILLION / 2;

/**
 * 100,000 messages a second for `seconds`: each message is due at its own instant, the event loop turns freely between
 * deliveries, and the delay of a message ends when its match event went through book, facts and detectors.
 */
export async function runBurst(seconds: number): Promise<BurstRun> {
  const count = seconds * 1000 * BURST_PER_MS;
  const view = makeBenchStream(WARM_UP + count, SEED);
  const line = new MeasuredLine(view);
  line.apply(0, WARM_UP);
  const delays = new Float64Array(count);
  const start = performance.now();
  let done = 0;
  let busyMs = 0;
  while (done < count) {
    const from = performance.now();
    const due = Math.min(count, Math.floor((from - start) * BURST_PER_MS));
    if (due > done) {
      line.apply(WARM_UP + done, WARM_UP + due);
      const end = performance.now();
      for (let message = done; message < due; message += 1) {
        delays[message] = end - start - (message + 1) / BURST_PER_MS;
      }
      busyMs += end - from;
      done = due;
    }
    await nextTurn();
  }
  return {
    p50Ms: quantile(delays, 0.5),
    p99Ms: quantile(delays, 0.99),
    p999Ms: quantile(delays, 0.999),
    maxMs: quantile(delays, 1),
    busy: busyMs / (seconds * 1000),
  };
}
