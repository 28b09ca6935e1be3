/** What `npm start` opens beside the server: it answers at the printed addresses, and ends with the server however that ends. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { childProcesses } from '#tests/drive/child-processes.ts';
import { type Product, startProduct } from '#tests/drive/product.ts';

vi.setConfig({ testTimeout: 180_000 });

const START = fileURLToPath(new URL('../../apps/sandbox/src/start.ts', import.meta.url));

let product: Product;
beforeAll(async () => {
  product = await startProduct({ seed: 7, fresh: true, env: { SIM_INSTRUMENTS: 'ES' } });
}, 120_000);
afterAll(() => product?.stop());

function portOf(origin: string): number {
  return Number(new URL(origin).port);
}

/** Whether anything answers there. */
function answers(origin: string): Promise<boolean> {
  return fetch(origin).then(
    () => true,
    () => false,
  );
}

interface Keys {
  readonly stripeSecretKey: string;
  readonly stripePublishableKey: string;
  readonly stripeWebhookSecret: string;
}

function keysOf({ dataDir: folder }: Product): Keys {
  return JSON.parse(readFileSync(join(folder, 'sandbox-keys.json'), 'utf8')) as Keys;
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

test('payment provider, mailbox and Rithmic gateway answer where start says, with the keys of the data folder', async () => {
  const { stripe, mailbox } = product;
  const smtpPort = portOf(mailbox) + 1;
  await until(() => product.output().includes('is ready at') === true);
  const addresses = [stripe, mailbox, `127.0.0.1:${smtpPort}`, `wss://127.0.0.1:${smtpPort + 1}`];
  for (const address of addresses) expect(product.output()).toContain(address);

  const keys = keysOf(product);
  const authorization = `Bearer ${keys.stripeSecretKey}`;
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

  for (const secret of Object.values(keys).filter((key) => typeof key === 'string'))
    expect(product.output()).not.toContain(secret);
});

test('killed at once, it leaves no process behind', async () => {
  const pid = product.process.pid ?? 0;
  const children = childProcesses(pid).map((child) => child.pid);
  // The server, Stripe, the Rithmic gateway
  expect(children).toHaveLength(3);
  product.process.kill('SIGKILL');
  await until(() => !children.some(isRunning));
  for (const origin of [product.origin, product.stripe, product.mailbox])
    expect(await answers(origin)).toBe(false);
});

test.each([
  [1, 'identity issuer'],
  [2, 'Stripe'],
  [3, 'mailbox'],
  [4, 'mailbox'],
  [5, 'Rithmic gateway'],
])(
  'the port %i after the server’s is taken: start fails, names the %s, and leaves nothing running',
  async (step, what) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'undertow-ports-'));
    // High ports that nothing else of these tests uses
    const port = 20_000 + (process.pid % 5_000) * 6;
    const blocker = createServer();
    await new Promise<void>((resolve) => {
      blocker.listen(port + step, '127.0.0.1', resolve);
    });
    const started = spawnSync(process.execPath, [START], {
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
      encoding: 'utf8',
    });
    blocker.close();
    rmSync(dataDir, { recursive: true, force: true });
    expect(started.status).toBe(1);
    expect(started.stderr).toContain(`Port ${port + step} is in use: the sandbox's ${what} takes it`);
    expect(started.stderr).not.toMatch(/\n\s+at /);
    for (const other of [1, 2, 3, 4, 5].filter((one) => one !== step))
      expect(await answers(`http://127.0.0.1:${port + other}`)).toBe(false);
  },
);
