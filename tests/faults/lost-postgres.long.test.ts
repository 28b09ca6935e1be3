/** PostgreSQL crashes or is stopped under write load: 503 meanwhile, no exit, no acknowledged write lost, no restart needed. */
import { setTimeout as wait } from 'node:timers/promises';
import { newDataFolder } from '@undertow/server/testing/database/data-folder.ts';
import { hasPostgres } from '@undertow/server/testing/database/databases.ts';
import { type OwnServer, startOwnPostgres } from '@undertow/server/testing/database/own-postgres.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, signInBeside, startServerProcess } from '#tests/drive/server-process.ts';

const ROUNDS = 10;
/** More than the pool has connections: some wait for one when the server is lost. */
const WRITERS = 12;
const PAUSE_MS = 15;
const SOON = { timeout: 60_000 } as const;

interface Writer {
  readonly cookie: string;
  /** The last value that was sent, and the last one that was acknowledged. */
  sent: number;
  acknowledged: number;
}

let postgres: OwnServer;
let server: ServerProcess;
let writers: readonly Writer[] = [];
/** Responses by status since the last check. */
const statuses = new Map<number, number>();
/** What a response must never be. */
const faults: string[] = [];

const enabled = hasPostgres(undefined);
const withPostgres = test.runIf(enabled);

beforeAll(async () => {
  if (!enabled) return;
  postgres = await startOwnPostgres();
  const databaseUrl = await postgres.createDatabase('migrated');
  const cookies = await signInBeside({ dataDir: null, databaseUrl }, WRITERS, 'free');
  writers = cookies.map((cookie) => ({ cookie, sent: 0, acknowledged: 0 }));
  const dataDir = newDataFolder('lost-postgres');
  server = await startServerProcess({ dataDir, env: { DATABASE_URL: databaseUrl } });
}, 240_000);
afterAll(async () => {
  await server?.stop();
  await postgres?.stop();
});

const PREFERENCES = '/api/user/preferences';

/** One write in a transaction of the server. */
async function write(writer: Writer): Promise<void> {
  const { origin } = server;
  const value = writer.sent + 1;
  writer.sent = value;
  const response = await fetch(origin + PREFERENCES, {
    method: 'PATCH',
    headers: { cookie: writer.cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ lastInstrumentId: value }),
  });
  const body = await response.text();
  statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  if (response.status === 200) writer.acknowledged = value;
  else if (response.status !== 503) faults.push(`${response.status} ${body}`);
  else if (response.headers.get('retry-after') === null || !/DATABASE_(AWAY|BUSY)/.test(body))
    faults.push(`503 without its reason: ${body}`);
}

function startLoad(): { stop(): Promise<void> } {
  let running = true;
  const loops = writers.map(async (writer) => {
    while (running) {
      await write(writer).catch((error: unknown) => faults.push(`no response: ${error}`));
      await wait(PAUSE_MS);
    }
  });
  return {
    async stop() {
      running = false;
      await Promise.all(loops);
    },
  };
}

async function storedValue({ cookie }: Writer): Promise<number> {
  const response = await fetch(server.origin + PREFERENCES, { headers: { cookie } });
  return ((await response.json()) as { lastInstrumentId: number }).lastInstrumentId;
}

async function published(): Promise<number> {
  const text = await (await fetch(`${server.origin}/metrics`)).text();
  return Number(/^undertow_updates_published_total (\d+)/m.exec(text)?.[1]);
}

/** Every writer has another acknowledged write. */
async function allAcknowledged(): Promise<void> {
  const before = writers.map((writer) => writer.acknowledged);
  const waiting = () => writers.filter((writer, at) => writer.acknowledged <= (before[at] ?? 0)).length;
  await expect.poll(waiting, SOON).toBe(0);
}

async function oneRound(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
  const load = startLoad();
  await allAcknowledged();
  statuses.clear();
  await postgres.end(signal);
  await expect.poll(() => statuses.get(503) ?? 0, SOON).toBeGreaterThan(WRITERS);
  const before = await published();
  await expect.poll(published, SOON).toBeGreaterThan(before);
  await postgres.start();
  await allAcknowledged();
  await load.stop();
  expect(faults).toEqual([]);
  expect(server.process.exitCode).toBeNull();
  for (const writer of writers) {
    const stored = await storedValue(writer);
    // What was sent and not acknowledged may be stored or not
    expect(stored).toBeGreaterThanOrEqual(writer.acknowledged);
    expect(stored).toBeLessThanOrEqual(writer.sent);
  }
}

withPostgres.for([
  ['kill -9', 'SIGKILL'],
  ['pg_ctl stop -m fast', 'SIGINT'],
] as const)(`${ROUNDS} times %s under write load`, { timeout: 1_800_000 }, async ([, signal]) => {
  for (let round = 0; round < ROUNDS; round += 1) await oneRound(signal);
});
