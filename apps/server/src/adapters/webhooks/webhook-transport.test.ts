/** What a receiver can do to us: point at our network, rebind its name, redirect, stay silent or answer without end. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openDnsServer } from '#testing/webhooks/dns-server.ts';
import { openWebhookReceiver, type WebhookReceiver } from '#testing/webhooks/webhook-receiver.ts';
import { createWebhookTransport } from './webhook-transport.ts';

let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await openWebhookReceiver();
});
afterEach(() => receiver.close());

const message = (address: string) => ({
  address,
  headers: { 'content-type': 'application/json' },
  body: '{"a":"ä"}',
});
const here = createWebhookTransport({ mayReachLoopback: true, timeoutMs: 2_000 });

test('a message arrives as it is, and the answer comes back as text without control characters', async () => {
  receiver.answer = (response) => response.writeHead(201).end('thank\u0000 you\n');
  const { status, answer } = await here.post(message(receiver.url));
  expect([status, answer]).toEqual([201, 'thank  you']);
  expect(receiver.received).toMatchObject([{ path: '/in', body: '{"a":"ä"}' }]);
});

describe('without the setting of the operator', () => {
  const transport = createWebhookTransport({ mayReachLoopback: false });
  test.each([...['http://127.0.0.1/', 'http://8.8.8.8/']])(
    '%s is refused for its scheme',
    async (address) => {
      await expect(transport.post(message(address))).rejects.toThrow('expected https');
    },
  );
  test.each([
    ...[
      'https://127.0.0.1/',
      'https://[::1]/',
      'https://0x7f.1/',
      'https://2130706433/',
      'https://localhost/',
    ],
    ...['https://[::ffff:127.0.0.1]/', 'https://169.254.169.254/latest/meta-data', 'https://127.0.0.1.:443/'],
  ])('%s is refused for its address', async (address) => {
    await expect(transport.post(message(address))).rejects.toThrow('public addresses only');
  });
});

test('with the setting the machine is reached and the private network still is not', async () => {
  await expect(here.post(message('http://10.0.0.1/'))).rejects.toThrow('public addresses only');
  await expect(here.post(message('https://10.0.0.1/'))).rejects.toThrow('public addresses only');
});

test('a name is resolved once, and the connection goes to the address that was checked', async () => {
  const dns = await openDnsServer((question) => (question === 0 ? ['127.0.0.1'] : ['10.0.0.1']));
  const transport = createWebhookTransport({ mayReachLoopback: true, resolve: dns.resolve });
  const address = `http://rebind.example:${receiver.port}/in`;
  expect((await transport.post(message(address))).status).toBe(204);
  expect([dns.questions(), receiver.received.length]).toEqual([1, 1]);
  // The name now means another machine
  await expect(transport.post(message(address))).rejects.toThrow('public addresses only');
  expect([dns.questions(), receiver.received.length]).toEqual([2, 1]);
  await dns.close();
});

test('one private address among those of a name is enough to refuse it', async () => {
  const dns = await openDnsServer(() => ['127.0.0.1', '192.168.0.7']);
  const transport = createWebhookTransport({ mayReachLoopback: true, resolve: dns.resolve });
  await expect(transport.post(message(`https://mixed.example:${receiver.port}/`))).rejects.toThrow(
    'public addresses only',
  );
  expect(receiver.received).toEqual([]);
  await dns.close();
});

test('a name without an address is named as the reason', async () => {
  const transport = createWebhookTransport({
    mayReachLoopback: false,
    resolve: () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' })),
  });
  await expect(transport.post(message('https://nowhere.example/'))).rejects.toThrow('the request failed');
});

test('a redirect to this machine is an answer, and is not followed', async () => {
  const other = await openWebhookReceiver();
  receiver.answer = (response) => response.writeHead(307, { location: other.url }).end();
  expect((await here.post(message(receiver.url))).status).toBe(307);
  expect(other.received).toEqual([]);
  await other.close();
});

test('a receiver that accepts and stays silent is given up', async () => {
  receiver.answer = () => undefined;
  const impatient = createWebhookTransport({ mayReachLoopback: true, timeoutMs: 100 });
  await expect(impatient.post(message(receiver.url))).rejects.toThrow('no complete response');
});

test('of an endless answer only the beginning is read', async () => {
  const garbage = Buffer.alloc(64 * 1024, 'x');
  const cut = Promise.withResolvers<number>();
  receiver.answer = (response) => {
    response.writeHead(200);
    let sent = 0;
    const more = (): void => {
      while (!response.destroyed && sent < 100_000_000) {
        sent += garbage.length;
        if (!response.write(garbage)) return;
      }
    };
    response.on('drain', more).on('close', () => cut.resolve(sent));
    more();
  };
  const { status, answer } = await here.post(message(receiver.url));
  expect([status, answer]).toEqual([200, 'x'.repeat(1000)]);
  expect(await cut.promise).toBeLessThan(50_000_000);
});

test('an answer whose rest never comes counts, and a closed port is a failure', async () => {
  receiver.answer = (response) => void response.writeHead(200).write('partial');
  const impatient = createWebhookTransport({ mayReachLoopback: true, timeoutMs: 100 });
  expect((await impatient.post(message(receiver.url))).status).toBe(200);
  await receiver.close();
  await expect(here.post(message(receiver.url))).rejects.toThrow('ECONNREFUSED');
  receiver = await openWebhookReceiver();
});

test('the wait that a receiver requests is read where it is a number of seconds, up to an hour', async () => {
  const waitOf = async (value: string) => {
    receiver.answer = (response) => response.writeHead(429, { 'retry-after': value }).end();
    return (await here.post(message(receiver.url))).retryAfterMs;
  };
  expect([await waitOf('7'), await waitOf('999999'), await waitOf('soon')]).toEqual([7_000, 3_600_000, null]);
});
