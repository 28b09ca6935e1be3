/** Measures book and line round by round, each in a process of its own, beside the C++ books where they can be built. */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { runApart } from '#bench/processes/run-apart.ts';
import { type BookRun, refuseOtherState } from './book-run.ts';
import type { EngineFigures } from './engine-report.ts';
import type { BurstRun, HeapRun, LineRun } from './line-runs.ts';
import { type MarketRun, RECORDING } from './market-runs.ts';
import { ReferenceEngine, type ReferenceRun } from './reference-engine.ts';

export async function measureEngine(
  note: (line: string) => void,
  rounds: number,
  burstSeconds: number,
): Promise<EngineFigures> {
  const load = loadavg()[0] ?? 0;
  const folder = await mkdtemp(join(tmpdir(), 'undertow-bench-'));
  try {
    const reference = await ReferenceEngine.build(folder);
    const withoutReference = typeof reference === 'string' ? reference : null;
    if (withoutReference !== null) note(`not compared with C++: ${withoutReference}`);
    const book: BookRun[] = [];
    const ladder: ReferenceRun[] = [];
    const map: ReferenceRun[] = [];
    const line: LineRun[] = [];
    const dense: MarketRun[] = [];
    const sparse: MarketRun[] = [];
    const recording: MarketRun[] = [];
    const heap: HeapRun[] = [];
    const burst: BurstRun[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      note(`round ${round} of ${rounds}`);
      if (typeof reference !== 'string') {
        ladder.push(await reference.measure('ladder'));
        book.push(await runApart<BookRun>('book', ['--file', reference.streamPath]));
        map.push(await reference.measure('map'));
        refuseOtherState([...book, ...ladder, ...map]);
      }
      line.push(await runApart<LineRun>('line'));
      dense.push(await runApart<MarketRun>('dense'));
      sparse.push(await runApart<MarketRun>('sparse'));
      if (existsSync(RECORDING)) recording.push(await runApart('recording', ['--file', RECORDING]));
      heap.push(await runApart<HeapRun>('heap'));
      burst.push(await runApart<BurstRun>('burst', ['--seconds', String(burstSeconds)]));
    }
    const date = new Date().toISOString().slice(0, 10);
    const ofBook = { book, ladder, map, withoutReference };
    return { rounds, burstSeconds, date, load, ...ofBook, line, dense, sparse, recording, heap, burst };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
