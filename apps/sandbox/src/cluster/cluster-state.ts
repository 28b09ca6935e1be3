/** What runs, in a file of the data folder: for `--status`, and for the next start after a launcher that was killed. */
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Guarded } from '#cluster/programs/end-processes.ts';
import { isRunning, type ProcessIdentity } from '#cluster/programs/process-identity.ts';

export interface StateEntry extends Guarded {
  readonly role: string;
  readonly url: string;
}

export interface ClusterState {
  readonly launcher: ProcessIdentity;
  readonly processes: readonly StateEntry[];
}

/** A line of `--status`. */
export interface StatusRow {
  readonly role: string;
  readonly pid: number;
  readonly url: string;
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'cluster.json');
}

/** Whole or not at all: it may be read at any instant. */
export function writeState(dataDir: string, state: ClusterState): void {
  writeFileSync(`${pathIn(dataDir)}.new`, JSON.stringify(state), { mode: 0o600 });
  renameSync(`${pathIn(dataDir)}.new`, pathIn(dataDir));
}

export function removeState(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}

/** Of the latest cluster of the folder, whether it runs or not; null where none was stopped by a kill. */
export function readState(dataDir: string): ClusterState | null {
  const path = pathIn(dataDir);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as ClusterState) : null;
}

/** Processes of the roles that run; `all` adds what is beside them. Null where no launcher runs. */
export function statusOf(
  dataDir: string,
  all: boolean,
  roles: readonly string[],
): readonly StatusRow[] | null {
  const state = readState(dataDir);
  if (state === null || !isRunning(state.launcher)) return null;
  return state.processes
    .filter((entry) => (all || roles.includes(entry.role)) && isRunning(entry))
    .map(({ role, pid, url }) => ({ role, pid, url }));
}
