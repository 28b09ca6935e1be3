/** Recorded data beside the checkout and captured runs of the command line, for tests only. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { runCli } from '#commands/run-cli.ts';

/** Ends with a slash. */
export const RECORDED_DATA = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));

/** False where the folder is absent: tests that need it are skipped with a message. */
export const HAS_RECORDED_DATA = existsSync(`${RECORDED_DATA}README.md`);

export const ES_RECORDING = `${RECORDED_DATA}es-mbo-esh4-20231225-dev/esh4-glbx-mdp3-20231225-to-2330.mbo.dbn.zst`;

/** Best prices and trades of several products. */
export const BEST_PRICES_RECORDING = `${RECORDED_DATA}es-nq-mbp1-trades-ohlcv-20240701/futures_mbp-1_2024-07-01T23-58_2024-07-02T00-02.dbn.zst`;

if (!HAS_RECORDED_DATA)
  process.stderr.write(`recorded data is not at ${RECORDED_DATA}: its tests are skipped\n`);

export interface CliRun {
  readonly code: number;
  /** Lines of standard output and of standard error. */
  readonly data: readonly string[];
  readonly notes: readonly string[];
}

/** Runs a command line in this process. */
export async function captured(...argv: readonly string[]): Promise<CliRun> {
  const data: string[] = [];
  const notes: string[] = [];
  const code = await runCli(argv, { data: (line) => data.push(line), note: (line) => notes.push(line) });
  return { code, data, notes };
}
