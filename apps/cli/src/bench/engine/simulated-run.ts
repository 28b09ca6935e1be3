/** Measures an instrument with everything on in a market with realistic pauses and bursts: throughput and memory. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { instrumentBySymbol, MINUTE_MS } from '@undertow/market';
import { createSession, RowBuffer } from '@undertow/simulator';
import { median } from '#measurements/order-of-values.ts';
import { MeasuredInstrument } from './measured-instrument.ts';

const SEED = 42;
/** 15:00 UTC of a Monday: regular trading hours of ES. */
const START_MS = Date.UTC(2026, 2, 2, 15);
const MINUTES = 120;
const PASSES = 7;
const BYTES_PER_MB = 2 ** 20;

export interface SimulatedRun {
  readonly rows: number;
  readonly millionPerSecond: number;
  readonly raised: number;
  /** What the instrument holds at the end: heap and typed arrays, megabytes of 2^20 bytes. */
  readonly instrumentMb: number;
}

/**
 * Two hours of sparse ES, the median of seven passes each with a fresh instrument, by the processor time of the whole
 * process: compiler and collector threads count. A second of such a market has few messages, so that what is done
 * by the clock weighs more than in the bench stream.
 */
export function runSimulated(): SimulatedRun {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const buffer = simulatedRows();
  const rates: number[] = [];
  for (let pass = 1; pass < PASSES; pass += 1) rates.push(play(new MeasuredInstrument(), buffer));
  const before = heldBytes(collect);
  const last = new MeasuredInstrument();
  rates.push(play(last, buffer));
  const held = heldBytes(collect) - before;
  return {
    rows: buffer.count,
    millionPerSecond: median(rates),
    raised: last.raised,
    instrumentMb: held / BYTES_PER_MB,
  };
}

function simulatedRows(): RowBuffer {
  const instrument = instrumentBySymbol('ES');
  if (instrument === undefined) {
    throw new Error('the catalogue has no ES');
  }
  const openTicks = instrument.basePriceTicks;
  const session = createSession({ instrument, seed: SEED, startMs: START_MS, openTicks, scenario: 'sparse' });
  const buffer = new RowBuffer();
  for (let minute = 1; minute <= MINUTES; minute += 1) session.advance(START_MS + minute * MINUTE_MS, buffer);
  return buffer;
}

/** Million rows a second. */
function play(instrument: MeasuredInstrument, buffer: RowBuffer): number {
  const before = process.cpuUsage();
  instrument.apply(buffer);
  const { user, system } = process.cpuUsage(before);
  return buffer.count / (user + system);
}

function heldBytes(collect: () => void): number {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
