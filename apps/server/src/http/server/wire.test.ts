/** The protocol level: sockets of other sites, slow senders, request smuggling. */

import type { AddressInfo } from 'node:net';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { SignedIn } from '#http/session/session.ts';
import { openTestApp, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';

let app: TestApp;
let user: TestUser;
let port: number;
const attached: SignedIn[] = [];

beforeAll(async () => {
  app = await openTestApp({
    attachSocket: (_request, socket, who) => {
      socket.on('error', () => undefined);
      attached.push(who);
    },
  });
  user = await app.newUser('pro', [1]);
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  port = (app.http.server.address() as AddressInfo).port;
});
afterAll(() => app.close());

/** The status of the upgrade: 101 when the socket opened. */
function upgrade(headers: Record<string, string>, path = '/ws', protocols: string[] = []): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, protocols, { headers });
    socket.on('open', () => {
      socket.close();
      resolve(101);
    });
    socket.on('unexpected-response', (_request, response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    socket.on('error', reject);
  });
}

test('T13 only our own origin, exactly, opens a socket', async () => {
  const { cookie } = user.headers;
  expect(await upgrade({ cookie, origin: TEST_ORIGIN })).toBe(101);
  const foreign = [
    'https://evil.example',
    'null',
    `${TEST_ORIGIN}.evil.example`,
    `https://evil.example/${TEST_ORIGIN}`,
    TEST_ORIGIN.replace('http:', 'https:'),
    TEST_ORIGIN.replace('4999', '5000'),
    TEST_ORIGIN.toUpperCase(),
    '',
  ];
  for (const origin of foreign) expect([origin, await upgrade({ cookie, origin })]).toEqual([origin, 403]);
  expect(await upgrade({ cookie })).toBe(403);
});

test('T13 a visitor gets no socket, and a wrong path is not found', async () => {
  expect(await upgrade({ origin: TEST_ORIGIN })).toBe(401);
  expect(await upgrade({ origin: TEST_ORIGIN, cookie: `sid=${'a'.repeat(43)}` })).toBe(401);
  expect(await upgrade({ origin: TEST_ORIGIN, ...user.headers }, '/ws/other')).toBe(404);
});

test('T14 the user of a socket is the one of the session', async () => {
  attached.length = 0;
  await upgrade({ origin: TEST_ORIGIN, ...user.headers }, '/ws?userId=somebody-else');
  expect(attached.map((who) => who.userId)).toEqual([user.id]);
});

test('a server that stops closes its sockets with 1012', async () => {
  const stopping = await openTestApp();
  const someone = await stopping.newUser('pro');
  await stopping.http.listen({ port: 0, host: '127.0.0.1' });
  const address = stopping.http.server.address() as AddressInfo;
  const headers = { origin: TEST_ORIGIN, ...someone.headers };
  const socket = new WebSocket(`ws://127.0.0.1:${address.port}/ws`, { headers });
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  await stopping.close();
  expect(await closed).toBe(1012);
});

test('T15 a frame beyond 16 kB closes the socket with 1009', async () => {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, {
    headers: { origin: TEST_ORIGIN, ...user.headers },
  });
  await new Promise((resolve) => socket.once('open', resolve));
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.send('x'.repeat(17_000));
  expect(await closed).toBe(1009);
});

function send(text: string): { socket: Socket; response: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  const response = new Promise<string>((resolve) => {
    let received = '';
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
    });
    socket.on('close', () => resolve(received));
    socket.on('error', () => undefined);
  });
  socket.write(text);
  return { socket, response };
}

test('T37 a client that never ends its headers is cut off', async () => {
  const { socket, response } = send('GET /api/instruments HTTP/1.1\r\nHost: x\r\n');
  const drip = setInterval(() => socket.write('X-Drip: 1\r\n'), 1_000);
  expect(await response).toMatch(/^(HTTP\/1\.1 408|$)/);
  clearInterval(drip);
}, 40_000);

test.each([
  [
    'two lengths',
    'POST /api/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nContent-Length: 5\r\n\r\nhello',
  ],
  [
    'length and chunks',
    'POST /api/logout HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'an obscured encoding',
    'POST /api/logout HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
  ],
  ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n\tb\x00\r\n\r\n'],
  ['a space before the colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n'],
  ['a bare line feed in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\x0bb\x00\r\n\r\n'],
  ['no such protocol', 'GET / HTTP/9.9\r\nHost: x\r\n\r\n'],
  ['garbage', '\x16\x03\x01\x02\x00\x01\x00\x01\r\n\r\n'],
])('T38 a request with %s is refused and its connection closed', async (_what, text) => {
  const { response } = send(text);
  expect(await response).toMatch(/^HTTP\/1\.1 400/);
});

test.each([
  ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
  ['the same host twice', 'GET /api/instruments HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  [
    'two hosts and an upgrade',
    'GET /ws HTTP/1.1\r\nHost: x\r\nHost: y\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ],
])('T38 a request with %s is refused and its connection closed', async (_what, text) => {
  const { response } = send(text);
  expect(await response).toMatch(/^HTTP\/1\.1 400/);
});

test('every refusal has the id of its request, also where no route, no hook and no parser handled it', async () => {
  const headers = 'Host: x\r\nConnection: close\r\n';
  for (const [status, text] of [
    [400, 'GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
    [400, '\x16\x03\x01\x02\r\n\r\n'],
    [400, `GET /%c0%ae HTTP/1.1\r\n${headers}\r\n`],
    [401, `GET /api/instruments HTTP/1.1\r\n${headers}\r\n`],
    [401, `GET /api/admin/users HTTP/1.1\r\n${headers}\r\n`],
    [403, `POST /api/logout HTTP/1.1\r\nOrigin: https://evil.example\r\n${headers}\r\n`],
    [403, `GET /ws HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`],
    [404, `GET /api/nothing HTTP/1.1\r\n${headers}\r\n`],
    [405, `DELETE /api/instruments HTTP/1.1\r\n${headers}\r\n`],
    [
      413,
      `POST /api/logout HTTP/1.1\r\nContent-Length: 99999\r\nContent-Type: application/json\r\n${headers}\r\n`,
    ],
    [415, `POST /api/logout HTTP/1.1\r\nContent-Length: 1\r\nContent-Type: text/plain\r\n${headers}\r\nx`],
    [431, `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}\r\n${headers}\r\n`],
  ] as const) {
    const response = await send(text).response;
    const id = /\r\nx-request-id: ([0-9a-f-]{36})\r\n/i.exec(response)?.[1];
    const [, body = ''] = response.split('\r\n\r\n');
    expect([text.slice(0, 60), response.slice(9, 12), JSON.parse(body).requestId]).toEqual([
      text.slice(0, 60),
      String(status),
      id,
    ]);
    expect(response).toMatch(/x-content-type-options: nosniff/i);
  }
});

test('T38 headers beyond 16 kB are refused', async () => {
  const { response } = send(`GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`);
  expect(await response).toMatch(/^HTTP\/1\.1 431/);
});

test('T38 no text of a path becomes a header of the response', async () => {
  const response = await fetch(`http://127.0.0.1:${port}/%0d%0aSet-Cookie:%20x=1`, { redirect: 'manual' });
  expect(response.headers.get('set-cookie')).toBeNull();
});

/** A connection from an address of its own; false when the server ended it at once. */
function connectFrom(localAddress: string): Promise<{ connection: Socket; isOpen: boolean }> {
  return new Promise((resolve) => {
    const connection = connect({ port, host: '127.0.0.1', localAddress });
    connection.on('error', () => undefined);
    connection.once('close', () => resolve({ connection, isOpen: false }));
    connection.once('data', () => resolve({ connection, isOpen: true }));
    connection.once('connect', () => connection.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n'));
  });
}

test('T37 one address has at most 256 connections, and another one is served all the while', async () => {
  const opened = await Promise.all(Array.from({ length: 260 }, () => connectFrom('127.0.0.2')));
  expect(opened.filter(({ isOpen }) => isOpen)).toHaveLength(256);
  const other = await connectFrom('127.0.0.3');
  expect(other.isOpen).toBe(true);
  for (const { connection } of opened) connection.destroy();
  // After it closed some it may open others
  await expect.poll(async () => (await connectFrom('127.0.0.2')).isOpen).toBe(true);
});

test('T15 one address opens a hundred sockets, and no more', async () => {
  const from = (localAddress: string): Promise<{ socket: WebSocket; status: number }> =>
    new Promise((resolve) => {
      const headers = { origin: TEST_ORIGIN, ...user.headers };
      const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers, localAddress });
      socket.on('error', () => undefined);
      socket.on('open', () => resolve({ socket, status: 101 }));
      socket.on('unexpected-response', (_request, response) => {
        response.resume();
        resolve({ socket, status: response.statusCode ?? 0 });
      });
    });
  const opened = await Promise.all(Array.from({ length: 103 }, () => from('127.0.0.4')));
  expect(opened.filter(({ status }) => status === 101)).toHaveLength(100);
  expect(opened.filter(({ status }) => status === 429)).toHaveLength(3);
  expect((await from('127.0.0.5')).status).toBe(101);
  for (const { socket } of opened) socket.terminate();
  await expect.poll(async () => (await from('127.0.0.4')).status).toBe(101);
});
