/** One process with all roles beside that of an earlier commit: processor time and memory, in turns. */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pathOf, SCRIPTS } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';
import { measureProgram } from './server-bench.ts';

type Figures = Awaited<ReturnType<typeof measureProgram>>;

const PAGES = 'apps/web/dist';
const OWN_PAGES = fileURLToPath(new URL(`../../../../../${PAGES}`, import.meta.url));
const MOST = 1.05;

export function comparedProductGoal(
  what: string,
  unit: string,
  revision: string,
  pairs: readonly (readonly [ours: number, theirs: number])[],
): Goal {
  const ratio = median(pairs.map(([ours, theirs]) => ours / theirs));
  const of = (place: 0 | 1): string => median(pairs.map((pair) => pair[place])).toFixed(1);
  return {
    what,
    goal: `≤ ${MOST.toFixed(2)}× of ${revision}`,
    reached: `${ratio.toFixed(2)}× (${of(0)} and ${of(1)} ${unit}; ${pairs.length} pairs)`,
    met: ratio <= MOST,
  };
}

/** A round takes four minutes on a quiet machine; the earlier commit is first in every second one. */
export async function compareProduct(
  revision: string,
  checkout: string,
  rounds: number,
  note: (line: string) => void,
): Promise<readonly Goal[]> {
  // It is not built there: both serve the same pages
  if (existsSync(OWN_PAGES)) cpSync(OWN_PAGES, join(checkout, PAGES), { recursive: true });
  const earlier = join(checkout, SCRIPTS.startProduct);
  const pairs: (readonly [ours: Figures, theirs: Figures])[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    note(`one process with all roles, round ${round} of ${rounds}`);
    const before = round % 2 === 0 ? await measureProgram(earlier) : null;
    const ours = await measureProgram(pathOf('startProduct'));
    pairs.push([ours, before ?? (await measureProgram(earlier))]);
  }
  const of = (figure: (figures: Figures) => number) =>
    pairs.map(([ours, theirs]) => [figure(ours), figure(theirs)] as const);
  const what = 'One process with all roles, ten instruments';
  return [
    comparedProductGoal(
      `${what}: processor time`,
      '% of a core',
      revision,
      of(({ cpuPercent }) => cpuPercent),
    ),
    comparedProductGoal(
      `${what}: memory`,
      'MB',
      revision,
      of(({ afterMb }) => afterMb),
    ),
  ];
}
