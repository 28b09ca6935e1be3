/** The whole product as `npm run cluster` starts it, in processes of its own: which of them owns what, and how it loses them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readState } from '@undertow/sandbox/src/cluster/cluster-state.ts';
import { openNats } from '@undertow/server/src/adapters/nats/open-nats.ts';
import { type Database, openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { hasPostgres } from '@undertow/server/testing/database/databases.ts';
import { hasNats } from '@undertow/server/testing/nats/nats-server.ts';
import { freePorts } from '#tests/drive/free-ports.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const MAIN = join(ROOT, 'apps/sandbox/src/cluster/start-cluster.ts');
/** The proxy's and those that `config/cluster-settings.ts` counts from it. */
export const PORTS_OF_A_CLUSTER = 51;
const READY_WITHIN_MS = 180_000;
const POLL_MS = 50;
/** Of the processes of each role, and of NATS, counted from the port of the proxy. */
export const PLACES = { nats: 10, postgres: 19, market: 20, web: 30, work: 40 } as const;

/** Says what is missing where a cluster cannot run here. */
export const canRunCluster = (): boolean => [hasNats(), hasPostgres(undefined)].every(Boolean);

export interface Process {
  /** Such as `market-1`. */
  readonly name: string;
  readonly pid: number;
  readonly url: string;
}

export interface StartedCluster {
  /** Of the proxy. */
  readonly origin: string;
  /** Of the web processes. */
  readonly webs: readonly [string, string];
  readonly mailbox: string;
  readonly dataDir: string;
  readonly database: Database;
  readonly databaseUrl: string;
  /** What it printed so far. */
  output(): string;
  /** What runs now, in the order of the ports. */
  processes(): readonly Process[];
  process(name: string): Process;
  /** Sends a signal to a process of the cluster; returns which one it was. */
  signal(name: string, signal: NodeJS.Signals): Process;
  /** Kills them as often as they are started again, for so long. */
  keepDown(names: readonly string[], ms: number): Promise<void>;
  /** Resolves when another process than `pid` runs under the name and takes requests. */
  untilBack(earlier: Process): Promise<void>;
  /** The process that announced the lease last; null where none that runs did. */
  ownerOf(lease: string): Promise<string | null>;
  /** True where a process that runs is prepared to have the lease next. */
  isPrepared(lease: string): Promise<boolean>;
  /** The time bars of the exchange itself: of each minute of ES that began in the span, by its start. */
  exchangeBars(fromMs: number, toMs: number): Promise<ReadonlyMap<number, ExchangeBar>>;
  stop(): Promise<void>;
}

export interface ExchangeBar {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface ClusterOptions {
  readonly instruments?: string;
  /** Of the proxy; the next ones belong to the cluster too (`PORTS_OF_A_CLUSTER`). */
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

const NO_LOG = { info: () => undefined, warn: () => undefined, error: () => undefined };

function isReady(url: string): Promise<boolean> {
  return fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
    async (response) => {
      await response.text();
      return response.ok;
    },
    () => false,
  );
}

async function untilReady(child: ChildProcess, output: () => string): Promise<void> {
  const ready = new Promise<void>((resolve) => {
    child.once('message', () => resolve());
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code) => resolve(`it ended with ${code}`));
  });
  const late = new AbortController();
  const problem = await Promise.race([
    ready.then(() => null),
    ended,
    wait(READY_WITHIN_MS, `it was not ready in ${READY_WITHIN_MS / 1000} s`, { signal: late.signal }),
  ]);
  late.abort();
  if (problem !== null) throw new Error(`expected the cluster to start, ${problem}:\n${output()}`);
}

/** Records of `ohlcv-1m`: sixteen bytes of a header that ends with the time, four prices in billionths, the volume. */
function readBars(file: Buffer): ReadonlyMap<number, ExchangeBar> {
  const bars = new Map<number, ExchangeBar>();
  const price = (at: number): number => Number(file.readBigInt64LE(at)) / 1e9;
  for (let at = 8 + file.readUInt32LE(4); at + 56 <= file.length; at += 56)
    bars.set(Number(file.readBigUInt64LE(at + 8) / 1_000_000n), {
      ...{ open: price(at + 16), high: price(at + 24), low: price(at + 32), close: price(at + 40) },
      volume: Number(file.readBigUInt64LE(at + 48)),
    });
  return bars;
}

/** Two processes of each role with the market of ES and NQ, of which an iceberg comes every few seconds. Call `canRunCluster` first. */
export async function startCluster({
  instruments = 'ES,NQ',
  port: given,
  env = {},
}: ClusterOptions = {}): Promise<StartedCluster> {
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-cluster-'));
  // PostgreSQL runs as another account where these tests run as root
  chmodSync(dataDir, 0o711);
  const port = given ?? (await freePorts(PORTS_OF_A_CLUSTER));
  let output = '';
  const args = ['--data-dir', dataDir, '--port', String(port), '--instruments', instruments];
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd: ROOT,
    env: { ...process.env, SIM_SCENARIO: 'journey', SIM_HISTORY_MINUTES: '30', ...env },
    // With a channel it ends with this process, however that ends
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  await untilReady(child, () => output);

  const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8');
  const databaseUrl = `postgres://undertow:${password}@127.0.0.1:${port + PLACES.postgres}/undertow`;
  const database = await openDatabase({
    dataDir: null,
    databaseUrl,
    asFound: true,
    onError: () => undefined,
  });
  const servers = [0, 1, 2].map((at) => `nats://127.0.0.1:${port + PLACES.nats + at}`).join(',');
  const nats = await openNats({ servers, name: 'tests', replicas: 3, log: NO_LOG });

  const nameOf = (role: string, url: string): string => {
    const place = PLACES[role as keyof typeof PLACES];
    return place === undefined || role === 'postgres'
      ? role
      : `${role}-${Number(new URL(url).port) - port - place + 1}`;
  };
  const processes = (): readonly Process[] =>
    (readState(dataDir)?.processes ?? []).map(({ role, pid, url }) => ({
      name: nameOf(role, url),
      pid,
      url,
    }));
  const find = (name: string): Process | undefined => processes().find((one) => one.name === name);
  const processOf = (name: string): Process => {
    const found = find(name);
    if (found === undefined) throw new Error(`expected ${name} to run:\n${output}`);
    return found;
  };
  const send = ({ pid }: Process, signal: NodeJS.Signals): void => {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  };
  return {
    ...{
      origin: `http://localhost:${port}`,
      mailbox: `http://localhost:${port + 3}`,
      dataDir,
      database,
      databaseUrl,
    },
    webs: [`http://127.0.0.1:${port + PLACES.web}`, `http://127.0.0.1:${port + PLACES.web + 1}`],
    output: () => output,
    processes,
    process: processOf,
    signal(name, signal) {
      const found = processOf(name);
      send(found, signal);
      return found;
    },
    async keepDown(names, ms) {
      for (const endMs = performance.now() + ms; performance.now() < endMs; await wait(POLL_MS))
        for (const one of processes()) if (names.includes(one.name)) send(one, 'SIGKILL');
    },
    async untilBack({ name, pid }) {
      for (;;) {
        const found = find(name);
        if (found !== undefined && found.pid !== pid) {
          if (!found.url.startsWith('http') || (await isReady(found.url))) return;
        }
        await wait(POLL_MS);
      }
    },
    async ownerOf(lease) {
      const running = processes();
      const members = await nats.leases.members();
      const owners = members.filter(({ leases }) => leases.includes(lease)).map(({ pid }) => pid);
      return running.find(({ pid }) => owners.includes(pid))?.name ?? null;
    },
    async isPrepared(lease) {
      const pids = processes().map(({ pid }) => pid);
      const members = await nats.leases.members();
      return members.some(({ pid, standby }) => pids.includes(pid) && standby.includes(lease));
    },
    async exchangeBars(fromMs, toMs) {
      const key = readFileSync(join(dataDir, 'sandbox-databento.key'), 'utf8');
      const response = await fetch(`http://localhost:${port + 7}/v0/timeseries.get_range`, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}` },
        body: new URLSearchParams({
          ...{ dataset: 'GLBX.MDP3', symbols: 'ES.c.0', stype_in: 'continuous', schema: 'ohlcv-1m' },
          ...{
            compression: 'none',
            start: new Date(fromMs).toISOString(),
            end: new Date(toMs).toISOString(),
          },
        }),
        signal: AbortSignal.timeout(20_000),
      });
      if (!response.ok) throw new Error(`expected bars of the exchange: ${await response.text()}`);
      return readBars(Buffer.from(await response.arrayBuffer()));
    },
    async stop() {
      await Promise.all([nats.close(), database.close()]);
      if (child.exitCode === null && child.signalCode === null) {
        const gone = new Promise((resolve) => child.once('exit', resolve));
        for (const one of processes()) if (one.name !== 'proxy') send(one, 'SIGCONT');
        child.kill('SIGTERM');
        await gone;
      }
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Ids or keys that a table has more than once: none, whatever was killed. */
export async function repeatedRows({ database }: StartedCluster): Promise<readonly unknown[]> {
  return rowsOf(
    database.orm,
    sql`SELECT 'alert' AS what, user_id, rule_id, event_id, count(*)::int FROM alerts WHERE event_id IS NOT NULL
          GROUP BY user_id, rule_id, event_id HAVING count(*) > 1
        UNION ALL
        SELECT 'bar', contract, run_id::text, start_ms::text, count(*)::int FROM bars
          GROUP BY instrument_id, contract, run_id, start_ms HAVING count(*) > 1`,
  );
}
