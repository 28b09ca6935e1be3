/** What of the news a plan shows: the calendar from Pro, headlines on Elite, and nothing of a change before it was noticed or settled. */
import { type InstrumentNews, unlicensedAccess } from '@undertow/contracts';
import type { RaisedRow, SettledRow } from '@undertow/detection';
import { HOUR_MS, MINUTE_MS, NS_PER_MS } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, TEST_NOW, type TestApp } from '#testing/app.ts';
import { bindNewsRoutes } from './news-routes.ts';

const CALENDAR = { kind: 'calendar' as const, url: 'https://www.bls.example/calendar.ics' };
const FEED = { kind: 'feed' as const, url: 'https://news.example/rss' };

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  const { news, newsScores } = app.parts;
  const release = (uid: string, title: string, atMs: number | null, actual: string | null = null) => ({
    ...{ uid, title, day: '2026-11-20', atMs, isCancelled: false, actual, expected: '3.0%' },
  });
  const span = { fromMs: TEST_NOW - 48 * HOUR_MS, toMs: TEST_NOW + 48 * HOUR_MS };
  const releases = [
    release('1', 'Consumer Price Index', TEST_NOW - HOUR_MS, '3.1%'),
    release('2', 'Fed Chair speaks', TEST_NOW + HOUR_MS, 'too early'),
    release('3', 'Weekly Petroleum Status Report', TEST_NOW + HOUR_MS),
    release('4', 'Some statistics', null),
  ];
  await news.saveReleases(CALENDAR, releases, span, TEST_NOW - 3 * HOUR_MS);
  const moved = releases.map((one) => (one.uid === '2' ? { ...one, atMs: TEST_NOW + 2 * HOUR_MS } : one));
  await news.saveReleases(CALENDAR, moved, span, TEST_NOW - 2 * HOUR_MS);
  await news.noteRead(CALENDAR, { etag: null, lastModified: null }, TEST_NOW - 40 * MINUTE_MS, TEST_NOW);
  await news.noteFailure(CALENDAR, 'secret reason', TEST_NOW - 10 * MINUTE_MS, TEST_NOW + 5 * MINUTE_MS);
  await news.saveHeadlines(
    FEED,
    [
      {
        ...{ uid: 'a', title: 'Fed signals rate hike', link: 'https://news.example/a' },
        ...{ publishedMs: TEST_NOW - 5 * MINUTE_MS, timeFault: null, instrumentIds: [1] },
      },
    ],
    TEST_NOW - 4 * MINUTE_MS,
  );
  const [headline] = await news.headlines(1, TEST_NOW, 1);
  const words = [{ text: 'rate hike', weight: -0.5 }];
  await newsScores.saveScores(
    headline?.id ?? '',
    'lexicon test',
    new Map([['equities', { score: -0.5, words }]]),
  );
});
afterAll(() => app.close());

async function newsOf(tier: 'basic' | 'pro' | 'elite', instrumentId = 1): Promise<InstrumentNews> {
  const { headers } = await app.newUser(tier, [instrumentId]);
  const response = await app.http.inject({ url: `/api/news?instrumentId=${instrumentId}`, headers });
  expect(response.statusCode).toBe(200);
  return response.json();
}

test('Pro has the releases of the instrument with their windows, a moved one with its earlier time, and no headline', async () => {
  const news = await newsOf('pro');
  expect(news.releases).toMatchObject([
    { kind: 'cpi', actual: '3.1%', expected: '3.0%', moved: null, importance: 'high', source: 'bls.example' },
    {
      ...{ kind: 'fed-speech', actual: null, at: '2026-11-20T17:00:00.000Z' },
      moved: { from: '2026-11-20T16:00:00.000Z', noticedAt: '2026-11-20T13:00:00.000Z' },
    },
    { kind: 'other', at: null, title: 'Some statistics' },
  ]);
  expect(news.windows.map(({ label, from, to }) => [label, from, to])).toEqual([
    ['CPI', '2026-11-20T13:58:00.000Z', '2026-11-20T14:30:00.000Z'],
    ['Fed speech', '2026-11-20T16:58:00.000Z', '2026-11-20T17:15:00.000Z'],
  ]);
  expect(news.stale).toEqual([
    { source: 'bls.example', since: '2026-11-20T14:20:00.000Z', nextTry: '2026-11-20T15:05:00.000Z' },
  ]);
  expect([news.shows, news.headlines, news.skill]).toEqual([{ calendar: true, headlines: false }, [], null]);
});

test('Elite has the headlines with their sentiment and its skill', async () => {
  const { headlines, skill } = await newsOf('elite');
  expect(headlines).toMatchObject([
    {
      ...{ title: 'Fed signals rate hike', source: 'news.example', at: '2026-11-20T14:55:00.000Z' },
      sentiment: { score: -0.5, words: [{ text: 'rate hike', weight: -0.5 }] },
    },
  ]);
  expect(skill).toEqual({ scorer: 'lexicon test', state: 'experimental', horizons: [] });
});

/** Forty headlines over five minutes that were declared before `TEST_NOW`, all right, and settled at the instant. */
function settledAt(settledMs: number, name: string, instrumentId = 2) {
  const nsOf = (ms: number): string => String(BigInt(ms) * BigInt(NS_PER_MS));
  const rows = Array.from({ length: 40 }, (_, n): (RaisedRow | SettledRow)[] => {
    const of = { signalId: `headline/${name}/${n}`, instrumentId, type: 'headline' as const };
    return [
      {
        ...of,
        ...{ kind: 'raised', atNs: nsOf(TEST_NOW - HOUR_MS), sub: '5 min, lexicon test', exact: false },
        ...{ confidence: 0.5, score: 0.5, calibrator: 'lexicon test', tier: 'bars', midTicks: 1 },
        ...{ condition: null },
        declared: {
          ...{ rule: 'sign of the move', direction: 1, targetTicks: 0, adverseTicks: 0 },
          ...{ horizonMs: 5 * MINUTE_MS, probability: null },
        },
      },
      { ...of, kind: 'settled', atNs: nsOf(settledMs), hit: true, base: { resolved: 50, rate: 0.5 } },
    ];
  });
  return app.parts.trackStore.appendHeadlines('simulated', rows.flat());
}

test('the skill is that of the track record of the group, as far as it was settled by the instant of the viewer', async () => {
  await settledAt(TEST_NOW - 20 * MINUTE_MS, 'early');
  await settledAt(TEST_NOW - 10 * MINUTE_MS, 'of the last quarter of an hour');
  await settledAt(TEST_NOW + MINUTE_MS, 'later');
  await settledAt(TEST_NOW - 20 * MINUTE_MS, 'of another group', 4);
  const { skill } = await newsOf('elite');
  expect(skill?.horizons).toMatchObject([
    { minutes: 5, count: 80, right: 80, rate: { value: 1, base: 0.5 } },
  ]);
  expect(skill?.state).toBe('experimental');
  const late = await skillBehind(900);
  expect(late.skill?.horizons).toMatchObject([{ count: 40 }]);
  expect((await skillBehind(900, 'not licensed')).skill?.horizons).toEqual([]);
});

/** What a viewer of headlines reads whose licence is so far behind, or shows nothing. */
async function skillBehind(delaySeconds: number, withheld: string | null = null): Promise<InstrumentNews> {
  const access = () => ({ ...unlicensedAccess(delaySeconds), withheld: () => withheld });
  let read: (call: never) => Promise<InstrumentNews> = () => Promise.reject(new Error('expected a route'));
  const binder = {
    bindInstrument: (_contract: unknown, _carried: unknown, handle: typeof read) => {
      read = handle;
    },
  };
  bindNewsRoutes(binder as never, app.parts);
  const { views } = app.parts;
  const entitlement = { rules: { news: { calendar: true, headlines: true } }, access };
  const reply = { header: () => reply };
  return read({ user: {}, instrumentId: 1, viewSource: { views, access }, entitlement, reply } as never);
}

test('Basic learns that there are sources, and nothing of what they brought', async () => {
  const news = await newsOf('basic');
  expect(news).toEqual({
    ...{ shows: { calendar: false, headlines: false }, sources: { calendars: 1, feeds: 1 } },
    ...{ stale: [], releases: [], windows: [], headlines: [], skill: null },
  });
});
