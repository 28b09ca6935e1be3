/** SIGTERM under load: readiness fails first, requests under way are answered, sockets close with 1012, queued writes are stored. */
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import { openDatabase } from '@undertow/server/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/adapters/storage/database/orm.ts';
import { newDataFolder } from '@undertow/server/testing/data-folder.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type ServerProcess, signInBeside, startServerProcess } from '#tests/drive/server-process.ts';

const CLIENTS = 8;
/** A busy machine answers late; the drain is longer than that. */
const SOON = { timeout: 30_000 } as const;
const PAUSE_MS = 10;
const PATHS = ['/healthz', '/api/auth/user', '/api/instruments', '/api/alerts', '/api/history/events'];

let dataDir: string;
let server: ServerProcess;
let cookie = '';
beforeAll(async () => {
  dataDir = newDataFolder('drain');
  [cookie = ''] = await signInBeside({ dataDir }, 1, 'pro');
  // Its history is not over when the server stops
  const env = { DRAIN_SECONDS: '3', SIM_HISTORY_MINUTES: '120' };
  server = await startServerProcess({ dataDir, env });
}, 240_000);
afterAll(() => server?.stop());

interface Load {
  /** Responses so far, by status. */
  readonly responses: Map<number, number>;
  readonly failures: string[];
  readonly ended: Promise<unknown>;
}

/** Clients that send one request after the other until a proxy would have noticed that the server is not ready. */
function startLoad(isReady: () => boolean): Load {
  const responses = new Map<number, number>();
  const failures: string[] = [];
  const client = async (first: number): Promise<void> => {
    for (let n = first; isReady(); n += 1) {
      const path = PATHS[n % PATHS.length] ?? '/';
      try {
        const response = await fetch(server.origin + path, { headers: { cookie } });
        await response.text();
        responses.set(response.status, (responses.get(response.status) ?? 0) + 1);
        if (response.status >= 500) failures.push(`${path}: ${response.status}`);
      } catch (error) {
        failures.push(`${path}: ${error instanceof Error ? error.cause : error}`);
      }
      await wait(PAUSE_MS);
    }
  };
  return { responses, failures, ended: Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n))) };
}

/** A write whose body is still being sent. */
function beginChange(): { finish: () => Promise<number | undefined>; readonly cutOff: Promise<unknown> } {
  const body = JSON.stringify({ instrumentId: 1 });
  const { origin } = server;
  const headers = { cookie, origin, 'content-type': 'application/json', 'content-length': body.length };
  const change: ClientRequest = httpRequest(`${origin}/api/user/instruments`, { method: 'POST', headers });
  const cutOff = new Promise((resolve) => change.on('error', resolve));
  change.write(body.slice(0, 5));
  return {
    cutOff,
    async finish() {
      const answered = once(change, 'response') as Promise<[IncomingMessage]>;
      change.end(body.slice(5));
      const [response] = await answered;
      response.resume();
      return response.statusCode;
    },
  };
}

async function openSocket(): Promise<WebSocket> {
  const { origin } = server;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, [SUBPROTOCOL_BATCHED], {
    headers: { cookie, origin },
  });
  await once(socket, 'open');
  return socket;
}

async function isReady(): Promise<boolean> {
  return (await fetch(`${server.origin}/readyz`)).ok;
}

test('L15 no request fails while the server stops, and sockets close with the code to reconnect', async () => {
  const socket = await openSocket();
  const closed = once(socket, 'close');
  const change = beginChange();
  const stuck = beginChange();
  let ready = true;
  const load = startLoad(() => ready);
  await expect.poll(() => load.responses.get(200) ?? 0, SOON).toBeGreaterThan(CLIENTS);

  const gone = once(server.process, 'exit');
  server.process.kill('SIGTERM');
  while (await isReady()) await wait(20);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  const before = load.responses.get(200) ?? 0;
  await expect.poll(() => load.responses.get(200) ?? 0, SOON).toBeGreaterThan(before);
  ready = false;
  await load.ended;
  expect((await closed)[0]).toBe(1012);
  expect(await change.finish()).toBe(201);
  expect(load.failures).toEqual([]);
  // A client that never finishes its request does not keep the others' data from being stored
  expect(await stuck.cutOff).toMatchObject({ code: 'ECONNRESET' });
  expect((await gone)[0]).toBe(0);
  expect(server.output()).not.toContain('not everything closed');
}, 180_000);

test('the recorder’s buffer and the write under way are stored', async () => {
  const { orm, close } = await openDatabase({ dataDir });
  const [row] = await rowsOf<{ bars: number; forming: number; chosen: number }>(
    orm,
    sql`SELECT (SELECT count(*)::int FROM bars) AS bars,
      (SELECT count(*)::int FROM bars WHERE start_ms = (SELECT max(second_ms) / 60000 * 60000 FROM top_of_book)) AS forming,
      (SELECT count(*)::int FROM user_instruments) AS chosen`,
  );
  await close();
  expect(row?.bars).toBeGreaterThan(0);
  // The last second is stored with the bar that was forming in it
  expect(row).toMatchObject({ forming: 1, chosen: 1 });
}, 120_000);
