/** Records and reads two kinds of session: a simulated one, and the deep book of the reference generator. */
import { instrumentBySymbol } from '@undertow/market';
import { makeBenchStream, RECORD_BYTES, TICK_NANOS } from '#bench/engine/bench-stream.ts';
import { decodedBlock, simulatedBlock } from './recorded-stream.ts';
import { measureRecording, type RecordingsFigures, runCircumstances } from './recordings-bench.ts';

/** Rows of a block that is repeated. */
const SIMULATED_ROWS = 200_000;
const DEEP_ROWS = 1_000_000;
const SEED = 42;

/** `records` is the length of each session. */
export async function measureRecordings(
  note: (line: string) => void,
  records: number,
): Promise<RecordingsFigures> {
  const circumstances = runCircumstances();
  const instrument = instrumentBySymbol('ES');
  if (instrument === undefined) throw new Error('the catalogue has no ES');
  note('simulated ES');
  const simulated = simulatedBlock(instrument, SIMULATED_ROWS);
  const first = await measureRecording('Simulated ES', simulated, records);
  note('bench stream');
  const deep = decodedBlock(makeBenchStream(DEEP_ROWS, SEED), RECORD_BYTES, TICK_NANOS);
  const second = await measureRecording('Bench stream', deep, records);
  return { ...circumstances, runs: [first, second] };
}
