/** Sources over real HTTP: what is unchanged is not sent again, and nothing leads to where it should not. */
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type NewsSource, SourceFailure } from '#ports/news/news-sources.ts';
import { createNewsSources } from './read-source.ts';

const NOW = Date.UTC(2026, 10, 29, 12);
const NEVER = { etag: null, lastModified: null };
const FEED = '<rss version="2.0"><channel><title>x</title><item><title>Oil up</title></item></channel></rss>';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(listener: RequestListener, kind: NewsSource['kind'] = 'feed'): Promise<NewsSource> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { kind, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/feed` };
}

const sources = (more = {}) => createNewsSources({ allowsLoopback: () => true, ...more });

test('the version of the response is sent with the next request, and an unchanged source is not read', async () => {
  const requests: IncomingMessage['headers'][] = [];
  const source = await serve((request, response) => {
    requests.push(request.headers);
    if (request.headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else
      response.writeHead(200, { etag: '"v1"', 'last-modified': 'Sun, 29 Nov 2026 11:00:00 GMT' }).end(FEED);
  });
  const first = await sources().read(source, NEVER, NOW);
  if (first.kind !== 'feed') throw new Error('expected a feed');
  expect(first.headlines.map(({ title }) => title)).toEqual(['Oil up']);
  expect(await sources().read(source, first.version, NOW)).toEqual({ kind: 'unchanged' });
  expect(requests.map((one) => one['if-modified-since'])).toEqual([
    undefined,
    'Sun, 29 Nov 2026 11:00:00 GMT',
  ]);
});

test('a calendar comes with the span that it is complete in', async () => {
  const source = await serve((_, response) => {
    response.end(
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART:20261210T133000Z\r\nSUMMARY:CPI\r\nEND:VEVENT\r\nEND:VCALENDAR',
    );
  }, 'calendar');
  const found = await sources().read(source, NEVER, NOW);
  expect(found).toMatchObject({
    kind: 'calendar',
    releases: [{ title: 'CPI' }],
    fromMs: NOW - 2 * 86_400_000,
  });
});

test('text in another encoding is read as it is stated', async () => {
  const source = await serve((_, response) => {
    response.setHeader('content-type', 'application/rss+xml; charset=ISO-8859-1');
    response.end(Buffer.from(FEED.replace('Oil', 'Öl'), 'latin1'));
  });
  expect(await sources().read(source, NEVER, NOW)).toMatchObject({ headlines: [{ title: 'Öl up' }] });
});

test.each([
  ['another status', { writeHead: 500 }, 'expected the status 200: 500'],
  [
    'a redirect to this machine',
    { location: 'http://127.0.0.1:1/' },
    'expected https: plain http is not used',
  ],
  ['a redirect into a private network', { location: 'https://10.0.0.1/' }, 'public addresses only'],
  [
    'a redirect to the metadata of a cloud',
    { location: 'https://169.254.169.254/' },
    'public addresses only',
  ],
  ['a redirect to no address', { location: 'https://' }, 'expected an address that starts with https://'],
  ['a page instead', { body: '<html></html>' }, 'expected a feed in RSS, Atom or JSON Feed'],
])(
  '%s is a failure that says what was expected',
  async (_, {
    writeHead = 200,
    location,
    body = '',
  }: { writeHead?: number; location?: string; body?: string }, message) => {
    const source = await serve((_request, response) => {
      if (location === undefined) response.writeHead(writeHead).end(body);
      else response.writeHead(302, { location }).end();
    });
    await expect(sources().read(source, NEVER, NOW)).rejects.toThrow(message);
  },
);

test('a response without end is read up to its limit, and a slow one up to its time', async () => {
  const huge = await serve((_, response) => {
    const more = (): void => {
      while (response.write('x'.repeat(10_000)));
      response.once('drain', more);
    };
    more();
  });
  await expect(sources({ maxBytes: 50_000 }).read(huge, NEVER, NOW)).rejects.toThrow(
    'expected a complete response',
  );
  const slow = await serve((_, response) => response.write('<rss'));
  await expect(sources({ timeoutMs: 100 }).read(slow, NEVER, NOW)).rejects.toThrow(SourceFailure);
});

test('an address of this machine is read only where the settings allow it', async () => {
  const source = await serve((_, response) => response.end(FEED));
  const strict = createNewsSources({ allowsLoopback: () => false });
  await expect(strict.read(source, NEVER, NOW)).rejects.toThrow(SourceFailure);
});
