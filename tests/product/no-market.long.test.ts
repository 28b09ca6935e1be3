/** The started product without market data: it says so everywhere, and a connected account brings its owner a market. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { signInByHttp } from '#tests/drive/sign-in-by-http.ts';

vi.setConfig({ testTimeout: 240_000 });

let product: Product;
let cookie = '';
beforeAll(async () => {
  product = await startProduct({ feed: 'none', env: { LOG_LEVEL: 'warn' } });
  ({ cookie } = await signInByHttp(product.origin, 'jane@example.com', 'pro'));
}, 240_000);
afterAll(() => product?.stop());

async function call(method: 'GET' | 'POST', path: string, body?: object) {
  const response = await fetch(product.origin + path, {
    method,
    headers: {
      ...{ cookie, origin: product.origin, 'sec-fetch-site': 'same-origin' },
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Messages of a new socket about ES, as far as they come with its first frame. */
async function firstFrame(): Promise<readonly Record<string, unknown>[]> {
  const socket = new WebSocket(`${product.origin.replace('http', 'ws')}/ws`, ['undertow.v1'], {
    headers: { cookie, origin: product.origin },
  });
  socket.on('open', () => socket.send(JSON.stringify({ type: 'subscribe', instrumentIds: [1] })));
  const text = await new Promise<string>((resolve) => {
    socket.on('message', (data) => resolve(data.toString()));
  });
  socket.close();
  return JSON.parse(text);
}

test('it starts, and its log says that there is no market data', async () => {
  expect(product.output()).toContain(
    'no market data (MARKET_FEED=none): only connected accounts have a market',
  );
  const ready = await fetch(`${product.origin}/readyz`);
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { ok: true, feed: { source: 'none', session: null } },
  ]);
});

test('an instrument has no market data instead of a stale or unknown market', async () => {
  expect((await call('POST', '/api/user/instruments', { instrumentId: 1 })).status).toBe(201);
  const message = 'No market data: connect your own account.';
  for (const path of ['/api/market-data', '/api/order-book', '/api/feed-status'])
    expect(await call('GET', `${path}?instrumentId=1`)).toMatchObject({
      status: 404,
      body: { code: 'NO_MARKET_DATA', message },
    });
  expect(await firstFrame()).toEqual([
    { type: 'error', instrumentId: 1, data: { code: 'NO_MARKET_DATA', message } },
  ]);
  expect((await call('GET', '/api/history/events')).body).toMatchObject({ events: [], source: 'none' });
});

test('with an account of their own connected its owner sees their market', async () => {
  await call('POST', '/api/rithmic-connection', { username: 'jane', password: 'paper' });
  const source = async () => (await call('GET', '/api/feed-status?instrumentId=1')).body['source'];
  await expect.poll(source, { timeout: 60_000 }).toBe('rithmic');
});
