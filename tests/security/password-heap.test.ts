/** T32 A broker password does not stay in the memory of the server: no snapshot of its heap contains it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { childProcesses } from '#tests/drive/child-processes.ts';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { signInByHttp } from '#tests/drive/sign-in-by-http.ts';

vi.setConfig({ testTimeout: 180_000 });

const CANARY = 'wrong-hEaP-c4nary-51c0d3';
const URL = '/api/rithmic-connection';
const folder = mkdtempSync(join(tmpdir(), 'undertow-heap-'));

let product: Product;
let cookie = '';
beforeAll(async () => {
  product = await startProduct({
    seed: 7,
    env: {
      SIM_INSTRUMENTS: 'ES',
      NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`,
    },
  });
  ({ cookie } = await signInByHttp(product.origin, 'jane.doe@example.com', 'basic'));
}, 120_000);
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function call(method: 'GET' | 'POST', path: string, body?: object) {
  const { origin } = product;
  const headers = { cookie, origin, 'content-type': 'application/json' };
  const payload = method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) };
  const answer = await fetch(`${origin}${path}`, { method, headers, ...payload });
  return (await answer.json()) as Record<string, unknown>;
}

/** The heap of the server after a collection, as text. */
async function heapOfServer(): Promise<string> {
  const server = childProcesses(product.process.pid ?? 0).find(({ command }) => command.includes('main.ts'));
  if (server === undefined) throw new Error('expected the server among the children of the product');
  process.kill(server.pid, 'SIGUSR2');
  const written = () => readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'));
  await expect.poll(written, { timeout: 60_000, interval: 500 }).toHaveLength(1);
  const text = () => readFileSync(join(folder, written()[0] ?? ''), 'utf8');
  await expect.poll(() => text().trimEnd().endsWith(']}'), { timeout: 60_000, interval: 1000 }).toBe(true);
  return text();
}

test('T32 the heap of the server holds no password that was saved, tested and sent to the gateway', async () => {
  await call('POST', URL, { username: 'jane', password: CANARY });
  await expect.poll(async () => (await call('GET', URL))['status']).toBe('error');
  await call('POST', `${URL}/test`);
  // The newest request may still be in the hands of the parser
  for (let calls = 0; calls < 20; calls += 1) await call('GET', URL);
  const heap = await heapOfServer();
  // The search finds a known string
  expect(heap.includes('RITHMIC_NOT_SAVED')).toBe(true);
  expect(heap.includes(CANARY)).toBe(false);
});
