/** Ends processes in the order of their stages: what others need ends last. */
import { setTimeout as wait } from 'node:timers/promises';
import { isRunning, type ProcessIdentity } from './process-identity.ts';

export interface Guarded extends ProcessIdentity {
  /** Lower ones end first. */
  readonly stage: number;
  readonly signal: NodeJS.Signals;
}

const STAGE_MS = 15_000;
const POLL_MS = 50;

function send({ pid }: ProcessIdentity, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It ended by itself meanwhile
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function areGone(processes: readonly Guarded[], withinMs: number): Promise<boolean> {
  for (let leftMs = withinMs; leftMs > 0; leftMs -= POLL_MS) {
    if (!processes.some(isRunning)) return true;
    await wait(POLL_MS);
  }
  return false;
}

/** Resolves when none of them runs. What does not end by its signal within the time of its stage is killed. */
export async function endProcesses(
  processes: readonly Guarded[],
  stageMs = STAGE_MS,
): Promise<readonly Guarded[]> {
  const running = processes.filter(isRunning);
  for (const stage of [...new Set(running.map((one) => one.stage))].toSorted((a, b) => a - b)) {
    const ending = running.filter((one) => one.stage === stage);
    for (const one of ending) send(one, one.signal);
    if (await areGone(ending, stageMs)) continue;
    for (const one of ending.filter(isRunning)) send(one, 'SIGKILL');
    await areGone(ending, stageMs);
  }
  return running;
}
