/** Computes the machines for a number of viewers and writes docs/scale.md. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readServiceTimes } from '#bench/cluster/service-times.ts';
import type { Goal } from '#measurements/goal.ts';
import type { Plan } from './plan-deployment.ts';
import { makePlans, planTable, scaleNote } from './scale-report.ts';

const NOTE = fileURLToPath(new URL('../../../../../docs/scale.md', import.meta.url));
const MAX_AGE_MS = 150;

/** Takes seconds. `note` receives the table. */
export function measureScale(note: (line: string) => void): readonly Goal[] {
  const times = readServiceTimes();
  const plans = makePlans(times);
  for (const line of planTable(plans)) note(line);
  writeFileSync(NOTE, scaleNote(times, plans));
  return plans.map(goalOf);
}

function goalOf({ viewers, simulated, deployment }: Plan): Goal {
  const { p50, p99 } = simulated.ageMs;
  return {
    what: `${viewers.toLocaleString('en-GB')} viewers, ${deployment.webs} web processes: age of a frame, p99, simulated`,
    goal: `≤ ${MAX_AGE_MS} ms`,
    reached: `${p99.toFixed(0)} ms (p50 ${p50.toFixed(0)})`,
    met: p99 <= MAX_AGE_MS,
  };
}
