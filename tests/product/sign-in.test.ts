/** The started product: sign-in through the sandbox, one process a folder and port, a clean stop. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Product, startProduct } from '#tests/drive/product.ts';
import { signInByHttp } from '#tests/drive/sign-in-by-http.ts';

vi.setConfig({ testTimeout: 180_000 });

const START = fileURLToPath(new URL('../../apps/sandbox/src/start.ts', import.meta.url));

let product: Product;
beforeAll(async () => {
  product = await startProduct({ seed: 7, env: { SIM_INSTRUMENTS: 'ES', LOG_LEVEL: 'info' } });
}, 120_000);
afterAll(() => product?.stop());

async function userOf(cookie: string): Promise<Record<string, unknown>> {
  const answer = await fetch(`${product.origin}/api/auth/user`, { headers: { cookie } });
  return (await answer.json()) as Record<string, unknown>;
}

test('the tier chosen on the sandbox page is the tier of the account, each time again', async () => {
  // Free revokes what was granted, so that it never overrides a subscription
  for (const tier of ['free', 'basic', 'elite', 'pro', 'free']) {
    const { cookie, landed } = await signInByHttp(product.origin, 'jane.doe@example.com', tier);
    expect(landed).toBe(`${product.origin}/settings`);
    expect(await userOf(cookie)).toMatchObject({ firstName: 'Jane', subscriptionTier: tier, role: 'user' });
  }
});

test('the administrator of the sandbox is one, nobody else is', async () => {
  const admin = await signInByHttp(product.origin, 'admin@undertow.local', 'pro');
  expect((await userOf(admin.cookie))['role']).toBe('admin');
  const other = await signInByHttp(product.origin, 'admin@undertow.local.example', 'pro');
  expect((await userOf(other.cookie))['role']).toBe('user');
});

function startAgain(env: Record<string, string>): { status: number | null; stderr: string } {
  const started = spawnSync(process.execPath, [START], { env: { ...process.env, ...env }, encoding: 'utf8' });
  return { status: started.status, stderr: started.stderr };
}

test('a second product on the port, or on the data folder, exits with a message', () => {
  const { port } = new URL(product.origin);
  const samePort = startAgain({ PORT: port, DATA_DIR: join(product.dataDir, 'other') });
  expect(samePort.status).toBe(1);
  expect(samePort.stderr).toMatch(new RegExp(`Port ${Number(port) + 1} is in use`));
  const sameFolder = startAgain({ PORT: String(Number(port) + 10), DATA_DIR: product.dataDir });
  expect(sameFolder.status).toBe(1);
  expect(sameFolder.stderr).toMatch(/The data folder .* is in use by process \d+/);
  expect(sameFolder.stderr).not.toMatch(/\n\s+at /);
});

test('T30 production refuses the sandbox', () => {
  const refused = startAgain({ NODE_ENV: 'production' });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('The sandbox is for development and tests');
});

test('T32 keys are readable by their owner only and are in no output', () => {
  const path = join(product.dataDir, 'sandbox-keys.json');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const keys = JSON.parse(readFileSync(path, 'utf8')) as { cookieKey: string; clientSecret: string };
  expect(product.output()).not.toContain(keys.cookieKey);
  expect(product.output()).not.toContain(keys.clientSecret);
  expect(product.output()).not.toContain('jane.doe@example.com');
  expect(product.output()).toContain(`Undertow is ready at ${product.origin}`);
});

test('after SIGTERM the process has ended, and neither the lock nor an open port is left', async () => {
  await product.stop({ keepData: true });
  expect(product.process.exitCode).toBe(0);
  expect(existsSync(join(product.dataDir, 'database.lock'))).toBe(false);
  expect(existsSync(join(product.dataDir, 'control.json'))).toBe(false);
  for (const origin of [product.origin, product.stripe, product.mailbox])
    await expect(fetch(origin)).rejects.toThrow('fetch failed');
});
