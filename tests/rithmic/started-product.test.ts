/** The started product: a user connects the sandbox's gateway and sees their own feed, after a restart too, until they disconnect. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { signInByHttp } from '#tests/drive/sign-in-by-http.ts';

vi.setConfig({ testTimeout: 240_000 });

const ENV = { SIM_INSTRUMENTS: 'ES', LOG_LEVEL: 'debug' };
const URL = '/api/rithmic-connection';
const DISCONNECT = '/api/user/rithmic-connection/disconnect';

let product: Product;
let cookie = '';
let printed = '';
beforeAll(async () => {
  product = await startProduct({ seed: 7, env: ENV });
  ({ cookie } = await signInByHttp(product.origin, 'jane.doe@example.com', 'basic'));
  await call('POST', '/api/user/instruments', { instrumentId: 1 });
}, 120_000);
afterAll(() => product?.stop());

async function call(method: 'GET' | 'POST', path: string, body?: object) {
  const { origin } = product;
  const headers = { cookie, origin, 'content-type': 'application/json' };
  const payload = method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) };
  const answer = await fetch(`${origin}${path}`, { method, headers, ...payload });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

const state = async () => (await call('GET', URL)).body;
const source = async () => (await call('GET', '/api/feed-status?instrumentId=1')).body['source'];

/** Stops it as an operator does and starts it on the same data. */
async function restart(): Promise<void> {
  const { dataDir } = product;
  const port = Number(new globalThis.URL(product.origin).port);
  await product.stop({ keepData: true });
  printed += product.output();
  product = await startProduct({ seed: 7, env: ENV, dataDir, port });
}

test('an account feed replaces the platform feed, is restored after a restart, and ends with the disconnect', async () => {
  expect(await state()).toEqual({});
  expect(await source()).toBe('simulated');
  expect(await call('POST', URL, { username: 'jane', password: 'wrong-9f2e71' })).toMatchObject({
    status: 200,
  });
  await expect.poll(state).toMatchObject({ status: 'error' });
  expect(await source()).toBe('simulated');

  await call('POST', URL, { username: 'jane', password: 'paper' });
  await expect.poll(state).toMatchObject({ status: 'connected', username: 'jane', errorMessage: null });
  await expect.poll(source).toBe('rithmic');
  expect(await call('POST', `${URL}/test`)).toMatchObject({ status: 200, body: { ok: true } });

  await restart();
  await expect.poll(state).toMatchObject({ status: 'connected' });
  await expect.poll(source).toBe('rithmic');
  const measures = await (await fetch(`${product.origin}/metrics`)).text();
  expect(measures).toContain('undertow_own_connections{state="connected"} 1');

  expect(await call('POST', DISCONNECT)).toMatchObject({ status: 200 });
  expect(await state()).toMatchObject({ status: 'disconnected' });
  expect(await source()).toBe('simulated');
  expect(await call('POST', `${URL}/test`)).toMatchObject({ body: { code: 'RITHMIC_NOT_SAVED' } });
  // T32
  expect(printed + product.output()).not.toContain('wrong-9f2e71');
});
