/** Imports each kind of export in processes of their own, round by round. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runApart } from '#bench/processes/run-apart.ts';
import type { ImportFigures, ImportRun, MeasuredExport } from './journal-bench.ts';
import { journalExports } from './journal-exports.ts';

export async function measureImports(note: (line: string) => void, rounds: number): Promise<ImportFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'undertow-bench-'));
  try {
    const files: MeasuredExport[] = [];
    for (const { what, name, text } of journalExports()) {
      const file = join(folder, name);
      await writeFile(file, text);
      const runs: ImportRun[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        note(`${what}, round ${round} of ${rounds}`);
        runs.push(await runApart<ImportRun>('import', ['--file', file]));
      }
      files.push({ what, bytes: text.length, runs });
    }
    return { rounds, files };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
