/** Sources read into a real database: once each, moved and called off, and later again where one fails. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@undertow/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createNewsSources } from '#adapters/news/read-source.ts';
import type { Database } from '#adapters/storage/database/database.ts';
import { createNewsStore } from '#adapters/storage/news/news-store.ts';
import { windowsOf } from '#news/release-windows.ts';
import type { NewsSource } from '#ports/news/news-sources.ts';
import type { NewsStore } from '#ports/news/news-store.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { type ReadingParts, readDueSources } from './news-reader.ts';
import { openReleaseCalendar } from './release-calendar.ts';

const START = Date.UTC(2026, 10, 30, 12);
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

let database: Database;
let news: NewsStore;
let nowMs = START;
/** What each path answers with now. */
const pages = new Map<string, { status?: number; body: string }>();
const server = createServer((request, response) => {
  if (request.url === '/hangs') return;
  const page = pages.get(request.url ?? '') ?? { status: 404, body: '' };
  response.writeHead(page.status ?? 200).end(page.body);
});
let origin = '';

beforeEach(async () => {
  database = await openMemoryDatabase();
  news = createNewsStore(database.orm);
  nowMs = START;
  pages.clear();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await database.close();
});

const source = (kind: NewsSource['kind'], path: string): NewsSource => ({ kind, url: origin + path });
const partsOf = (...set: NewsSource[]): ReadingParts => ({
  ...{ set, news, everyMs: 5 * MINUTE_MS, log: SILENT, clock: { nowMs: () => nowMs as never } },
  sources: createNewsSources({ allowsLoopback: () => true }),
});
const feed = (...titles: string[]): string =>
  `<rss version="2.0"><channel><title>x</title>${titles.map((title, n) => `<item><title>${title}</title><guid>${n} ${title}</guid></item>`).join('')}</channel></rss>`;
const ics = (...entries: [uid: string, title: string, start: string][]): string =>
  `BEGIN:VCALENDAR\r\n${entries.map(([uid, title, start]) => `BEGIN:VEVENT\r\nUID:${uid}\r\nSUMMARY:${title}\r\nDTSTART:${start}\r\nEND:VEVENT\r\n`).join('')}END:VCALENDAR`;
const releases = () => news.releases(START - DAY_MS, START + 7 * DAY_MS);

test('a headline is stored once with its products and the time it was read; one that concerns no product is not', async () => {
  pages.set('/a', {
    body: feed('OPEC cuts crude output', 'Cat rescued from tree', 'OPEC: cuts crude output!'),
  });
  pages.set('/b', { body: feed('OPEC cuts crude output', 'Gold steady') });
  const parts = partsOf(source('feed', '/a'), source('feed', '/b'));
  await readDueSources(parts);
  nowMs += HOUR_MS;
  await readDueSources(parts);
  const titles = async (id: number) => (await news.headlines(id, nowMs, 10)).map(({ title }) => title);
  expect(await titles(4)).toEqual(['OPEC cuts crude output']);
  expect(await titles(5)).toEqual(['Gold steady']);
  expect(await titles(1)).toEqual([]);
  const [gold] = await news.headlines(5, nowMs, 10);
  expect(gold).toMatchObject({
    publishedMs: null,
    timeFault: 'none',
    readAtMs: START,
    instrumentIds: [5, 10],
  });
  expect(await news.headlines(5, START - 1, 10)).toEqual([]);
});

test('a release that is moved keeps its earlier time, one that is gone is called off, and it may come back', async () => {
  const parts = partsOf(source('calendar', '/c'));
  const turn = async (...entries: Parameters<typeof ics>) => {
    pages.set('/c', { body: ics(...entries) });
    await readDueSources(parts);
    nowMs += 10 * MINUTE_MS;
    return releases();
  };
  const cpi = ['1', 'Consumer Price Index', '20261202T133000Z'] as const;
  expect(await turn([...cpi], ['2', 'FOMC Meeting', '20261203T190000Z'])).toMatchObject([
    { kind: 'cpi', atMs: Date.UTC(2026, 11, 2, 13, 30), movedFromMs: null, calledOffAtMs: null },
    { kind: 'fomc-decision' },
  ]);
  expect(await turn(['1', cpi[1], '20261202T150000Z'])).toMatchObject([
    {
      ...{ atMs: Date.UTC(2026, 11, 2, 15), movedFromMs: Date.UTC(2026, 11, 2, 13, 30) },
      movedAtMs: START + 10 * MINUTE_MS,
    },
    { kind: 'fomc-decision', calledOffAtMs: START + 10 * MINUTE_MS },
  ]);
  expect(await turn([...cpi], ['2', 'FOMC Meeting', '20261203T190000Z'])).toMatchObject([
    { atMs: Date.UTC(2026, 11, 2, 13, 30), movedFromMs: null, movedAtMs: null },
    { calledOffAtMs: null },
  ]);
});

test('a calendar that repeats a name is stored with its last date, and past dates are not called off', async () => {
  pages.set('/c', {
    body: ics(
      ['1', 'CPI', '20261130T100000Z'],
      ['2', 'PPI', '20261201T133000Z'],
      ['2', 'PPI', '20261202T133000Z'],
    ),
  });
  const parts = partsOf(source('calendar', '/c'));
  await readDueSources(parts);
  pages.set('/c', { body: ics() });
  nowMs += HOUR_MS;
  await readDueSources(parts);
  expect((await releases()).map(({ kind, calledOffAtMs }) => [kind, calledOffAtMs !== null])).toEqual([
    ['cpi', false],
    ['ppi', true],
  ]);
});

test('a source that fails waits twice as long each time, keeps what it brought, and says why', async () => {
  pages.set('/c', { body: ics(['1', 'CPI', '20261202T133000Z']) });
  const parts = partsOf(source('calendar', '/c'));
  await readDueSources(parts);
  pages.set('/c', { status: 503, body: '' });
  const waits: number[] = [];
  for (let n = 0; n < 5; n += 1) {
    nowMs = (await news.sources())[0]!.nextAtMs;
    await readDueSources(parts);
    waits.push(((await news.sources())[0]!.nextAtMs - nowMs) / MINUTE_MS);
  }
  expect(waits).toEqual([5, 10, 20, 40, 60]);
  expect(await news.sources()).toMatchObject([
    {
      ...{ failures: 5, failingSinceMs: START + 5 * MINUTE_MS, readAtMs: START },
      failure: 'expected the status 200: 503',
    },
  ]);
  expect(await releases()).toHaveLength(1);
  pages.set('/c', { body: ics(['1', 'CPI', '20261202T133000Z']) });
  nowMs = (await news.sources())[0]!.nextAtMs;
  await readDueSources(parts);
  expect(await news.sources()).toMatchObject([{ failures: 0, failure: null, failingSinceMs: null }]);
});

test('a source that is set no longer goes with its releases to come', async () => {
  pages.set('/c', { body: ics(['0', 'PPI', '20261129T133000Z'], ['1', 'CPI', '20261202T133000Z']) });
  await readDueSources(partsOf(source('calendar', '/c')));
  await news.keepOnly([`${origin}/c`], nowMs);
  expect(await releases()).toHaveLength(2);
  await news.keepOnly([], nowMs);
  expect(await news.sources()).toEqual([]);
  expect((await releases()).map(({ kind }) => kind)).toEqual(['ppi']);
});

test('windows are of the releases that take place and concern the instrument', async () => {
  pages.set('/c', {
    body: ics(['1', 'CPI', '20261130T121000Z'], ['2', 'Weekly Petroleum Status Report', '20261130T153000Z']),
  });
  const parts = partsOf(source('calendar', '/c'));
  await readDueSources(parts);
  const calendar = openReleaseCalendar({ news, clock: parts.clock, log: SILENT });
  await calendar.refresh();
  const kindAt = (id: number, atMs: number) => calendar.windowAt(id, atMs)?.kind ?? null;
  expect([kindAt(1, START + 8 * MINUTE_MS), kindAt(1, START), kindAt(4, START + 8 * MINUTE_MS)]).toEqual([
    ...['cpi', null, null],
  ]);
  expect(windowsOf(await releases(), 4).map(({ kind }) => kind)).toEqual(['eia-petroleum']);
  pages.set('/c', { body: ics(['2', 'Weekly Petroleum Status Report', '20261130T153000Z']) });
  nowMs += 6 * MINUTE_MS;
  await readDueSources(parts);
  await calendar.refresh();
  expect(kindAt(1, START + 8 * MINUTE_MS)).toBeNull();
  await calendar.close();
});

test('headlines and releases of long ago are removed', async () => {
  pages.set('/c', { body: ics(['1', 'CPI', '20261202T133000Z']) });
  pages.set('/a', { body: feed('Gold steady') });
  await readDueSources(partsOf(source('calendar', '/c'), source('feed', '/a')));
  await news.purge(START + 300 * DAY_MS);
  expect([(await releases()).length, (await news.headlines(5, nowMs, 10)).length]).toEqual([1, 1]);
  await news.purge(START + 410 * DAY_MS);
  expect([(await releases()).length, (await news.headlines(5, nowMs, 10)).length]).toEqual([0, 0]);
});

test('a stop does not wait for a source that hangs, and counts that as no failure', async () => {
  const ending = new AbortController();
  const reading = readDueSources({ ...partsOf(source('feed', '/hangs')), ending: ending.signal });
  setTimeout(() => ending.abort(), 50);
  await reading;
  expect((await news.sources()).filter(({ failures }) => failures > 0)).toEqual([]);
});
