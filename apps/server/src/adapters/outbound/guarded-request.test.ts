/** A request reaches only what was checked: the address, the time and the size. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type GuardedRequest, OutboundError, type ResolveHost, sendGuarded } from './guarded-request.ts';
import { isPublicAddress } from './public-address.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const send = (url: string, fields: Partial<GuardedRequest> = {}) =>
  sendGuarded({ url, timeoutMs: 2000, maxBytes: 1000, allowsLoopback: true, ...fields });

const answering = (...addresses: string[]): ResolveHost => {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return () => Promise.resolve(found);
};

test('method, headers and body arrive, and the response comes back', async () => {
  const url = await listen((request, response) => {
    request.on('data', (chunk: Buffer) => {
      response.writeHead(201, { etag: '"a"' }).end(`${request.method} ${request.headers['x-one']} ${chunk}`);
    });
  });
  const found = await send(url, { method: 'POST', headers: { 'x-one': '1' }, body: 'hello' });
  expect([found.status, found.headers.etag, found.body.toString(), found.isWhole]).toEqual([
    ...[201, '"a"', 'POST 1 hello', true],
  ]);
});

test.each([
  ...['127.0.0.1', '127.255.0.1', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '0.0.0.0'],
  ...[
    '169.254.169.254',
    '100.64.0.1',
    '100.127.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
  ],
  ...['240.0.0.1', '255.255.255.255', '::', '::1', '::127.0.0.1', '::ffff:127.0.0.1', '::ffff:8.8.8.8'],
  ...['fe80::1', 'fec0::1', 'fc00::1', 'fd00:ec2::254', 'ff02::1', '64:ff9b::7f00:1', '64:ff9b:1::a00:1'],
  ...['2002:7f00:1::1', '2001::1', '2001:db8::1', '3fff::1', '5f00::1', '100::1', '::ffff:0:127.0.0.1'],
  ...['localhost', '', 'example.com'],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['1.1.1.1', '93.184.216.34', '203.0.114.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  ['a private address', 'https://10.0.0.1/'],
  ['another spelling of this machine', 'https://0x7f.1/'],
  ['this machine in IPv6', 'https://[::1]/'],
  ['plain http', 'http://1.1.1.1/'],
  ['another protocol', 'file:///etc/passwd'],
  ['no address', 'nothing'],
  ['a password', 'https://user:secret@example.com/'],
])('%s is refused', async (_, url) => {
  await expect(send(url, { allowsLoopback: false })).rejects.toMatchObject({ kind: 'refused' });
});

test('a name is refused when one of its addresses is private, and when it has none', async () => {
  const found = answering('1.1.1.1', '10.0.0.1');
  await expect(send('https://feed.example/', { resolve: found })).rejects.toMatchObject({ kind: 'refused' });
  await expect(send('https://feed.example/', { resolve: answering() })).rejects.toThrow(OutboundError);
});

test('plain http is for this machine only, even where it is permitted', async () => {
  await expect(send('http://feed.example/', { resolve: answering('1.1.1.1') })).rejects.toMatchObject({
    kind: 'refused',
  });
});

test('a name that changes its address after the check is reached where it was checked', async () => {
  const url = await listen((request, response) => response.end(request.headers.host));
  const { port } = new URL(url);
  let resolutions = 0;
  const resolve: ResolveHost = () => {
    resolutions += 1;
    return Promise.resolve([{ address: resolutions === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]);
  };
  const { body } = await send(`http://feed.example:${port}/`, { resolve });
  expect([body.toString(), resolutions]).toEqual([`feed.example:${port}`, 1]);
});

test('a redirect is returned, not followed', async () => {
  const url = await listen((_, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end());
  expect(await send(url)).toMatchObject({ status: 302, headers: { location: 'http://10.0.0.1/' } });
});

test('no more than the limit is read of a response without end', async () => {
  const url = await listen((_, response) => {
    const more = (): void => {
      while (response.write('x'.repeat(10_000)));
      response.once('drain', more);
    };
    more();
  });
  const { body, isWhole } = await send(url);
  expect([body.length, isWhole]).toEqual([1000, false]);
});

test('a server that does not answer and a resolver that hangs end at the limit', async () => {
  const silent = await listen(() => undefined);
  const failed = { kind: 'failed', message: 'no complete response within 100 ms' };
  await expect(send(silent, { timeoutMs: 100 })).rejects.toMatchObject(failed);
  const resolve: ResolveHost = () => new Promise(() => undefined);
  await expect(send('https://feed.example/', { timeoutMs: 100, resolve })).rejects.toMatchObject(failed);
});

test('of a response that stops, and of one whose connection breaks, the status counts and the rest is missing', async () => {
  const half = { status: 200, body: Buffer.from('half'), isWhole: false };
  const stopping = await listen((_, response) => response.write('half'));
  expect(await send(stopping, { timeoutMs: 100 })).toMatchObject(half);
  const breaking = await listen((_, response) => response.write('half', () => response.destroy()));
  expect(await send(breaking)).toMatchObject(half);
});

test('a connection that is refused is a failure, with its cause', async () => {
  const url = await listen(() => undefined);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  await expect(send(url)).rejects.toMatchObject({ kind: 'failed', cause: { code: 'ECONNREFUSED' } });
});
