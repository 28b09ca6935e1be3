/** Keeps a process beside the launcher that ends the cluster's processes when the launcher is killed. */
import { type ChildProcess, fork } from 'node:child_process';
import type { Guarded } from './end-processes.ts';

const SCRIPT = new URL('./watchdog-process.ts', import.meta.url);

export interface Watchdog {
  /** Replaces what it would end. */
  guard(list: readonly Guarded[]): void;
  /** Call it when everything has ended. */
  close(): void;
}

/** A watchdog that ends is replaced. */
export function startWatchdog(): Watchdog {
  let guarded: readonly Guarded[] = [];
  let closed = false;
  const start = (): ChildProcess => {
    const child = fork(SCRIPT, {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    });
    child.on('error', () => undefined);
    child.once('exit', () => {
      if (closed) return;
      watchdog = start();
    });
    child.send(guarded);
    return child;
  };
  let watchdog = start();
  return {
    guard(list) {
      guarded = list;
      if (watchdog.connected) watchdog.send(guarded);
    },
    close() {
      closed = true;
      if (!watchdog.connected) return;
      watchdog.send([]);
      watchdog.disconnect();
    },
  };
}
