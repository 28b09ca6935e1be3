/** The started product over HTTP: sign-in, the services beside it, one process a folder and port, a feed of one's own, its end. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { childProcesses } from '#tests/drive/child-processes.ts';
import { freePorts } from '#tests/drive/free-ports.ts';
import { PORTS_OF_A_PRODUCT, type Product, startProduct } from '#tests/drive/product.ts';
import { signInByHttp } from '#tests/drive/sign-in-by-http.ts';

vi.setConfig({ testTimeout: 240_000 });

const START = fileURLToPath(new URL('../../apps/sandbox/src/start.ts', import.meta.url));
/** Most messages that a secret could be in. */
const ENV = { SIM_INSTRUMENTS: 'ES', SIM_HISTORY_MINUTES: '10', LOG_LEVEL: 'debug' };
const CONNECTION = '/api/rithmic-connection';
const DISCONNECT = '/api/user/rithmic-connection/disconnect';

let product: Product;
/** What products before the running one printed. */
let printed = '';
let cookie = '';
beforeAll(async () => {
  product = await startProduct({ seed: 7, fresh: true, env: ENV });
}, 240_000);
afterAll(() => product?.stop());

function portOf(origin: string): number {
  return Number(new URL(origin).port);
}

function keys(): Readonly<Record<string, unknown>> {
  return JSON.parse(readFileSync(join(product.dataDir, 'sandbox-keys.json'), 'utf8')) as Record<
    string,
    unknown
  >;
}

/** Whether anything answers there. */
function responds(origin: string): Promise<boolean> {
  return fetch(origin).then(
    () => true,
    () => false,
  );
}

function isRunning(pid: number): boolean {
  try {
    // A process that has ended but was not waited for is a zombie: it holds nothing any more
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitFor(async () => expect(await holds()).toBe(true), { timeout: 20_000, interval: 100 });
}

async function call(method: 'GET' | 'POST', path: string, body?: object) {
  const { origin } = product;
  const headers = { cookie, origin, 'content-type': 'application/json' };
  const payload = method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) };
  const response = await fetch(`${origin}${path}`, { method, headers, ...payload });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const user = async () => (await call('GET', '/api/auth/user')).body;

test('the tier chosen on the sandbox page is the tier of the account, each time anew', async () => {
  // Free revokes what was granted, so that it never overrides a subscription
  for (const tier of ['elite', 'free', 'basic']) {
    const signedIn = await signInByHttp(product.origin, 'jane.doe@example.com', tier);
    expect(signedIn.landed).toBe(`${product.origin}/settings`);
    ({ cookie } = signedIn);
    expect(await user()).toMatchObject({ firstName: 'Jane', subscriptionTier: tier, role: 'user' });
  }
});

test('the administrator of the sandbox is one, nobody else is', async () => {
  const jane = cookie;
  ({ cookie } = await signInByHttp(product.origin, 'admin@undertow.local', 'pro'));
  expect((await user())['role']).toBe('admin');
  ({ cookie } = await signInByHttp(product.origin, 'admin@undertow.local.example', 'pro'));
  expect((await user())['role']).toBe('user');
  cookie = jane;
});

test('payment provider, mailbox and Rithmic gateway answer where start says, with the keys of the data folder', async () => {
  const { stripe, mailbox } = product;
  const smtpPort = portOf(mailbox) + 1;
  await until(() => product.output().includes('is ready at') === true);
  const addresses = [stripe, mailbox, `127.0.0.1:${smtpPort}`, `wss://127.0.0.1:${smtpPort + 1}`];
  for (const address of addresses) expect(product.output()).toContain(address);

  const authorization = `Bearer ${keys()['stripeSecretKey']}`;
  const list = await fetch(`${stripe}/v1/subscriptions`, { headers: { authorization } });
  expect(await list.json()).toMatchObject({ object: 'list' });
  expect((await fetch(`${stripe}/v1/subscriptions`)).status).toBe(401);
  expect(await (await fetch(`${stripe}/endive/stripe.js`)).text()).toContain(
    'Object.assign(window, { Stripe })',
  );

  const ca = readFileSync(join(product.dataDir, 'sandbox-rithmic-ca.pem'));
  const gateway = connect({ port: smtpPort + 1, host: '127.0.0.1', ca });
  await new Promise((shaken, fail) => gateway.once('secureConnect', shaken).once('error', fail));
  expect(gateway.authorized).toBe(true);
  gateway.destroy();

  const transport = createTransport(`smtp://127.0.0.1:${smtpPort}`);
  await transport.sendMail({
    from: 'Undertow <hello@undertow.local>',
    to: 'Jané Doe <jane@example.com>',
    subject: 'Your trial ends in 3 days – £99 a month',
    text: 'Plain text',
    html: '<p>Rich text</p>',
  });
  const mails = await (await fetch(`${mailbox}/mails?to=jane@example.com`)).json();
  expect(mails).toMatchObject([
    { subject: 'Your trial ends in 3 days – £99 a month', text: 'Plain text\n', html: '<p>Rich text</p>\n' },
  ]);
});

function startAgain(env: Record<string, string>): { status: number | null; stderr: string } {
  const started = spawnSync(process.execPath, [START], { env: { ...process.env, ...env }, encoding: 'utf8' });
  return { status: started.status, stderr: started.stderr };
}

test('a second product on the port, on the data folder, or beside a taken port exits with a message', async () => {
  const { port } = new URL(product.origin);
  const other = await freePorts(PORTS_OF_A_PRODUCT);
  const samePort = startAgain({ PORT: port, DATA_DIR: join(product.dataDir, 'other') });
  expect(samePort.status).toBe(1);
  expect(samePort.stderr).toMatch(new RegExp(`Port ${Number(port) + 1} is in use`));
  const blocker = createServer();
  await new Promise<void>((resolve) => blocker.listen(other + 5, '127.0.0.1', resolve));
  const takenPort = startAgain({ PORT: String(other), DATA_DIR: join(product.dataDir, 'other') });
  blocker.close();
  expect(takenPort.stderr).toContain(`Port ${other + 5} is in use: the sandbox's Rithmic gateway`);
  const sameFolder = startAgain({ PORT: String(other), DATA_DIR: product.dataDir });
  expect([takenPort.status, sameFolder.status]).toEqual([1, 1]);
  expect(sameFolder.stderr).toMatch(/The data folder .* is in use by process \d+/);
  for (const { stderr } of [samePort, takenPort, sameFolder]) expect(stderr).not.toMatch(/\n\s+at /);
});

test('T30 production refuses the sandbox', () => {
  const refused = startAgain({ NODE_ENV: 'production' });
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('The sandbox is for development and tests');
});

const state = async () => (await call('GET', CONNECTION)).body;
const source = async () => (await call('GET', '/api/feed-status?instrumentId=1')).body['source'];

test('an own feed replaces the platform feed', async () => {
  await call('POST', '/api/user/instruments', { instrumentId: 1 });
  expect(await state()).toEqual({});
  expect(await source()).toBe('simulated');
  const wrong = { username: 'jane', password: 'wrong-9f2e71' };
  expect(await call('POST', CONNECTION, wrong)).toMatchObject({ status: 200 });
  await expect.poll(state).toMatchObject({ status: 'error' });
  expect(await source()).toBe('simulated');

  await call('POST', CONNECTION, { username: 'jane', password: 'paper' });
  await expect.poll(state).toMatchObject({ status: 'connected', username: 'jane', errorMessage: null });
  await expect.poll(source).toBe('rithmic');
  expect(await call('POST', `${CONNECTION}/test`)).toMatchObject({ status: 200, body: { ok: true } });
});

test('after SIGTERM the process has ended, and neither the lock nor an open port is left', async () => {
  await product.stop({ keepData: true });
  printed += product.output();
  expect(product.process.exitCode, product.output().slice(-2000)).toBe(0);
  expect(existsSync(join(product.dataDir, 'database.lock'))).toBe(false);
  expect(existsSync(join(product.dataDir, 'control.json'))).toBe(false);
  for (const origin of [product.origin, product.stripe, product.mailbox])
    await expect(fetch(origin)).rejects.toThrow('fetch failed');
});

test('the own feed is restored after a restart, and ends with the disconnect', async () => {
  const { dataDir } = product;
  product = await startProduct({ seed: 7, env: ENV, dataDir, port: portOf(product.origin) });
  await expect.poll(state).toMatchObject({ status: 'connected' });
  await expect.poll(source).toBe('rithmic');
  const measures = await (await fetch(`${product.origin}/metrics`)).text();
  expect(measures).toContain('undertow_own_connections{state="connected"} 1');

  expect(await call('POST', DISCONNECT)).toMatchObject({ status: 200 });
  expect(await state()).toMatchObject({ status: 'disconnected' });
  expect(await source()).toBe('simulated');
  expect(await call('POST', `${CONNECTION}/test`)).toMatchObject({ body: { code: 'RITHMIC_NOT_SAVED' } });
});

test('T32 keys are readable by their owner only, and no output holds a key, a password or an address', () => {
  expect(statSync(join(product.dataDir, 'sandbox-keys.json')).mode & 0o777).toBe(0o600);
  const secrets = Object.values(keys()).filter((key) => typeof key === 'string');
  expect(secrets.length).toBeGreaterThan(5);
  const output = printed + product.output();
  expect(output).toContain(`Undertow is ready at ${product.origin}`);
  for (const secret of [...secrets, 'wrong-9f2e71', 'jane.doe@example.com'])
    expect(output).not.toContain(secret);
});

test('killed at once, it leaves no process behind', async () => {
  const children = childProcesses(product.process.pid ?? 0).map((child) => child.pid);
  // The server, Stripe, the Rithmic gateway
  expect(children).toHaveLength(3);
  product.process.kill('SIGKILL');
  await until(() => !children.some(isRunning));
  for (const origin of [product.origin, product.stripe, product.mailbox])
    expect(await responds(origin)).toBe(false);
});
