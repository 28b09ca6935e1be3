/** The history by its routes: what a plan, a delay and a filter leave, page after page, and what is refused. */
import type { OrderFlowEventDto } from '@undertow/contracts';
import { type FlowEvent, HOUR_MS } from '@undertow/market';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestUser } from '#testing/app.ts';
import { testEvent } from '#testing/event.ts';

let app: TestApp;
let nowMs = 0;
let pro: TestUser;

const eventAt = (id: string, ageMs: number, changes: Partial<FlowEvent> = {}): FlowEvent =>
  testEvent(id, nowMs - ageMs, {
    description: `Bid took 1,${100 + (ageMs % 7)} contracts at 4567.25`,
    ...changes,
  });

beforeAll(async () => {
  app = await openTestApp();
  nowMs = app.parts.clock.nowMs();
  pro = await app.newUser('pro', [1, 2]);
  const events = [
    ...Array.from({ length: 30 }, (_, place) =>
      eventAt(`e${String(place).padStart(2, '0')}`, (place + 1) * HOUR_MS, {
        confidence: (place % 10) / 10,
        size: place,
        instrumentId: (place % 2) + 1,
      }),
    ),
    eventAt('young', 60_000),
    eventAt('late-state', 20 * HOUR_MS, { updatedNs: BigInt(nowMs - 60_000) * 1_000_000n }),
    eventAt('iceberg', 30 * HOUR_MS, {
      ...{ type: 'iceberg', sub: 'native', exact: true, calibrator: 'exact', confidence: 1, side: 'ask' },
      description: '=HYPERLINK("evil") refilled 9 times',
    }),
    eventAt('old', 20 * 24 * HOUR_MS),
    eventAt('foreign', 2 * HOUR_MS, { instrumentId: 3 }),
  ];
  for (const event of events) await app.saveEvent(event);
  await app.stores.marketStore.saveEvents('replay', 'r', [eventAt('replayed', HOUR_MS)]);
});
afterAll(() => app.close());

interface HistoryResponse {
  readonly status: number;
  readonly body: { events: OrderFlowEventDto[]; nextCursor: string | null; code?: string };
}

async function search(user: TestUser, query: string): Promise<HistoryResponse> {
  const response = await app.http.inject({ url: `/api/history/events?${query}`, headers: user.headers });
  return { status: response.statusCode, body: response.json() };
}

const ids = ({ body }: HistoryResponse): string[] => body.events.map(({ id }) => id);

describe('T02 data within the plan', () => {
  test('other instruments, other sources and older times are left out', async () => {
    const found = ids(await search(pro, 'limit=200'));
    expect(found).toHaveLength(33);
    expect(found[0]).toBe('young');
    expect(found).not.toContain('foreign');
    expect(found).not.toContain('replayed');
    expect(ids(await search(pro, 'timeframe=30d&sort=oldest&limit=1'))).toEqual(['old']);
  });

  test('a delayed viewer sees nothing newer than their instant, and no state that came after it', async () => {
    const basic = await app.newUser('basic', [1]);
    const found = ids(await search(basic, 'limit=200'));
    expect(found).not.toContain('young');
    expect(found).not.toContain('late-state');
    expect(found).not.toContain('iceberg');
    expect(found).toContain('e00');
    const exported = await app.http.inject({ url: '/api/history/export', headers: basic.headers });
    expect(exported.body).not.toContain('young');
    expect(exported.body).not.toContain('late-state');
    expect(exported.headers['x-delay-seconds']).toBe('900');
  });

  test('the specified list and the search return the same', async () => {
    const listed = await app.http.inject({
      url: '/api/order-flow-events?timeframe=7d&limit=200',
      headers: pro.headers,
    });
    const searched = await search(pro, 'timeframe=7d&limit=200');
    expect((listed.json() as OrderFlowEventDto[]).map(({ id }) => id).toSorted()).toEqual(
      ids(searched).toSorted(),
    );
  });

  test('without an instrument there is nothing, and no error', async () => {
    const free = await app.newUser('free');
    expect(await search(free, '')).toEqual({
      status: 200,
      body: {
        events: [],
        nextCursor: null,
        market: 'platform',
        source: 'simulated',
        isStored: true,
        withheld: { screen: [], export: [] },
      },
    });
  });
});

test('pages of every order hold every event once', async () => {
  for (const sort of ['newest', 'oldest', 'confidence', 'size']) {
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: HistoryResponse = await search(
        pro,
        `sort=${sort}&limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`,
      );
      expect(page.status).toBe(200);
      seen.push(...ids(page));
      cursor = page.body.nextCursor;
    }
    expect(seen).toHaveLength(33);
    expect(new Set(seen).size).toBe(33);
  }
});

test('filters narrow by instrument, type, side, confidence and words', async () => {
  expect(ids(await search(pro, 'eventType=iceberg'))).toEqual(['iceberg']);
  expect(ids(await search(pro, 'side=ask'))).toEqual(['iceberg']);
  expect(ids(await search(pro, 'text=REFILLED%20nat'))).toEqual(['iceberg']);
  expect(ids(await search(pro, 'text=1100&limit=200')).length).toBeGreaterThan(0);
  expect(ids(await search(pro, 'minConfidence=0.9&sort=confidence'))).toEqual([
    'iceberg',
    'e09',
    'e19',
    'e29',
  ]);
  expect(ids(await search(pro, 'instrumentId=2&limit=200'))).toHaveLength(15);
});

test('days are trading days of the exchange, and both ends belong to the range', async () => {
  // 20 Nov 2026, 15:00 UTC: the trading day opened at 23:00 UTC of the 19th
  const today = ids(await search(pro, 'from=2026-11-20&to=2026-11-20&limit=200'));
  expect(today).toHaveLength(17);
  expect(today).toContain('e15');
  expect(today).not.toContain('e16');
  expect(ids(await search(pro, 'to=2026-11-18&limit=200'))).toEqual(['old']);
});

test.each([
  ['a day that does not exist', 'from=2026-02-30'],
  ['days the wrong way round', 'from=2026-11-20&to=2026-11-19'],
  ['a timeframe that is none', 'timeframe=2d'],
  ['a limit above the greatest', 'limit=201'],
  ['a confidence above one', 'minConfidence=80'],
  ['a cursor that is none', 'cursor=%27%3B--'],
  ['a cursor that was made up', `cursor=${'A'.repeat(40)}`],
  ['text with a NUL', 'text=%00'],
  ['an unknown word', 'userId=1'],
])('%s is refused', async (_name, query) => {
  const { status, body } = await search(pro, query);
  expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
});

test('a cursor of other filters is refused', async () => {
  const { body } = await search(pro, 'limit=5');
  expect((await search(pro, `limit=5&sort=size&cursor=${body.nextCursor}`)).status).toBe(400);
  expect((await search(pro, `limit=9&cursor=${body.nextCursor}`)).status).toBe(200);
});

test('SQL, wildcards and search operators in the text are matched as plain words', async () => {
  for (const text of ["'; DROP TABLE event_facets; --", '%', '_', "a' | 'b", '\\', '!zzz & (', '٣'])
    expect(await search(pro, `text=${encodeURIComponent(text)}`)).toMatchObject({
      status: 200,
      body: { events: [] },
    });
  expect(ids(await search(pro, 'text=refilled'))).toEqual(['iceberg']);
});

test('an instrument of another user is refused', async () => {
  expect((await search(pro, 'instrumentId=3')).status).toBe(403);
});

test('the export holds the filtered events, no formula, and the timeframe in its name', async () => {
  const response = await app.http.inject({ url: '/api/history/export?timeframe=30d', headers: pro.headers });
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(response.headers['content-disposition']).toBe('attachment; filename="undertow-history-30d.csv"');
  expect(response.body.trimEnd().split('\r\n')).toHaveLength(35);
  expect(response.body).toContain(`"'=HYPERLINK(""evil"") refilled 9 times"`);
  const one = await app.http.inject({
    url: '/api/history/export?text=refilled&from=2026-11-01',
    headers: pro.headers,
  });
  expect(one.headers['content-disposition']).toContain('undertow-history-2026-11-01-to-now.csv');
  expect(one.body.trimEnd().split('\r\n')).toHaveLength(2);
});
