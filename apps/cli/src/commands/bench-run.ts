/** One measurement of `undertow bench` in this process: what it starts for each, so that no other has trained its compiler or filled its heap. */
import { runBook } from '#bench/engine/book-run.ts';
import { runBurst, runHeap, runLine } from '#bench/engine/line-runs.ts';
import { runRecording, runSimulated } from '#bench/engine/market-runs.ts';
import { runImport } from '#bench/journal/journal-bench.ts';
import { wordsOf } from '#terminal/options.ts';
import { UsageError } from '#terminal/terminal.ts';

const OF_FILES = { book: runBook, recording: runRecording, import: runImport };

export const RUNS = ['line', 'dense', 'sparse', 'heap', 'burst', 'book', 'recording', 'import'] as const;

export async function measureRun(name: string, file: string | undefined, seconds: number): Promise<object> {
  const [run = 'line'] = wordsOf('run', name, RUNS);
  switch (run) {
    case 'line':
      return runLine();
    case 'dense':
    case 'sparse':
      return runSimulated(run);
    case 'heap':
      return runHeap();
    case 'burst':
      return runBurst(seconds);
    default:
      if (file === undefined) throw new UsageError(`expected --file with --run ${run}`);
      return OF_FILES[run](file);
  }
}
