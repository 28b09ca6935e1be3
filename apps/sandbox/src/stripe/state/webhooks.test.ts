/** Deliveries to a real endpoint: signed, in order, and tried again. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSandbox, type Sandbox } from '#testing/stripe/open-sandbox.ts';

const SECRET = 'whsec_for_tests';

interface Received {
  readonly body: string;
  readonly signature: string;
}

let endpoint: Server;
let received: Received[];
/** Statuses of the next responses; 200 when it is empty. */
let responses: number[];
let sandbox: Sandbox;

beforeEach(async () => {
  received = [];
  responses = [];
  endpoint = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(responses.shift() ?? 200).end();
    });
  });
  await new Promise<void>((done) => {
    endpoint.listen(0, '127.0.0.1', done);
  });
  const { port } = endpoint.address() as AddressInfo;
  const webhook = { url: `http://127.0.0.1:${port}/hook`, secret: SECRET };
  sandbox = await openSandbox({ webhook }, { webhookRetryMs: [20, 20], nowMs: Date.now });
});

afterEach(async () => {
  await sandbox.close();
  endpoint.closeAllConnections();
  await new Promise((done) => {
    endpoint.close(done);
  });
});

async function arrived(count: number): Promise<void> {
  await vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), 10_000);
}

test('the signature is the one that the SDK checks, and a changed body fails it', async () => {
  await sandbox.stripe.customers.create({ name: 'Ada' });
  await arrived(1);
  const [{ body, signature }] = received as [Received];
  const event = Stripe.webhooks.constructEvent(body, signature, SECRET);
  expect([event.type, event.api_version]).toEqual(['customer.created', '2026-10-28.endive']);
  expect(event.request?.id).toMatch(/^req_/);
  expect(() => Stripe.webhooks.constructEvent(body.replace('Ada', 'Eve'), signature, SECRET)).toThrow(
    'signature',
  );
  expect(() => Stripe.webhooks.constructEvent(body, signature, 'whsec_other')).toThrow('signature');
});

test('a refused delivery is retried as the same event', async () => {
  responses = [500, 503];
  await sandbox.stripe.customers.create({ name: 'Ada' });
  await arrived(3);
  const ids = received.map(({ body }) => (JSON.parse(body) as Stripe.Event).id);
  expect(new Set(ids).size).toBe(1);
  await vi.waitFor(() => expect(sandbox.running.world.webhooks.waiting).toHaveLength(0));
  const [event] = await sandbox.events();
  expect([event?.id, event?.pending_webhooks]).toEqual([ids[0], 0]);
});

test('after the last attempt the delivery is dropped', async () => {
  responses = [500, 500, 500];
  await sandbox.stripe.customers.create({ name: 'Ada' });
  await arrived(3);
  await vi.waitFor(() => expect(sandbox.running.world.webhooks.waiting).toHaveLength(0));
  expect((await sandbox.events())[0]?.pending_webhooks).toBe(0);
});

test('events arrive in the order of creation', async () => {
  for (const name of ['Ada', 'Bea', 'Cid']) await sandbox.stripe.customers.create({ name });
  await arrived(3);
  const names = received
    .map(({ body }) => (JSON.parse(body) as Stripe.Event).data.object as Stripe.Customer)
    .map(({ name }) => name);
  expect(names).toEqual(['Ada', 'Bea', 'Cid']);
});
