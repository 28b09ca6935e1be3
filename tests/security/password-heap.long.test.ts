/** T32 A broker password does not stay in the memory of the server: no snapshot of its heap contains it. */
import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Gateway } from '@undertow/sandbox/src/rithmic/gateway/start-gateway.ts';
import { newDataFolder } from '@undertow/server/testing/database/data-folder.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type ServerProcess, signInBeside, startServerProcess } from '#tests/drive/server-process.ts';
import { openGateway } from '#tests/rithmic/gateway-rig.ts';

vi.setConfig({ testTimeout: 180_000 });

const CANARY = 'wrong-hEaP-c4nary-51c0d3';
const URL = '/api/rithmic-connection';
const folder = mkdtempSync(join(tmpdir(), 'undertow-heap-'));

let gateway: Gateway;
let server: ServerProcess;
let cookie = '';
beforeAll(async () => {
  const dataDir = newDataFolder('heap');
  [cookie = ''] = await signInBeside({ dataDir }, 1, 'basic');
  gateway = await openGateway();
  const options = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`;
  // A market would only fill the heap
  const env = { MARKET_FEED: 'none', NODE_OPTIONS: options };
  server = await startServerProcess({ dataDir, gateway, env });
}, 240_000);
afterAll(async () => {
  await server?.stop();
  await gateway?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function call(method: 'GET' | 'POST', path: string, body?: object) {
  const { origin } = server;
  const headers = { cookie, origin, 'content-type': 'application/json' };
  const payload = method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) };
  const response = await fetch(`${origin}${path}`, { method, headers, ...payload });
  return (await response.json()) as Record<string, unknown>;
}

/** The last bytes of a file, as text. */
function endOf(path: string): string {
  const bytes = Buffer.alloc(16);
  const file = openSync(path, 'r');
  const { size } = fstatSync(file);
  const read = readSync(file, bytes, 0, bytes.length, Math.max(0, size - bytes.length));
  closeSync(file);
  return bytes.toString('utf8', 0, read);
}

/** The heap of the server after a collection, as text. */
async function heapOfServer(): Promise<Buffer> {
  server.process.kill('SIGUSR2');
  const written = () => readdirSync(folder).filter((name) => name.endsWith('.heapsnapshot'));
  await expect.poll(written, { timeout: 60_000, interval: 500 }).toHaveLength(1);
  const path = join(folder, written()[0] ?? '');
  await expect
    .poll(() => endOf(path).trimEnd().endsWith(']}'), { timeout: 60_000, interval: 500 })
    .toBe(true);
  return readFileSync(path);
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
