/** Web processes that are killed, suspended or away, with requests and sockets on their way. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { closeLater, closeProxies, openProxy, openUpstream } from '#testing/cluster/open-proxy.ts';
import type { TestUpstream } from '#testing/cluster/upstream.ts';

afterEach(closeProxies);

async function firstMessage(socket: WebSocket): Promise<string> {
  const [data] = await once(socket, 'message');
  return String(data);
}

test('a socket whose process was killed comes back at the other one', async () => {
  const both = [await openUpstream('a'), await openUpstream('b')];
  const { port } = await openProxy(...both);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const name = await firstMessage(socket);
  const closed = once(socket, 'close');
  await both[name === 'a' ? 0 : 1]?.kill();
  await closed;
  for (let count = 0; count < 4; count += 1) {
    const again = new WebSocket(`ws://127.0.0.1:${port}/ws`);
    expect(await firstMessage(again)).toBe(name === 'a' ? 'b' : 'a');
    again.terminate();
  }
});

test('a process that is killed in the middle of a read: the other one answers', async () => {
  let first: TestUpstream;
  first = await openUpstream('a', () => {
    first.kill().catch(() => undefined);
  });
  const { port } = await openProxy(first, await openUpstream('b'));
  for (let count = 0; count < 4; count += 1)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('b');
  expect(first.seen).toHaveLength(1);
});

test('a write that was on its way is not repeated', async () => {
  let first: TestUpstream;
  first = await openUpstream('a', () => {
    first.kill().catch(() => undefined);
  });
  const { port } = await openProxy(first, await openUpstream('b'));
  const statuses: number[] = [];
  for (let count = 0; count < 3; count += 1)
    statuses.push((await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: 'x' })).status);
  expect(statuses.toSorted()).toEqual([200, 200, 502]);
});

test('a process that cuts one connection keeps its other requests', async () => {
  let finish = (): void => undefined;
  const behind = await openUpstream('a', (request, response) => {
    if (request.url === '/slow') finish = () => response.end('slow');
    else request.socket.destroy();
  });
  const { port } = await openProxy(behind);
  const slow = fetch(`http://127.0.0.1:${port}/slow`);
  await expect.poll(() => behind.seen.length).toBe(1);
  expect((await fetch(`http://127.0.0.1:${port}/cut`, { method: 'POST', body: 'x' })).status).toBe(502);
  finish();
  expect(await (await slow).text()).toBe('slow');
});

test('one that stops answers what it has, and gets no more', async () => {
  let isStopping = false;
  let finish = (): void => undefined;
  const stopping = createServer((request, response) => {
    if (request.url === '/readyz') response.writeHead(isStopping ? 503 : 200).end();
    else finish = () => response.end('a');
  });
  stopping.listen(0, '127.0.0.1');
  await once(stopping, 'listening');
  closeLater(async () => stopping.close());
  const first = await openProxy({ port: (stopping.address() as AddressInfo).port });
  const slow = fetch(`http://127.0.0.1:${first.port}/`);
  await wait(50);
  isStopping = true;
  await wait(150);
  expect((await fetch(`http://127.0.0.1:${first.port}/`)).status).toBe(503);
  finish();
  expect(await (await slow).text()).toBe('a');
});

test('a read that ends every process it reaches is given up', async () => {
  const both: TestUpstream[] = [];
  for (const at of [0, 1])
    both.push(
      await openUpstream('x', (request) => {
        request.socket.destroy();
        expect(at).toBeLessThan(2);
      }),
    );
  const { port } = await openProxy(...both);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(502);
  expect(both.flatMap(({ seen }) => seen)).toHaveLength(3);
});

test('a response that breaks off does not look whole', async () => {
  let first: TestUpstream;
  first = await openUpstream('a', (_request, response) => {
    response.write('half');
    setTimeout(() => first.kill().catch(() => undefined), 30);
  });
  const { port } = await openProxy(first);
  const response = await fetch(`http://127.0.0.1:${port}/`);
  await expect(response.text()).rejects.toThrow();
});

test('a process that accepts and never responds: reads move on, and it gets no more', async () => {
  const connections = new Set<{ destroy(): void }>();
  const silent = createTcpServer((socket) => connections.add(socket));
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
  closeLater(async () => {
    for (const socket of connections) socket.destroy();
    silent.close();
  });
  const { port } = await openProxy(await openUpstream('b'), { port: (silent.address() as AddressInfo).port });
  for (let count = 0; count < 4; count += 1)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('b');
});

test('one that is suspended while it has a read: the read moves on once two checks failed', async () => {
  let isSuspended = false;
  const paused = createTcpServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (String(data).startsWith('GET /readyz')) {
        if (!isSuspended) socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n');
      } else isSuspended = true;
    });
  });
  paused.listen(0, '127.0.0.1');
  await once(paused, 'listening');
  closeLater(async () => paused.close());
  const { port } = await openProxy({ port: (paused.address() as AddressInfo).port }, await openUpstream('b'));
  for (let count = 0; count < 3; count += 1)
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('b');
  expect(isSuspended).toBe(true);
});

test('without a process requests wait, and are answered when one is there again or refused in the end', async () => {
  const first = await openUpstream('a');
  const { port } = await openProxy(first);
  await first.kill();
  const waiting = fetch(`http://127.0.0.1:${port}/`);
  const again = await openUpstream('again', undefined, first.port);
  expect(await (await waiting).text()).toBe('again');
  await again.kill();
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(503);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  expect(String((await once(socket, 'error'))[0])).toContain('503');
});

test('a client that goes away before its response leaves its process in the turn', async () => {
  const behind = await openUpstream('a', ({ url }, response) => {
    if (url !== '/slow') response.end('a');
  });
  const { port } = await openProxy(behind);
  for (let count = 0; count < 5; count += 1) {
    const request = fetch(`http://127.0.0.1:${port}/slow`, { signal: AbortSignal.timeout(20) });
    await expect(request).rejects.toThrow();
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('a');
  }
});
