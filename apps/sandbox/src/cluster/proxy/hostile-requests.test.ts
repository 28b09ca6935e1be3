/** Requests that a proxy and a server could read differently. */
import { afterEach, expect, test } from 'vitest';
import { closeProxies, exchange, openProxy, openUpstream } from '#testing/cluster/open-proxy.ts';

afterEach(closeProxies);

test('a refused handshake is answered, and what the client sends afterwards reaches nobody', async () => {
  const behind = await openUpstream('a');
  const proxy = await openProxy(behind);
  const handshake = [
    'GET /no HTTP/1.1',
    'Host: a',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
  ];
  const next = ['GET /smuggled HTTP/1.1', 'Host: a', 'X-Forwarded-For: 9.9.9.9', '', ''];
  const answer = await exchange(
    proxy,
    [...handshake, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==', '', ...next].join('\r\n'),
  );
  expect(answer).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/);
  expect(answer).toMatch(/Set-Cookie: a=1\r\nSet-Cookie: b=2\r\n/);
  expect(behind.seen.map(({ line }) => line)).toEqual(['GET /no']);
});

test.each([
  ['an absolute address', 'GET http://other/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['a tunnel', 'CONNECT other:443 HTTP/1.1\r\nHost: other:443\r\n\r\n'],
  ['an asterisk', 'OPTIONS * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
  ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 5\r\n\r\nabcde'],
  [
    'length and chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  [
    'another encoding',
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
  ],
  ['a space in the path', 'GET /a b HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['a line end in the path', 'GET /a\rb HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'],
  ['a header without a name', 'GET / HTTP/1.1\r\nHost: a\r\n: x\r\nConnection: close\r\n\r\n'],
  ['a space before a colon', 'GET / HTTP/1.1\r\nHost : a\r\nConnection: close\r\n\r\n'],
  [
    'a folded header',
    'GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\n Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n',
  ],
  ['a header of 100 kB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`],
  [
    'a socket with two hosts',
    'GET /ws HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ],
  [
    'a socket that is posted',
    'POST /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
  ],
  ['no HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
])('%s is refused and reaches no process', async (_what, bytes) => {
  const behind = await openUpstream('a');
  const answer = await exchange(await openProxy(behind), bytes);
  expect(answer).toMatch(/^(?:HTTP\/1\.1 4\d\d |$)/);
  expect(behind.seen).toEqual([]);
});

test('what follows a body in chunks stays its body, for reads as well', async () => {
  const behind = await openUpstream('a');
  const inner = 'GET /smuggled HTTP/1.1\r\nHost: a\r\n\r\n';
  const chunk = `${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
  const head = (method: string) => `${method} /outer HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n`;
  const answer = await exchange(
    await openProxy(behind),
    `${head('GET')}\r\n${chunk}${head('DELETE')}Connection: close\r\n\r\n${chunk}`,
  );
  expect(answer.match(/HTTP\/1\.1 200 /g)).toHaveLength(2);
  expect(behind.seen.map(({ line, body }) => [line, body])).toEqual([
    ['GET /outer', inner],
    ['DELETE /outer', inner],
  ]);
});
