/** Deliveries to a real endpoint: signed, tried again, and with the faults that a test asks for. */
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
/** Statuses of the next answers; 200 when it is empty. */
let answers: number[];
let sandbox: Sandbox;

beforeEach(async () => {
  received = [];
  answers = [];
  endpoint = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      received.push({ body, signature: String(request.headers['stripe-signature']) });
      response.writeHead(answers.shift() ?? 200).end();
    });
  });
  await new Promise<void>((done) => {
    endpoint.listen(0, '127.0.0.1', done);
  });
  const { port } = endpoint.address() as AddressInfo;
  const webhook = { url: `http://127.0.0.1:${port}/hook`, secret: SECRET };
  sandbox = await openSandbox({ webhook }, { webhookRetryMs: [20, 20] });
});

afterEach(async () => {
  await sandbox.close();
  endpoint.closeAllConnections();
  await new Promise((done) => {
    endpoint.close(done);
  });
});

const names = () =>
  received
    .map(({ body }) => (JSON.parse(body) as Stripe.Event).data.object as Stripe.Customer)
    .map(({ name }) => name);

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

test('a refused delivery comes again as the same event', async () => {
  answers = [500, 503];
  await sandbox.stripe.customers.create({ name: 'Ada' });
  await arrived(3);
  const ids = received.map(({ body }) => (JSON.parse(body) as Stripe.Event).id);
  expect(new Set(ids).size).toBe(1);
  await vi.waitFor(() => expect(sandbox.running.world.webhooks.waiting).toHaveLength(0));
  const event = await sandbox.stripe.events.retrieve(ids[0] ?? '');
  expect(event.pending_webhooks).toBe(0);
});

test('after the last try it is given up, and may be sent again by hand', async () => {
  answers = [500, 500, 500];
  await sandbox.stripe.customers.create({ name: 'Ada' });
  await arrived(3);
  await vi.waitFor(() => expect(sandbox.running.world.webhooks.waiting).toHaveLength(0));
  const event = (JSON.parse(received[0]?.body ?? '') as Stripe.Event).id;
  await sandbox.control('webhooks/resend', { event });
  await arrived(4);
});

test('paused ones wait, and reordered ones come newest first', async () => {
  await sandbox.control('webhooks', { paused: true, reorder: true });
  for (const name of ['Ada', 'Bea', 'Cid']) await sandbox.stripe.customers.create({ name });
  expect(received).toHaveLength(0);
  await sandbox.control('webhooks', { paused: false });
  await arrived(3);
  expect(names()).toEqual(['Cid', 'Bea', 'Ada']);
});

test('one is dropped and the next one doubled where that is asked for', async () => {
  await sandbox.control('webhooks', { dropNext: 1, duplicate: 1 });
  for (const name of ['Ada', 'Bea']) await sandbox.stripe.customers.create({ name });
  await arrived(2);
  expect(names()).toEqual(['Bea', 'Bea']);
  const listed = await sandbox.stripe.events.list({ type: 'customer.created' });
  expect(listed.data).toHaveLength(2);
});

test('an endpoint hears the types that it asked for only, and shows its secret once', async () => {
  const { port } = endpoint.address() as AddressInfo;
  const made = await sandbox.stripe.webhookEndpoints.create({
    url: `http://127.0.0.1:${port}/other`,
    enabled_events: ['customer.deleted'],
  });
  expect(made.secret).toMatch(/^whsec_/);
  expect((await sandbox.stripe.webhookEndpoints.retrieve(made.id)).secret).toBeUndefined();
  const { id } = await sandbox.stripe.customers.create({ name: 'Ada' });
  await sandbox.stripe.customers.del(id);
  await arrived(3);
  const types = received.map(({ body }) => (JSON.parse(body) as Stripe.Event).type).sort();
  expect(types).toEqual(['customer.created', 'customer.deleted', 'customer.deleted']);
});

test('a disabled endpoint hears nothing until it is enabled', async () => {
  const { data } = await sandbox.stripe.webhookEndpoints.list();
  const id = data[0]?.id ?? '';
  await sandbox.stripe.webhookEndpoints.update(id, { disabled: true });
  await sandbox.stripe.customers.create({ name: 'Ada' });
  await sandbox.stripe.webhookEndpoints.update(id, { disabled: false });
  await sandbox.stripe.customers.create({ name: 'Bea' });
  await arrived(1);
  expect(names()).toEqual(['Bea']);
});
