/** The gate: what a plan, its instruments and its delay let through. */
import { epochMs, LATE_ARRIVAL_MS } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, TEST_ORIGIN, type TestApp } from '#testing/app.ts';
import { testEvent } from '#testing/event.ts';

const OWN = { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('T28 an alert of another user and an unknown one get byte-equal bodies', async () => {
  const [mine, other] = [await app.newUser('pro'), await app.newUser('pro')];
  const alert = { id: 'theirs', userId: other.id, instrumentId: 1, title: 't', message: 'm' };
  const noEvent = { eventId: null, eventType: null, eventSize: null, eventAtMs: null };
  await app.stores.alerts.raise(
    [
      {
        row: {
          ...alert,
          ...noEvent,
          isRead: false,
          ruleId: null,
          alertType: 'event' as const,
          isQuiet: false,
          isTest: false,
          market: 'platform' as const,
          source: 'simulated' as const,
          createdAt: '2026-11-20T10:00:00.000Z',
        },
        mail: null,
      },
    ],
    0,
  );
  const bodies = await Promise.all(
    ['theirs', 'unknown'].map(async (id) => {
      const headers = { ...OWN, ...mine.headers };
      const response = await app.http.inject({ method: 'POST', url: `/api/alerts/${id}/read`, headers });
      return { status: response.statusCode, body: { ...response.json(), requestId: '' } };
    }),
  );
  expect(bodies[0]).toEqual(bodies[1]);
  expect(bodies[0]?.status).toBe(404);
});

test('T02 a stored event newer than the delay, of a higher tier or of another source is not found', async () => {
  const basic = await app.newUser('basic', [1]);
  const pro = await app.newUser('pro', [1]);
  const nowMs = app.parts.clock.nowMs();
  const at = (id: string, ageMs: number, type: 'absorption' | 'iceberg') =>
    testEvent(id, nowMs - ageMs, { type, evidence: { priceTicks: 18_269 } });
  // Storage has exchange times only: what arrived late comes from memory, which counts from the arrival
  const oldMs = 900_000 + LATE_ARRIVAL_MS;
  await app.saveEvent(at('young', oldMs - 1, 'absorption'));
  await app.saveEvent(at('old', oldMs, 'absorption'));
  await app.saveEvent(at('higher', oldMs, 'iceberg'));
  const statusFor = async (user: typeof basic, id: string) =>
    (await app.http.inject({ url: `/api/order-flow-events/${id}/evidence`, headers: user.headers }))
      .statusCode;
  expect([
    await statusFor(basic, 'young'),
    await statusFor(basic, 'old'),
    await statusFor(basic, 'higher'),
  ]).toEqual([404, 200, 404]);
  expect([await statusFor(pro, 'young'), await statusFor(pro, 'higher')]).toEqual([200, 200]);

  const historyOf = async (user: typeof basic) => {
    const response = await app.http.inject({
      url: '/api/order-flow-events?timeframe=1d',
      headers: user.headers,
    });
    return (response.json() as { id: string }[]).map((event) => event.id).toSorted();
  };
  const largestOf = async (user: typeof basic) => {
    const url = '/api/order-flow-events/largest?instrumentId=1&to=2030-01-01T00:00:00.000Z';
    const { events, counts } = (await app.http.inject({ url, headers: user.headers })).json();
    const ids = (events as { id: string }[]).map((event) => event.id).toSorted();
    return { ids, counted: [counts.absorption, counts.iceberg] };
  };
  expect(await historyOf(basic)).toEqual(['old']);
  expect(await largestOf(basic)).toEqual({ ids: [], counted: [0, 0] });
  app.advance(1);
  expect(await historyOf(basic)).toEqual(['old', 'young']);
  expect(await historyOf(pro)).toEqual(['higher', 'old', 'young']);
  app.advance(999);
  expect(await largestOf(basic)).toEqual({ ids: ['old'], counted: [1, 0] });
  app.advance(1);
  expect(await largestOf(basic)).toEqual({ ids: ['old', 'young'], counted: [2, 0] });
  expect(await largestOf(pro)).toEqual({ ids: ['higher', 'old', 'young'], counted: [2, 1] });
});

test('T02 after a downgrade earlier alerts are delayed like the market data', async () => {
  const user = await app.newUser('pro', [1, 2]);
  const nowMs = app.parts.clock.nowMs();
  const insert = (id: string, instrumentId: number, eventType: 'absorption' | 'iceberg', eventAtMs: number) =>
    app.stores.alerts.raise(
      [
        {
          row: {
            id,
            userId: user.id,
            instrumentId,
            eventId: id,
            eventType,
            eventSize: 1,
            eventAtMs: epochMs(eventAtMs),
            title: 't',
            message: 'm',
            isRead: false,
            ruleId: null,
            alertType: 'event' as const,
            isQuiet: false,
            isTest: false,
            market: 'platform' as const,
            source: 'simulated' as const,
            createdAt: new Date(eventAtMs).toISOString(),
          },
          mail: null,
        },
      ],
      0,
    );
  await insert('alert-old', 1, 'absorption', nowMs - 900_000);
  await insert('alert-young', 1, 'absorption', nowMs - 899_000);
  await insert('alert-higher', 1, 'iceberg', nowMs - 900_000);
  await insert('alert-paused', 2, 'absorption', nowMs - 900_000);
  const listed = async (query = '') => {
    const response = await app.http.inject({ url: `/api/alerts${query}`, headers: user.headers });
    return (response.json() as { id: string }[]).map((alert) => alert.id).toSorted();
  };
  const fallTo = async (tier: 'basic' | 'free') => {
    const grant = { userId: user.id, tier, actor: 'test', reason: 'fall', expiresAtMs: null };
    await app.stores.tiers.grant(grant, app.parts.clock.nowMs());
    app.parts.bus.publish('userChanged', { userId: user.id });
  };
  expect(await listed()).toEqual(['alert-higher', 'alert-old', 'alert-paused', 'alert-young']);
  expect(await listed('?instrumentId=2')).toEqual(['alert-paused']);
  await fallTo('basic');
  expect(await listed()).toEqual(['alert-old']);
  expect(await listed('?instrumentId=2')).toEqual([]);
  app.advance(1000);
  expect(await listed()).toEqual(['alert-old', 'alert-young']);
  await fallTo('free');
  expect(await listed()).toEqual([]);
});

test('every data response contains its instant and its delay', async () => {
  const basic = await app.newUser('basic', [1]);
  const { headers } = await app.http.inject({
    url: '/api/market-data?instrumentId=1',
    headers: basic.headers,
  });
  expect(headers['x-delay-seconds']).toBe('900');
  expect(headers['x-as-of']).toBe(new Date(app.parts.clock.nowMs() - 900_000).toISOString());
  expect(headers['cache-control']).toBe('no-store');
});

test('an instrument that the feed does not carry is reported as such', async () => {
  const elite = await app.newUser('elite', [9]);
  const response = await app.http.inject({ url: '/api/market-data?instrumentId=9', headers: elite.headers });
  expect([response.statusCode, response.json().code]).toEqual([404, 'INSTRUMENT_NOT_FED']);
});

test('T06 after a downgrade the oldest stay active, the others are kept and can be swapped in', async () => {
  const user = await app.newUser('pro', [1, 2, 3]);
  const grant = { userId: user.id, tier: 'basic', actor: 'test', reason: 'fall', expiresAtMs: null } as const;
  await app.stores.tiers.grant(grant, app.parts.clock.nowMs());
  app.parts.bus.publish('userChanged', { userId: user.id });
  const status = async (id: number) =>
    (await app.http.inject({ url: `/api/market-data?instrumentId=${id}`, headers: user.headers })).statusCode;
  expect([await status(1), await status(2), await status(3)]).toEqual([200, 403, 403]);
  const body = { activate: 3, pause: 1 };
  const headers = { ...OWN, ...user.headers };
  const swapped = await app.http.inject({
    method: 'POST',
    url: '/api/user/instruments/swap',
    headers,
    payload: body,
  });
  expect(swapped.json()).toMatchObject([
    { instrumentId: 3, active: true },
    { instrumentId: 2, active: false },
    { instrumentId: 1, active: false },
  ]);
  expect([await status(1), await status(3)]).toEqual([403, 200]);
});

test('a tier ends at the instant of its expiry without any event', async () => {
  const user = await app.newUser('free');
  const nowMs = app.parts.clock.nowMs();
  const grant = {
    userId: user.id,
    tier: 'pro',
    actor: 'test',
    reason: 'an hour',
    expiresAtMs: nowMs + 3_600_000,
  } as const;
  await app.stores.tiers.grant(grant, nowMs);
  app.parts.bus.publish('userChanged', { userId: user.id });
  expect((await app.parts.entitlements.of(user.id)).tier).toBe('pro');
  app.advance(3_600_000);
  expect((await app.parts.entitlements.of(user.id)).tier).toBe('free');
});
