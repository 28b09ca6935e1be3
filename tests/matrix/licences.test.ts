/** The licence of a venue at every route: what it withholds leaves through none, and what it allows through all. */
import {
  LICENCE_CHANNELS,
  LICENCE_KINDS,
  type LicenceChannel,
  type LicenceKind,
  type LicenceTerm,
  ROUTES,
  type ShownKind,
} from '@undertow/contracts';
import { encodeEventWindow } from '@undertow/server/src/live/tape/event-window-codec.ts';
import { openTestApp, type TestApp, type TestUser } from '@undertow/server/testing/app.ts';
import { testEvent } from '@undertow/server/testing/event.ts';
import { callAs, TRADE } from '@undertow/server/testing/trade-calls.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callRow, OWN } from './call-row.ts';
import {
  ALERT,
  CARRYING_NOTHING,
  EVENT,
  LICENCE_ROWS,
  type LicenceRow,
  TESTED_ELSEWHERE,
} from './licence-rows.ts';

const MINUTE = 60_000;
const EVERYBODY = ['basic', 'pro', 'elite'] as const;
const OF_SHOWN: Readonly<Record<ShownKind, readonly LicenceKind[]>> = {
  prices: ['real_time', 'delayed'],
  recordings: ['recordings'],
  events: ['events'],
};

let app: TestApp;
let user: TestUser;
const stored = new Map<LicenceKind, string>();

/** Everything allowed everywhere, but for this. */
async function license(kind: LicenceKind, change: Partial<LicenceTerm> = {}): Promise<void> {
  const term: LicenceTerm = {
    ...{ venue: 'CME', kind, plans: EVERYBODY, channels: LICENCE_CHANNELS },
    delaySeconds: kind === 'delayed' ? 900 : 0,
    ...change,
  };
  const text = JSON.stringify(term);
  if (stored.get(kind) === text) return;
  stored.set(kind, text);
  const by = { actor: 'test', requestId: 'r' };
  await app.stores.controlStore.setLicence(
    { ...term, reason: 'as the test says' },
    by,
    app.parts.clock.nowMs(),
  );
}

async function withhold(kind: ShownKind | null, channel: LicenceChannel): Promise<void> {
  for (const each of LICENCE_KINDS) {
    const isIt = kind !== null && OF_SHOWN[kind].includes(each);
    await license(each, isIt ? { channels: LICENCE_CHANNELS.filter((one) => one !== channel) } : {});
  }
  await app.parts.controls.refresh();
}

/** A market around a trade: minutes, an event with its window, an alert. */
async function recordMarket(): Promise<void> {
  const nowMs = app.parts.clock.nowMs();
  const minute = Math.floor(nowMs / MINUTE) * MINUTE;
  const bar = { openTicks: 18_268, closeTicks: 18_268, volume: 5, buyVolume: 3, sellVolume: 2, trades: 2 };
  const bars = Array.from({ length: 120 }, (_, place) => ({
    ...{ ...bar, startMs: minute - (120 - place) * MINUTE, vwapTicks: null },
    ...{ lowTicks: 18_280, highTicks: 18_290 },
  }));
  const { marketStore, alerts, watchlist } = app.stores;
  await marketStore.saveBars({ instrumentId: 1, source: 'simulated', run: 'test', contract: 'ESZ6' }, bars);
  const eventMs = nowMs - 60 * MINUTE;
  await app.saveEvent(testEvent(EVENT, eventMs));
  await marketStore.saveEventWindow(EVENT, {
    ...{ fromMs: eventMs - 30_000, toMs: eventMs + MINUTE, truncated: true, tape: null },
    deltas: encodeEventWindow({
      ...{ instrumentId: 1, startNs: BigInt(eventMs) * 1_000_000n, rows: new Int32Array() },
    }),
  });
  const row = {
    ...{ id: ALERT, userId: user.id, instrumentId: 1, ruleId: null, eventId: null, eventSize: null },
    ...{
      title: 't',
      message: 'm',
      isRead: false,
      alertType: 'event' as const,
      isQuiet: false,
      isTest: false,
    },
    ...{ market: 'platform' as const, source: 'simulated' as const },
    ...{ eventType: null, eventAtMs: null, createdAt: new Date(nowMs).toISOString() },
  };
  await alerts.raise([{ row, mail: null }], 0);
  await watchlist.add(user.id, 1, nowMs);
  app.parts.bus.publish('userChanged', { userId: user.id });
  const at = (minutes: number): string => new Date(minute - minutes * MINUTE).toISOString();
  await callAs(app, user, 'POST', '/trades', { ...TRADE, entryTime: at(100), exitTime: at(90) });
}

beforeAll(async () => {
  app = await openTestApp();
  user = await app.newUser('elite', [1]);
  await recordMarket();
});
afterAll(() => app.close());

async function textOf(row: LicenceRow): Promise<{ status: number; text: string }> {
  // What is cached for minutes is cached for one instant
  app.advance(6 * MINUTE);
  const world = { app, caller: 'E' as const, user, other: user };
  const request = {
    route: row.route,
    situation: '',
    statuses: [0, 0, 0, 0, 0, 0] as const,
    request: row.request,
  };
  const response = await callRow(request, world, OWN);
  return { status: response.statusCode, text: response.body };
}

const named = LICENCE_ROWS.map((row) => ({ name: `${row.route}, ${row.kind} on ${row.channel}`, row }));

test('of every route is known what it carries of the market', () => {
  const rows = [...LICENCE_ROWS.map(({ route }) => route), ...Object.keys(TESTED_ELSEWHERE)];
  const known = new Set([...rows, ...CARRYING_NOTHING]);
  expect(ROUTES.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
  expect(rows.filter((id) => CARRYING_NOTHING.has(id))).toEqual([]);
  const served = new Set(ROUTES.map(({ id }) => id));
  expect([...known].filter((id) => !served.has(id))).toEqual([]);
});

describe('what is withheld does not leave, and the reason is named', () => {
  test.each(named)('$name', async ({ row }) => {
    await withhold(null, 'screen');
    const allowed = await textOf(row);
    expect(allowed.status).toBe(200);
    if (row.marker !== null) expect(allowed.text).toContain(row.marker);
    await withhold(row.kind, row.channel);
    const { status, text } = await textOf(row);
    if (row.marker !== null) expect(text).not.toContain(row.marker);
    if (status === 200) return;
    expect([status, JSON.parse(text).code]).toEqual([403, 'LICENCE_WITHHELD']);
    expect(JSON.parse(text).message).toMatch(/^CME does not license /);
  });
});

describe('what is withheld on another channel changes nothing', () => {
  test.each(named)('$name', async ({ row }) => {
    for (const channel of LICENCE_CHANNELS.filter((one) => one !== row.channel)) {
      await withhold(row.kind, channel);
      const { status, text } = await textOf(row);
      expect([channel, status]).toEqual([channel, 200]);
      if (row.marker !== null) expect(text).toContain(row.marker);
    }
  });
});

test('a plan without real time reads delayed data, and the longer delay wins', async () => {
  await withhold(null, 'screen');
  const basic = await app.newUser('basic', [1]);
  const delayOf = async ({ headers }: TestUser): Promise<unknown> => {
    const response = await app.http.inject({ url: '/api/order-book?instrumentId=1', headers });
    return response.headers['x-delay-seconds'];
  };
  expect([await delayOf(user), await delayOf(basic)]).toEqual(['0', '900']);
  await license('real_time', { plans: ['pro'] });
  await license('delayed', { delaySeconds: 900 });
  await app.parts.controls.refresh();
  expect([await delayOf(user), await delayOf(basic)]).toEqual(['900', '900']);
  await license('real_time', { delaySeconds: 900 });
  await app.parts.controls.refresh();
  expect([await delayOf(user), await delayOf(basic)]).toEqual(['900', '900']);
});

test('products of another venue are not concerned', async () => {
  await withhold('prices', 'screen');
  const other = await app.newUser('elite', [1, 3]);
  const statusOf = async (id: number): Promise<number> =>
    (await app.http.inject({ url: `/api/order-book?instrumentId=${id}`, headers: other.headers })).statusCode;
  expect([await statusOf(1), await statusOf(3)]).toEqual([403, 200]);
});

test('the terms answer for the API, which nothing serves yet', async () => {
  await withhold('prices', 'api');
  const of = (kind: LicenceKind) =>
    app.parts.controls.may({ venue: 'CME', kind, channel: 'api', plan: 'elite' });
  expect(of('events')).toEqual({ allowed: true, delaySeconds: 0 });
  expect(of('real_time')).toEqual({
    allowed: false,
    because: 'CME does not license real-time data over the API.',
  });
});
