/** Measures an instrument with everything on in whole markets, simulated and recorded: throughput and memory. */
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { readDbn } from '@undertow/feeds';
import { type EventBatch, instrumentBySymbol, MINUTE_MS } from '@undertow/market';
import { createSession, RowBuffer } from '@undertow/simulator';
import { median } from '#measurements/order-of-values.ts';
import { MeasuredInstrument } from './measured-instrument.ts';

/** Half an hour of ES beside the checkout, where it is there: recorded data is not part of the repository. */
export const RECORDING = fileURLToPath(
  new URL(
    '../../../../../../shared/data/es-mbo-esh4-20231225-dev/esh4-glbx-mdp3-20231225-to-2330.mbo.dbn.zst',
    import.meta.url,
  ),
);
const SEED = 42;
/** 15:00 UTC of a Monday: regular trading hours of ES. */
const START_MS = Date.UTC(2026, 2, 2, 15);
/** Of the simulated markets, by how much their people do. */
const MINUTES = { dense: 30, sparse: 120 } as const;
const PASSES = 7;
/** A short recording is passed until the compiler has seen so many rows. */
const WARM_ROWS = 3_000_000;
const BYTES_PER_MB = 2 ** 20;

export interface MarketRun {
  readonly rows: number;
  readonly millionPerSecond: number;
  readonly raised: number;
  /** What the instrument holds at the end: heap and typed arrays, megabytes of 2^20 bytes. */
  readonly instrumentMb: number;
}

/** Two hours of ES as the simulator has it by default, or half an hour in which everything happens more often. */
export function runSimulated(scenario: keyof typeof MINUTES): MarketRun {
  const instrument = instrumentBySymbol('ES');
  if (instrument === undefined) throw new Error('the catalogue has no ES');
  const openTicks = instrument.basePriceTicks;
  const session = createSession({ instrument, seed: SEED, startMs: START_MS, openTicks, scenario });
  const buffer = new RowBuffer();
  for (let minute = 1; minute <= MINUTES[scenario]; minute += 1)
    session.advance(START_MS + minute * MINUTE_MS, buffer);
  return runPasses(buffer);
}

/** `path` is a DBN file of orders of ES. */
export async function runRecording(path: string): Promise<MarketRun> {
  const buffer = new RowBuffer();
  const { batches } = await readDbn(path);
  for await (const { rows, count } of batches) buffer.appendRows(rows, count);
  return runPasses(buffer);
}

/**
 * The median of passes each with a fresh instrument, by the processor time of the whole process: compiler and collector
 * threads count. A second of such a market has few messages, so that what is done by the clock weighs more than in the
 * bench stream.
 */
function runPasses(buffer: RowBuffer): MarketRun {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const passes = Math.max(PASSES, Math.ceil(WARM_ROWS / buffer.count));
  const rates: number[] = [];
  for (let pass = 1; pass < passes; pass += 1) rates.push(play(new MeasuredInstrument(), buffer));
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

/** Million rows a second. */
function play(instrument: MeasuredInstrument, batch: EventBatch): number {
  const before = process.cpuUsage();
  instrument.apply(batch);
  const { user, system } = process.cpuUsage(before);
  return batch.count / (user + system);
}

function heldBytes(collect: () => void): number {
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
