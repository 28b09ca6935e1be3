/** The dry run over a record that the test wrote: what fires, what is held back, what price did after. */

import type { AlertDryRun } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, TEST_NOW, TEST_ORIGIN, type TestApp, type TestUser } from '#testing/app.ts';
import { makeBar, makeEvent } from '#testing/views.ts';

const LEVEL = 20_000;
let app: TestApp;
let pro: TestUser;
let basic: TestUser;

/** Minutes before the present: price is at 4999.00, and rises to 5001.00 from 30 to 20 minutes ago, and from 5 on. */
function closeAt(minutesAgo: number): number {
  const isHigh = (minutesAgo <= 30 && minutesAgo > 20) || minutesAgo <= 5;
  return isHigh ? LEVEL + 4 : LEVEL - 4;
}

beforeAll(async () => {
  app = await openTestApp();
  pro = await app.newUser('pro', [1]);
  basic = await app.newUser('basic', [1]);
  const bars = Array.from({ length: 120 }, (_, at) => {
    const minutesAgo = 120 - at;
    return makeBar(TEST_NOW - minutesAgo * MINUTE_MS, closeAt(minutesAgo));
  });
  await app.stores.marketStore.saveBars(
    { instrumentId: 1, source: 'simulated', run: 'test', contract: 'ESZ6' },
    bars,
  );
  await app.saveEvent(makeEvent('old', TEST_NOW - 40 * MINUTE_MS, { type: 'absorption', status: 'expired' }));
  await app.saveEvent(makeEvent('young', TEST_NOW - 10 * MINUTE_MS, { type: 'absorption' }));
});
afterAll(() => app.close());

function askFor(user: TestUser, rule: object, tradingDays: number) {
  return app.http.inject({
    method: 'POST',
    url: '/api/alert-configurations/dry-run',
    headers: { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin', ...user.headers },
    payload: {
      tradingDays,
      rule: {
        ...{ name: 'try', notificationMethod: 'in_app', isEnabled: true, instrumentIds: [1] },
        ...{ sessionHours: 'any', coolDownSeconds: 0, quietHours: null, expiresAt: null },
        ...rule,
      },
    },
  });
}

async function dryRun(user: TestUser, rule: object): Promise<AlertDryRun> {
  const response = await askFor(user, rule, 3);
  expect([response.statusCode, response.body.slice(0, 200)]).toEqual([200, expect.anything()]);
  return response.json();
}

const crossing = { condition: { kind: 'price_level', test: 'crosses', price: '5000.00' } };
const absorption = {
  condition: {
    ...{
      kind: 'event',
      eventTypes: ['absorption'],
      side: null,
      minConfidence: 0.8,
      minSize: 0,
      perDay: null,
      near: null,
    },
  },
};

test('crossings are found with what price did after, newest first', async () => {
  const { fires, heldBack, firings, tradingDays, limits } = await dryRun(pro, crossing);
  expect([fires, heldBack, tradingDays]).toEqual([3, 0, 1]);
  expect(firings.map(({ title }) => title)).toEqual([
    'ES crossed above 5000.00',
    'ES crossed below 5000.00',
    'ES crossed above 5000.00',
  ]);
  expect(firings[2]?.after).toEqual([
    { minutes: 1, ticks: 4 },
    { minutes: 5, ticks: 4 },
    { minutes: 15, ticks: -4 },
    { minutes: 60, ticks: null },
  ]);
  expect(limits.join(' ')).toContain('ES: 1 of 3 trading days is recorded, since 2026-11-20T13:00:00.000Z.');
});

test('a cool-down suppresses the same firings as in production', async () => {
  const { fires, heldBack } = await dryRun(pro, { ...crossing, coolDownSeconds: 900 });
  expect([fires, heldBack]).toEqual([2, 1]);
});

test('T02 a delayed plan sees no firing and no price newer than its delay', async () => {
  const { fires, to } = await dryRun(basic, crossing);
  expect([fires, to]).toEqual([2, new Date(TEST_NOW - 15 * MINUTE_MS).toISOString()]);
  const events = await dryRun(basic, absorption);
  expect(events.firings.map(({ eventId }) => eventId)).toEqual(['old']);
});

test('events fire at their detection, also those that are over by now', async () => {
  const { firings, follow } = await dryRun(pro, absorption);
  expect(firings.map(({ eventId }) => eventId)).toEqual(['young', 'old']);
  expect(follow.find(({ minutes }) => minutes === 5)).toMatchObject({ count: 2 });
});

test('of several runs at once only the newest is answered, and the others report that', async () => {
  const responses = await Promise.all([30, 20, 10, 3].map((days) => askFor(pro, crossing, days)));
  expect(responses.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 200]);
  expect(responses[0]?.json()).toMatchObject({ code: 'ALERT_DRY_RUN_REPLACED' });
  expect((responses.at(-1) as (typeof responses)[0]).json()).toMatchObject({ fires: 3 });
});
