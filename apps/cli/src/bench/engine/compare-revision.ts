/** This checkout beside an earlier commit: the same measurements of both in turns, so that a busy moment weighs on both. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runApart } from '#bench/processes/run-apart.ts';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';
import type { BookRun } from './book-run.ts';
import type { BurstRun, LineRun } from './line-runs.ts';
import { type MarketRun, RECORDING } from './market-runs.ts';
import { ReferenceEngine } from './reference-engine.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../../../', import.meta.url));
const PROGRAM = 'apps/cli/src/main.ts';
/** Below this share of the earlier commit’s speed a row fails. */
const LEAST = 0.9;
/** Of a command line that does not know what it was called with. */
const EXIT_USAGE = 2;

interface Compared {
  readonly what: string;
  readonly words: readonly [run: string, ...options: string[]];
  /** The more, the better. */
  speedOf(result: BookRun & LineRun & MarketRun & BurstRun): number;
}

const RATES: Pick<Compared, 'speedOf'> = { speedOf: ({ millionPerSecond }) => millionPerSecond };

async function comparedRuns(folder: string): Promise<readonly Compared[]> {
  const reference = await ReferenceEngine.build(folder);
  const book: Compared[] =
    typeof reference === 'string'
      ? []
      : [{ what: 'book from raw records', words: ['book', '--file', reference.streamPath], ...RATES }];
  const recording: Compared[] = existsSync(RECORDING)
    ? [{ what: 'whole line, real recording', words: ['recording', '--file', RECORDING], ...RATES }]
    : [];
  return [
    ...book,
    { what: 'whole line, bench stream', words: ['line'], ...RATES },
    { what: 'whole line, dense simulated ES', words: ['dense'], ...RATES },
    { what: 'whole line, sparse simulated ES', words: ['sparse'], ...RATES },
    ...recording,
    {
      what: 'messages a second of a core in the burst',
      words: ['burst', '--seconds', '5'],
      speedOf: ({ busy }) => 0.1 / busy,
    },
  ];
}

/** The speeds of one row: those of this checkout and of the earlier commit, round by round. */
export function comparedGoal(
  what: string,
  revision: string,
  pairs: readonly (readonly [number, number])[],
): Goal {
  const goal = `≥ ${LEAST.toFixed(2)}× of ${revision}`;
  if (pairs.length === 0) return { what, goal, reached: `${revision} does not measure it`, met: true };
  const ratio = median(pairs.map(([ours, theirs]) => ours / theirs));
  const ours = median(pairs.map(([own]) => own)).toFixed(3);
  const theirs = median(pairs.map(([, other]) => other)).toFixed(3);
  const reached = `${ratio.toFixed(2)}× (${ours} and ${theirs} M a second)`;
  return { what, goal, reached, met: ratio >= LEAST };
}

/** Measures a row in both checkouts, the other one first in every second round; nothing where the earlier one has no such run. */
async function pairsOf(
  { words: [name, ...options], speedOf }: Compared,
  earlier: string,
  rounds: number,
): Promise<(readonly [number, number])[]> {
  const ours = async (): Promise<number> => speedOf(await runApart(name, options));
  const theirs = async (): Promise<number> => speedOf(await runApart(name, options, earlier));
  const pairs: (readonly [number, number])[] = [];
  for (let round = 0; round < rounds; round += 1) {
    try {
      const before = round % 2 === 0 ? await theirs() : null;
      const now = await ours();
      pairs.push([now, before ?? (await theirs())]);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === EXIT_USAGE) return [];
      throw error;
    }
  }
  return pairs;
}

/** Checks the commit out beside this one with its packages; gone afterwards. Throws where git knows no such commit. */
export async function withCheckout<T>(
  revision: string,
  note: (line: string) => void,
  act: (checkout: string, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'undertow-bench-'));
  const checkout = join(folder, 'checkout');
  try {
    await run('git', ['worktree', 'add', '--detach', checkout, revision], { cwd: ROOT });
    note(`installing the packages of ${revision}`);
    await run(process.execPath, ['tools/setup.mjs', '--install-only'], { cwd: checkout });
    return await act(checkout, folder);
  } finally {
    await run('git', ['worktree', 'remove', '--force', checkout], { cwd: ROOT }).catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * A goal a row: not met where this checkout is more than a tenth slower than the commit. `note` receives progress.
 * Throws where git knows no such commit.
 */
export function compareRevision(
  revision: string,
  rounds: number,
  note: (line: string) => void,
): Promise<readonly Goal[]> {
  return withCheckout(revision, note, async (checkout, folder) => {
    const goals: Goal[] = [];
    for (const compared of await comparedRuns(folder)) {
      note(compared.what);
      const pairs = await pairsOf(compared, join(checkout, PROGRAM), rounds);
      goals.push(comparedGoal(compared.what, revision, pairs));
    }
    return goals;
  });
}
