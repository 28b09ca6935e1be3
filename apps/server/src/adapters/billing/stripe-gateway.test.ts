/** The gateway over real HTTP: a provider that refuses, hangs, breaks and lies, and what becomes of each. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { BillingFailure, type BillingGateway } from '#ports/billing.ts';
import { stripeSubscription } from '#testing/stripe-objects.ts';
import { createStripeGateway } from './stripe-gateway.ts';

interface ReceivedCall {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
}

let received: ReceivedCall[];
let respond: (request: IncomingMessage, response: ServerResponse) => void;
let apiBase: string;
let gateway: BillingGateway;
let close: () => Promise<void>;

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** Longer than a busy machine takes to answer itself. */
const PATIENT_MS = 20_000;

function gatewayWithin(timeoutMs: number): BillingGateway {
  return createStripeGateway({
    secretKey: 'sk_test_1',
    webhookSecrets: ['whsec_1'],
    apiBase,
    prices: { basic: ['price_basic'], pro: ['price_pro'], elite: ['price_elite'] },
    taxRateId: 'txr_1',
    livemode: false,
    timeoutMs,
  });
}

beforeEach(async () => {
  received = [];
  const server = createServer((request, response) => {
    const key = request.headers['idempotency-key'];
    received.push({ method: request.method ?? '', path: request.url ?? '', key: key?.toString() });
    respond(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  apiBase = `http://127.0.0.1:${port}`;
  gateway = gatewayWithin(PATIENT_MS);
  close = () =>
    new Promise((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    });
});
afterEach(() => close());

async function failure(call: Promise<unknown>): Promise<BillingFailure> {
  const thrown = await call.then(
    () => null,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(BillingFailure);
  return thrown as BillingFailure;
}

const start = () =>
  gateway.createSubscription({ customerId: 'cus_1', tier: 'pro', trialDays: 14 }, 'sub:person:0');

test('a call that hangs times out, is repeated once with the same key, and is retryable', async () => {
  respond = () => undefined;
  gateway = gatewayWithin(1000);
  expect(await failure(start())).toMatchObject({ canRetry: true, customerMessage: null });
  expect(received.map(({ key }) => key)).toEqual(['sub:person:0', 'sub:person:0']);
});

test('an unreachable provider is a retryable failure', async () => {
  await close();
  expect((await failure(start())).canRetry).toBe(true);
});

test('a broken response of the provider is a retryable failure', async () => {
  respond = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"id":');
    response.destroy();
  };
  expect((await failure(gateway.readSubscription('sub_1'))).canRetry).toBe(true);
});

test.each([
  [500, { type: 'api_error', message: 'broken' }, true],
  [503, { type: 'api_error', message: 'away' }, true],
  [429, { type: 'rate_limit_error', message: 'slower' }, true],
  [409, { type: 'idempotency_error', message: 'being worked on' }, true],
  [400, { type: 'idempotency_error', message: 'other parameters' }, false],
  [400, { type: 'invalid_request_error', message: 'no such price' }, false],
  [401, { type: 'invalid_request_error', message: 'bad key sk_test_***1' }, false],
])('a response of %i %j says whether a retry can help', async (status, error, canRetry) => {
  respond = (_request, response) => send(response, status, { error });
  expect(await failure(start())).toMatchObject({ canRetry, customerMessage: null });
});

test('the customer sees the bank’s message about a card, and no other error', async () => {
  const error = { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' };
  respond = (_request, response) => send(response, 402, { error });
  expect(await failure(start())).toMatchObject({
    canRetry: false,
    customerMessage: 'Your card was declined.',
  });
});

test('a response that is no JSON is a failure, not a subscription', async () => {
  respond = (_request, response) => {
    response.writeHead(200).end('<html>proxy</html>');
  };
  await failure(gateway.readSubscription('sub_1'));
});

test('an unknown object at the provider is undefined', async () => {
  const error = { type: 'invalid_request_error', code: 'resource_missing', message: 'No such subscription' };
  respond = (_request, response) => send(response, 404, { error });
  expect(await gateway.readSubscription('sub_9')).toBeUndefined();
  expect(await gateway.readInvoice('in_9')).toBeUndefined();
  expect(await gateway.cancelNow('sub_9')).toBeUndefined();
});

test('T19 a subscription of the other mode is not ours', async () => {
  respond = (_request, response) => send(response, 200, stripeSubscription({ livemode: true }));
  expect(await gateway.readSubscription('sub_1')).toBeUndefined();
});

test('an ended subscription is not ended again', async () => {
  respond = (_request, response) =>
    send(response, 200, stripeSubscription({ status: 'canceled', ended_at: 9 }));
  expect(await gateway.cancelNow('sub_1')).toMatchObject({ status: 'canceled', endedAtMs: 9000 });
  expect(received.map(({ method }) => method)).toEqual(['GET']);
});

test('a refund made before is not an error', async () => {
  const error = { type: 'invalid_request_error', code: 'charge_already_refunded', message: 'refunded' };
  respond = ({ method }, response) =>
    method === 'GET' ? send(response, 200, { object: 'list', data: [] }) : send(response, 400, { error });
  await expect(gateway.refund('pi_1', 100, 'refund:in_1')).resolves.toBeUndefined();
});

test('a refund under the same key is made once, however long ago', async () => {
  const data = [{ id: 're_1', object: 'refund', metadata: { key: 'refund:in_1' } }];
  respond = (_request, response) => send(response, 200, { object: 'list', data });
  await gateway.refund('pi_1', 100, 'refund:in_1');
  expect(received.map(({ method }) => method)).toEqual(['GET']);
});
