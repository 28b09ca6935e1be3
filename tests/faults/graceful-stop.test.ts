/** SIGTERM under load: readiness fails first, requests under way are answered, sockets close with 1012, queued writes are stored. */
import { once } from 'node:events';
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { signInByHttp } from '#tests/drive/sign-in-by-http.ts';

const ENV = { SIM_INSTRUMENTS: 'ES', SIM_HISTORY_MINUTES: '10', DRAIN_SECONDS: '5' };
const CLIENTS = 8;
/** A busy machine answers late; the drain is longer than that. */
const SOON = { timeout: 30_000 } as const;
const PATHS = ['/healthz', '/api/auth/user', '/api/instruments', '/api/alerts', '/api/history/events'];

let product: Product;
let cookie = '';
beforeAll(async () => {
  product = await startProduct({ seed: 7, env: ENV });
  ({ cookie } = await signInByHttp(product.origin, 'drain@example.com', 'pro'));
}, 180_000);
afterAll(() => product?.stop());

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
        const response = await fetch(product.origin + path, { headers: { cookie } });
        await response.text();
        responses.set(response.status, (responses.get(response.status) ?? 0) + 1);
        if (response.status >= 500) failures.push(`${path}: ${response.status}`);
      } catch (error) {
        failures.push(`${path}: ${error instanceof Error ? error.cause : error}`);
      }
    }
  };
  return { responses, failures, ended: Promise.all(Array.from({ length: CLIENTS }, (_, n) => client(n))) };
}

/** A write whose body is still being sent. */
function beginChange(): { finish: () => Promise<number | undefined> } {
  const body = JSON.stringify({ instrumentId: 1 });
  const { origin } = product;
  const headers = { cookie, origin, 'content-type': 'application/json', 'content-length': body.length };
  const change: ClientRequest = httpRequest(`${origin}/api/user/instruments`, { method: 'POST', headers });
  change.write(body.slice(0, 5));
  return {
    async finish() {
      const responded = once(change, 'response') as Promise<[IncomingMessage]>;
      change.end(body.slice(5));
      const [response] = await responded;
      response.resume();
      return response.statusCode;
    },
  };
}

async function openSocket(): Promise<WebSocket> {
  const { origin } = product;
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, [SUBPROTOCOL_BATCHED], {
    headers: { cookie, origin },
  });
  await once(socket, 'open');
  return socket;
}

async function isReady(): Promise<boolean> {
  return (await fetch(`${product.origin}/readyz`)).ok;
}

test('L15 no request fails while the server stops, and sockets close with the code to reconnect', async () => {
  const socket = await openSocket();
  const closed = once(socket, 'close');
  const change = beginChange();
  let ready = true;
  const load = startLoad(() => ready);
  await expect.poll(() => load.responses.get(200) ?? 0, SOON).toBeGreaterThan(CLIENTS);

  const gone = once(product.process, 'exit');
  product.process.kill('SIGTERM');
  while (await isReady()) await wait(20);
  expect(socket.readyState).toBe(WebSocket.OPEN);
  const before = load.responses.get(200) ?? 0;
  await expect.poll(() => load.responses.get(200) ?? 0, SOON).toBeGreaterThan(before);
  ready = false;
  await load.ended;
  expect((await closed)[0]).toBe(1012);
  expect(await change.finish()).toBe(201);
  expect(load.failures).toEqual([]);
  expect((await gone)[0]).toBe(0);
  expect(product.output()).not.toContain('not everything closed');
}, 180_000);

test('the recorder’s buffer and the write under way are stored', async () => {
  const { orm, close } = await openDatabase({ dataDir: product.dataDir });
  const [row] = await rowsOf<{ bars: number; chosen: number }>(
    orm,
    sql`SELECT (SELECT count(*)::int FROM bars) AS bars, (SELECT count(*)::int FROM user_instruments) AS chosen`,
  );
  await close();
  expect(row?.bars).toBeGreaterThan(0);
  expect(row?.chosen).toBe(1);
}, 120_000);
