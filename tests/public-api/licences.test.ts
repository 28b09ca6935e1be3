/** What the licence of a venue keeps from the API leaves through none of its routes, whatever screens may show. */
import { API_ROUTES, LICENCE_CHANNELS, type LicenceKind, type ShownKind } from '@undertow/contracts';
import { openTestApp, type TestApp } from '@undertow/server/testing/app.ts';
import { testEvent } from '@undertow/server/testing/event.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiCaller, apiCaller } from './api-caller.ts';

const EVENT = 'licensed-event';
const ALERT = 'licensed-alert';
const RULE = {
  ...{ name: 'Round number', notificationMethod: 'in_app', isEnabled: true, instrumentIds: [1] },
  condition: { kind: 'price_level', test: 'crosses', price: '4600.00' },
  ...{ sessionHours: 'any', coolDownSeconds: 60, quietHours: null, expiresAt: null },
};

interface Row {
  readonly route: string;
  readonly kind: ShownKind;
  readonly url: string;
  readonly body?: object;
  /** In the answer where it may leave; null where the refusal alone shows it. */
  readonly marker: string | null;
}

const row = (route: string, kind: ShownKind, url: string, marker: string | null): Row => ({
  ...{ route, kind, url, marker },
});

const ROWS: readonly Row[] = [
  row('listBars', 'prices', '/bars?instrument=ES', '4567.25'),
  row('getBook', 'prices', '/book?instrument=ES', '4567.25'),
  row('getProfile', 'prices', '/profile?instrument=ES', '"tradingDay"'),
  row('getLevels', 'prices', '/levels?instrument=ES', '4567.25'),
  row(
    'listTape',
    'recordings',
    '/tape?instrument=ES&from=2026-11-20T14:00:00.000Z&to=2026-11-20T14:05:00.000Z',
    null,
  ),
  row('listEvents', 'events', '/events?instrument=ES', EVENT),
  row('getEvidence', 'events', `/events/${EVENT}/evidence`, EVENT),
  row('getOutcome', 'events', `/events/${EVENT}/outcome`, EVENT),
  row('getReplay', 'events', `/events/${EVENT}/replay`, null),
  row('getReplay', 'recordings', `/events/${EVENT}/replay`, null),
  row('listPatterns', 'events', '/patterns?instrument=ES', null),
  row('getTrackRecord', 'events', '/track-record?instrument=ES', '"entries"'),
  row('listAlerts', 'events', '/alerts?instrument=ES', ALERT),
  { ...row('dryRunAlertRule', 'recordings', '/alert-rules/dry-run', '"fires"'), body: { rule: RULE } },
];

/** The catalogue, a user's own rules, and a journal, which holds its owner's executions. */
const CARRYING_NOTHING = new Set([
  ...['listInstruments', 'markAlertRead', 'listAlertRules', 'createAlertRule', 'updateAlertRule'],
  ...['deleteAlertRule', 'listTrades', 'addTrade', 'changeTrade', 'removeTrade', 'listImports'],
  ...['importTrades', 'undoImport', 'getStatistics', 'listInsights'],
  // Public information, and the hours of a venue
  ...['listReleases', 'listTradingDays'],
]);

/** Backtests withhold what they show in tests/backtests/backtests-over-api.test.ts. */
const TESTED_ELSEWHERE = API_ROUTES.filter(({ tag }) => tag === 'Backtests').map(({ id }) => id);

const KINDS: Readonly<Record<ShownKind, readonly LicenceKind[]>> = {
  prices: ['real_time', 'delayed'],
  recordings: ['recordings'],
  events: ['events'],
};

let app: TestApp;
let caller: ApiCaller;

async function license(withheld: ShownKind | null, delaySeconds = 0): Promise<void> {
  for (const kind of ['real_time', 'delayed', 'recordings', 'events'] as const) {
    const isWithheld = withheld !== null && KINDS[withheld].includes(kind);
    const channels = LICENCE_CHANNELS.filter((channel) => !isWithheld || channel !== 'api');
    const term = { venue: 'CME', kind, plans: ['basic', 'pro', 'elite'] as const, channels } as const;
    const delay = kind === 'delayed' ? 900 : delaySeconds;
    const by = { actor: 'test', requestId: 'r' };
    const change = { ...term, delaySeconds: delay, reason: 'as the test says' };
    await app.stores.controlStore.setLicence(change, by, app.parts.clock.nowMs());
  }
  await app.parts.controls.refresh();
}

beforeAll(async () => {
  app = await openTestApp();
  const user = await app.newUser('elite', [1]);
  caller = await apiCaller(app, user);
  const nowMs = app.parts.clock.nowMs();
  await app.saveEvent(testEvent(EVENT, nowMs - 60 * 60_000));
  const alert = {
    ...{ id: ALERT, userId: user.id, instrumentId: 1, ruleId: null, eventId: null, eventSize: null },
    ...{
      title: 't',
      message: 'm',
      isRead: false,
      alertType: 'event' as const,
      isQuiet: false,
      isTest: false,
    },
    ...{ market: 'platform' as const, source: 'simulated' as const, eventType: null, eventAtMs: null },
    createdAt: new Date(nowMs).toISOString(),
  };
  await app.stores.alerts.raise([{ row: alert, mail: null }], 0);
});
afterAll(() => app.close());

const call = ({ url, body }: Row) => (body === undefined ? caller.get(url) : caller.send('POST', url, body));

test('of every public route is known what it carries of the market', () => {
  const known = new Set([...ROWS.map(({ route }) => route), ...CARRYING_NOTHING, ...TESTED_ELSEWHERE]);
  expect(API_ROUTES.map(({ id }) => id).filter((id) => !known.has(id))).toEqual([]);
  const served = new Set(API_ROUTES.map(({ id }) => id));
  expect([...known].filter((id) => !served.has(id))).toEqual([]);
});

describe('what the API may not carry does not leave', () => {
  test.each(ROWS.map((one) => ({ name: `${one.route}, ${one.kind}`, one })))('$name', async ({ one }) => {
    await license(null);
    // What is cached for minutes is cached for one instant, and dry runs have a limit of their own
    app.advance(6 * 60_000);
    const allowed = await call(one);
    if (one.marker !== null)
      expect([allowed.statusCode, allowed.body]).toEqual([200, expect.stringContaining(one.marker)]);
    await license(one.kind);
    app.advance(6 * 60_000);
    const { statusCode, body } = await call(one);
    // A problem names the path of the request
    if (one.marker !== null && statusCode === 200) expect(body).not.toContain(one.marker);
    if (statusCode === 200)
      expect(JSON.parse(body).meta?.withheld ?? []).toEqual([expect.stringContaining('over the API')]);
    else expect([statusCode, JSON.parse(body).code]).toEqual([403, 'LICENCE_WITHHELD']);
  });
});

test('raw prices and recordings do not leave over the API by the terms that a new installation has', async () => {
  const fresh = await openTestApp();
  const elite = await apiCaller(fresh, await fresh.newUser('elite', [1]));
  await fresh.saveEvent(testEvent(EVENT, fresh.parts.clock.nowMs() - 60_000));
  for (const { kind, url, body } of ROWS.filter((one) => one.kind !== 'events')) {
    const answer = body === undefined ? await elite.get(url) : await elite.send('POST', url, body);
    expect([kind, url, answer.json().code]).toEqual([kind, url, 'LICENCE_WITHHELD']);
  }
  expect((await elite.get('/events?instrument=ES')).json().data).toMatchObject([{ id: EVENT }]);
  await fresh.close();
});

test('where real time is for screens alone, the API has the delayed prices and events of the same instant', async () => {
  await license(null);
  const by = { actor: 'test', requestId: 'r' };
  const term = { venue: 'CME', kind: 'real_time', plans: ['elite'], delaySeconds: 0 } as const;
  const change = { ...term, channels: ['screen'], reason: 'as the test says' } as const;
  await app.stores.controlStore.setLicence(change, by, app.parts.clock.nowMs());
  await app.parts.controls.refresh();
  for (const url of ['/bars?instrument=ES', '/levels?instrument=ES']) {
    const { meta } = (await caller.get(url)).json();
    expect([url, meta?.delaySeconds]).toEqual([url, 900]);
  }
});
