/** What a driver starts ends with it: also when it is interrupted, killed, or left by the bench that started it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Guarded } from '@undertow/sandbox/src/cluster/programs/end-processes.ts';
import { identityOf } from '@undertow/sandbox/src/cluster/programs/process-identity.ts';
import { startWatchdog } from '@undertow/sandbox/src/cluster/programs/watchdog.ts';

const LOOK_FOR_PARENT_MS = 500;
const STOP_WITHIN_MS = 30_000;
/** Far more than any of the drivers needs: something hangs. */
const MOST_MS = 10 * 60_000;

export interface GuardedRun {
  /** For everything that the run writes; gone with it. */
  readonly folder: string;
  /** Ended when this process is gone. */
  guard(pid: number | undefined): void;
  /** Called when the run is interrupted, before this process exits. */
  onInterrupt(stop: () => Promise<unknown>): void;
  /** Nothing of it runs any more. */
  end(): void;
}

/** The folder is the one for temporary files of this process from here on. */
export function startGuardedRun(): GuardedRun {
  const folder = mkdtempSync(join(tmpdir(), 'undertow-bench-cluster-'));
  process.env['TMPDIR'] = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const stops: (() => Promise<unknown>)[] = [];
  let isInterrupted = false;
  const interrupt = (): void => {
    if (isInterrupted) return;
    isInterrupted = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS);
    void Promise.allSettled(stops.map((stop) => stop())).then(() => process.exit(1));
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  const parent = process.ppid;
  const looking = setInterval(() => {
    if (process.ppid !== parent) interrupt();
  }, LOOK_FOR_PARENT_MS);
  const hanging = setTimeout(() => {
    process.stderr.write(`The measurement was not over after ${MOST_MS / 60_000} min.\n`);
    interrupt();
  }, MOST_MS);
  const watchdog = startWatchdog();
  const guarded: Guarded[] = [];
  return {
    folder,
    guard(pid) {
      const identity = pid === undefined ? null : identityOf(pid);
      if (identity === null) return;
      guarded.push({ ...identity, stage: 0, signal: 'SIGKILL' });
      watchdog.guard(guarded);
    },
    onInterrupt: (stop) => stops.push(stop),
    end() {
      clearInterval(looking);
      clearTimeout(hanging);
      watchdog.close();
    },
  };
}
