/** The cluster of `npm run cluster` for a driver: its processes by role, and whoever owns an instrument. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readState, type StateEntry } from '@undertow/sandbox/src/cluster/cluster-state.ts';
import { openNats } from '@undertow/server/src/adapters/nats/open-nats.ts';
import type { Member } from '@undertow/server/src/ports/cluster/leases.ts';
import { silentLog } from '@undertow/server/testing/cluster/silent-log.ts';
import { freePorts } from '#tests/drive/free-ports.ts';
import type { GuardedRun } from './guarded-run.ts';

const SCRIPT = fileURLToPath(new URL('../../apps/sandbox/src/cluster/start-cluster.ts', import.meta.url));
const PORTS = 51;
const FIRST_WEB = 30;
const READY_WITHIN_MS = 120_000;
const STOP_WITHIN_MS = 25_000;
const LOOK_EVERY_MS = 50;

export async function startCluster(run: GuardedRun, symbols: string) {
  const port = await freePorts(PORTS);
  const dataDir = join(run.folder, 'cluster');
  mkdirSync(dataDir);
  // PostgreSQL does not run as root, and its account must be able to enter
  for (const folder of [run.folder, dataDir]) chmodSync(folder, 0o755);
  let output = '';
  const child = fork(SCRIPT, ['--port', `${port}`, '--data-dir', dataDir, '--instruments', symbols], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Its settings are not the measured ones
    env: { PATH: process.env['PATH'], TMPDIR: run.folder },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
    });
  const gone = once(child, 'exit');
  const failed = gone.then(() => {
    throw new Error(`the cluster ended:\n${output.slice(-2000)}`);
  });
  failed.catch(() => undefined);
  const end = async (): Promise<void> => {
    child.kill('SIGTERM');
    await Promise.race([gone, wait(STOP_WITHIN_MS, undefined, { ref: false })]);
    // Its watchdog ends the rest
    child.kill('SIGKILL');
  };
  run.onInterrupt(end);
  const startedMs = performance.now();
  await Promise.race([
    once(child, 'message'),
    failed,
    wait(READY_WITHIN_MS, undefined, { ref: false }).then(() => {
      throw new Error(`the cluster was not ready in time:\n${output.slice(-2000)}`);
    }),
  ]);
  const readySeconds = (performance.now() - startedMs) / 1000;
  const processes = (): readonly StateEntry[] => readState(dataDir)?.processes ?? [];
  const servers = processes()
    .filter(({ role }) => role === 'nats')
    .map(({ url }) => url.replace('nats://', ''))
    .join(',');
  const nats = await openNats({ servers, name: 'bench', replicas: 3, log: silentLog });
  /** Of the role market, one for each process that runs. */
  const owners = async (): Promise<readonly Member[]> => {
    const running = new Set(processes().map(({ pid }) => pid));
    return (await nats.leases.members()).filter(
      ({ roles, pid }) => roles.includes('market') && running.has(pid),
    );
  };
  return {
    ...{ nats, processes, owners, readySeconds },
    origin: `http://localhost:${port}`,
    webOrigin: (at: number): string => `http://127.0.0.1:${port + FIRST_WEB + at}`,
    async stop(): Promise<void> {
      await nats.close();
      await end();
    },
  };
}

export type ClusterRun = Awaited<ReturnType<typeof startCluster>>;

/** Rejects with `what` where it does not come true in time. */
export async function until(
  what: string,
  withinMs: number,
  holds: () => Promise<boolean> | boolean,
): Promise<void> {
  const endMs = performance.now() + withinMs;
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`expected within ${withinMs / 1000} s: ${what}`);
    await wait(LOOK_EVERY_MS);
  }
}
