/** What passes the proxy: requests and sockets in turn, with the header lines that are theirs. */
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { closeProxies, exchange, openProxy, openUpstream } from '#testing/cluster/open-proxy.ts';

afterEach(closeProxies);

async function firstMessage(socket: WebSocket): Promise<string> {
  const [data] = await once(socket, 'message');
  return String(data);
}

test('requests are shared by the processes in turn', async () => {
  const proxy = await openProxy(await openUpstream('a'), await openUpstream('b'));
  const names: string[] = [];
  for (let count = 0; count < 6; count += 1)
    names.push(await (await fetch(`http://127.0.0.1:${proxy.port}/`)).text());
  expect(names.toSorted()).toEqual(['a', 'a', 'a', 'b', 'b', 'b']);
});

test('a session stays with its process, and moves when that one is gone', async () => {
  const [a, b] = [await openUpstream('a'), await openUpstream('b')];
  const proxy = await openProxy(a, b);
  const nameFor = async (session: string): Promise<string> =>
    (await fetch(`http://127.0.0.1:${proxy.port}/`, { headers: { cookie: `x=1; sid=${session}` } })).text();
  const people = Array.from({ length: 12 }, (_, at) => `person-${at}`);
  const first = await Promise.all(people.map(nameFor));
  expect(new Set(first)).toEqual(new Set(['a', 'b']));
  expect(await Promise.all(people.map(nameFor))).toEqual(first);
  await a.kill();
  expect(new Set(await Promise.all(people.map(nameFor)))).toEqual(new Set(['b']));
});

test('the process sees the host that the browser named and the address it came from, whatever the browser writes', async () => {
  const behind = await openUpstream('a');
  const proxy = await openProxy(behind);
  const forged = [
    'X-Forwarded-For: 1.2.3.4',
    'X-Forwarded-Proto: https',
    'Forwarded: for=1.2.3.4',
    'X-Real-IP: 1.2.3.4',
  ];
  const hop = [
    'Connection: close, X-Secret',
    'X-Secret: 1',
    'TE: trailers',
    'Proxy-Authorization: Basic eA==',
  ];
  await exchange(
    proxy,
    ['GET /a?b=%20c HTTP/1.1', 'Host: example:1', ...forged, ...hop, 'Cookie: s=1', '', ''].join('\r\n'),
  );
  const { line, headers } = behind.seen[0]!;
  expect(line).toBe('GET /a?b=%20c');
  expect(headers).toEqual({
    host: 'example:1',
    cookie: 's=1',
    connection: 'close',
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': 'example:1',
    'x-forwarded-proto': 'http',
  });
});

test('bodies, status and repeated header lines pass unchanged', async () => {
  const behind = await openUpstream('a', (_request, response) => {
    response.writeHead(418, 'Short and stout', ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2', 'ETag', '"x"']);
    response.end('tea');
  });
  const { port } = await openProxy(behind);
  const body = 'x'.repeat(1_000_000);
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body });
  expect([response.status, response.statusText, await response.text()]).toEqual([
    418,
    'Short and stout',
    'tea',
  ]);
  expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  expect(behind.seen[0]?.body).toBe(body);
  const head = await fetch(`http://127.0.0.1:${port}/`, { method: 'HEAD' });
  expect([head.status, head.headers.get('etag')]).toEqual([418, '"x"']);
});

test('a socket passes both ways, and its end is passed on', async () => {
  const behind = await openUpstream('a');
  const { port } = await openProxy(behind);
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, ['undertow'], { headers: { Cookie: 's=1' } });
  expect(await firstMessage(socket)).toBe('a');
  socket.send('ping');
  expect(await firstMessage(socket)).toBe('ping');
  const large = Buffer.alloc(300_000, 7);
  socket.send(large);
  const [data, isBinary] = await once(socket, 'message');
  expect([isBinary, large.equals(data)]).toEqual([true, true]);
  expect(behind.seen[0]?.headers).toMatchObject({ cookie: 's=1', 'x-forwarded-for': '127.0.0.1' });
  await behind.kill();
  await once(socket, 'close');
});

test('an offer of another protocol is a request like others', async () => {
  const behind = await openUpstream('a');
  const answer = await exchange(
    await openProxy(behind),
    'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AA\r\n\r\n',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n/);
  expect(behind.seen[0]?.headers).not.toHaveProperty('upgrade');
});
