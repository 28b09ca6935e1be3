/** The server processes of the cluster: environment, folders and readiness of each role. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { natsAddress } from '#cluster/programs/nats.ts';
import type { Program } from '#cluster/programs/supervised-program.ts';
import type { ClusterSettings, RoleProcess } from '#config/cluster-settings.ts';

/** Written by the owner of an instrument, read by whoever serves it. */
const SHARED = ['recordings', 'flow', 'history', 'uploads'];
const HOST = '127.0.0.1';

export interface ServerScript {
  readonly main: string;
  /** Flags of Node. */
  readonly flags: readonly string[];
}

/** What every server process and command of the cluster has in its environment, beside what the sandbox sets. */
export function clusterEnvironment(
  { sandbox, instruments, nats }: ClusterSettings,
  sandboxEnvironment: NodeJS.ProcessEnv,
  databaseUrl: string,
): NodeJS.ProcessEnv {
  return {
    ...sandboxEnvironment,
    HOST,
    DATABASE_URL: databaseUrl,
    // Never a database or a bus that happens to be in the environment
    DATABASE_URL_FILE: undefined,
    MIGRATION_DATABASE_URL: undefined,
    MIGRATION_DATABASE_URL_FILE: undefined,
    DATABASE_TLS: undefined,
    DATABASE_CA_FILE: undefined,
    NATS_URL: natsAddress(nats),
    NATS_URL_FILE: undefined,
    NATS_REPLICAS: String(nats.length),
    SIM_INSTRUMENTS: instruments,
    TRUST_PROXY: '1',
    ERASURE_LEDGER: join(sandbox.dataDir, 'erasure-ledger.jsonl'),
  };
}

/** The data folder of one process, with the folders that all of them use. */
function dataFolderOf(dataDir: string, name: string): string {
  const own = join(dataDir, name);
  mkdirSync(own, { recursive: true, mode: 0o700 });
  for (const folder of SHARED) {
    const shared = join(dataDir, 'shared', folder);
    mkdirSync(shared, { recursive: true, mode: 0o700 });
    if (!existsSync(join(own, folder))) symlinkSync(shared, join(own, folder));
  }
  return own;
}

/** The server says so itself. */
function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on('message', (message) => {
      if (message === 'ready') resolve();
    });
  });
}

/** `environment` is that of `clusterEnvironment`; `stage` is that of their end. */
export function roleProgram(
  { role, name, port }: RoleProcess,
  { main, flags }: ServerScript,
  environment: NodeJS.ProcessEnv,
  dataDir: string,
  stage: number,
): Program {
  const own = { ROLES: role, PORT: String(port), DATA_DIR: dataFolderOf(dataDir, name) };
  return {
    name,
    stage,
    signal: 'SIGTERM',
    spawn: () =>
      spawn(process.execPath, [...flags, main], {
        env: { ...environment, ...own },
        // Ctrl+C reaches the launcher only, which ends everything in its order
        detached: true,
        // With the channel it ends with the launcher, however that ends
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      }),
    untilReady,
    explain: () => null,
  };
}
