/** The market of a cluster once more: the same feed in one undisturbed process, with a NATS and a database of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { runCommand } from '@undertow/server/testing/commands.ts';
import { startNatsServer } from '@undertow/server/testing/nats/nats-server.ts';
import type { StartedCluster } from '#tests/cluster/started-cluster.ts';
import { until } from '#tests/cluster/watched-market.ts';
import { freePorts } from '#tests/drive/free-ports.ts';

const MAIN = fileURLToPath(new URL('../../../apps/server/src/main.ts', import.meta.url));
const NAME = 'single';

export interface SingleProcess {
  readonly database: Database;
  stop(): Promise<void>;
}

/** What a process of the cluster was started with, so that both have the same exchange, key and settings. */
function environmentOf(pid: number): Record<string, string> {
  const pairs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').filter(Boolean);
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** Resolves when it records ES. */
export async function startSingleProcess(cluster: StartedCluster): Promise<SingleProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-single-'));
  await cluster.database.orm.execute(sql.raw(`CREATE DATABASE ${NAME}`));
  const databaseUrl = cluster.databaseUrl.replace(/\/undertow$/, `/${NAME}`);
  const { status, output } = await runCommand('migrate', { dataDir, databaseUrl }, []);
  if (status !== 0) throw new Error(`expected a database for the single process: ${output}`);
  const nats = await startNatsServer();
  const { NODE_OPTIONS: _faults, ...environment } = environmentOf(cluster.process('market-1').pid);
  const child = spawn(process.execPath, [MAIN], {
    env: {
      ...environment,
      ...{ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, PORT: String(await freePorts(1)) },
      ...{ ROLES: 'market', NATS_URL: nats.url, NATS_REPLICAS: '1' },
    },
    // With a channel it ends with this process, however that ends
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const database = await openDatabase({
    dataDir: null,
    databaseUrl,
    asFound: true,
    onError: () => undefined,
  });
  const stop = async (): Promise<void> => {
    await database.close();
    if (child.exitCode === null && child.signalCode === null) {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
    }
    await nats.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    await until('bars of the single process', async () => {
      const bars = await rowsOf(database.orm, sql`SELECT 1 FROM bars WHERE instrument_id = 1 LIMIT 1`);
      return bars.length > 0;
    });
    return { database, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
