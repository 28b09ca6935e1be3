/** A connected account: its owner sees it in real time on every channel, and it is visible to nobody else and stored for them alone. */
import type { FeedStatus, OrderFlowEventDto } from '@undertow/contracts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type AccountFeedRig,
  delaysOf,
  OWN_PRICE,
  openAccountFeedRig,
  PLATFORM_PRICE,
  START,
  sourcesOf,
  type Watcher,
} from './account-feed-rig.ts';
import { clearMarket, settle } from './line-rig.ts';
import { LIVE_ROUTES, MARKET_ROUTES } from './market-routes.ts';

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

let rig: AccountFeedRig;
beforeEach(async () => {
  rig = await openAccountFeedRig(database);
});
afterEach(async () => {
  await rig.close();
  await clearMarket(database);
  await database.orm.execute(sql`DELETE FROM control_switches`);
});

test('the owner gets their account’s data in real time on socket and routes, whatever the delay of their plan', async () => {
  const basic = await rig.signIn('basic', [1]);
  await rig.stores.watchlist.add(basic.id, 1, START);
  rig.bus.publish('userChanged', { userId: basic.id });
  const watcher = await rig.watch(basic);
  await rig.goOn(2);
  expect(delaysOf(watcher)).toEqual(new Set([900]));
  await rig.connectOwn(basic, watcher);
  await rig.goOn(10);
  await settle(watcher.socket);
  expect(delaysOf(watcher)).toEqual(new Set([0]));
  expect(sourcesOf(watcher)).toEqual(new Set(['rithmic']));
  expect(watcher.texts.join()).toMatch(OWN_PRICE);
  expect(watcher.texts.join()).not.toMatch(PLATFORM_PRICE);
  const responses = await Promise.all(LIVE_ROUTES.map((url) => rig.read<unknown>(basic, url)));
  for (const [n, { headers, body }] of responses.entries()) {
    expect([LIVE_ROUTES[n], headers['x-delay-seconds']]).toEqual([LIVE_ROUTES[n], '0']);
    expect(Math.abs(Date.parse(headers['x-as-of'] ?? '') - rig.own.presentMs)).toBeLessThan(1000);
    expect(JSON.stringify(body)).not.toMatch(PLATFORM_PRICE);
  }
  for (const n of [0, 1, 3]) expect(JSON.stringify(responses[n]?.body)).toMatch(OWN_PRICE);
  expect(responses[4]?.body).toMatchObject({
    source: 'rithmic',
    state: 'live',
  } satisfies Partial<FeedStatus>);
  expect((await rig.read<unknown>(basic, '/api/watchlist')).body).toMatchObject([
    { lastPrice: expect.stringMatching(OWN_PRICE) },
  ]);
});

test('the plan still limits event types and instruments', async () => {
  const basic = await rig.signIn('basic', [1, 2]);
  const elite = await rig.signIn('elite', [1, 3]);
  const limited = await rig.watch(basic, [1, 2]);
  await rig.connectOwn(basic, limited);
  await rig.goOn(12);
  const codesOf = ({ messages }: Watcher) =>
    messages().flatMap((one) => (one.type === 'error' ? [one.data.code] : []));
  expect(codesOf(limited)).toEqual(['INSTRUMENT_NOT_ENTITLED']);
  expect((await rig.get(basic, '/api/order-book?instrumentId=2')).status).toBe(403);
  expect(limited.texts.join()).not.toContain('iceberg');
  for (const url of LIVE_ROUTES.slice(5, 8))
    expect((await rig.get(basic, url)).text).not.toContain('"iceberg"');

  await rig.line.accountFeedLines.close(basic.id);
  rig.renewOwn();
  const whole = await rig.watch(elite, [1, 3]);
  await rig.connectOwn(elite, whole);
  await rig.goOn(12);
  await settle(whole.socket);
  expect(codesOf(whole)).toEqual(['INSTRUMENT_UNKNOWN']);
  expect((await rig.get(elite, '/api/order-book?instrumentId=3')).text).toContain('INSTRUMENT_NOT_FED');
  expect(whole.texts.join()).toContain('"iceberg"');
});

test('T02 neither others nor an administrator who looks as the owner see a byte of it, and what is stored is sealed', async () => {
  const owner = await rig.signIn('elite', [1]);
  const other = await rig.signIn('elite', [1]);
  const basic = await rig.signIn('basic', [1]);
  const admin = await rig.viewAs(owner);
  const alerts: { userId: string; text: string }[] = [];
  rig.bus.subscribe('alert', (message) =>
    alerts.push({ userId: message.userId, text: JSON.stringify(message) }),
  );
  const published = new Set<string>();
  rig.bus.subscribe('instrument', ({ source }) => published.add(source));
  const mine = await rig.watch(owner);
  await rig.connectOwn(owner, mine);
  const watchers = await Promise.all([other, basic, admin].map((user) => rig.watch(user)));
  await rig.goOn(65);
  for (const { socket } of [mine, ...watchers]) await settle(socket);
  expect(mine.texts.join()).toMatch(OWN_PRICE);
  for (const { texts } of watchers) expect(texts.join()).not.toMatch(OWN_PRICE);
  expect(watchers.map((watcher) => [...sourcesOf(watcher)])).toEqual([
    ['simulated'],
    ['simulated'],
    ['simulated'],
  ]);

  const events = (await rig.read<OrderFlowEventDto[]>(owner, '/api/order-flow-events?instrumentId=1')).body;
  expect(events.length).toBeGreaterThan(5);
  const details = events
    .slice(0, 5)
    .flatMap(({ id }) =>
      ['evidence', 'replay', 'outcome'].map((what) => `/api/order-flow-events/${id}/${what}`),
    );
  for (const user of [other, basic, admin]) {
    for (const url of [...MARKET_ROUTES, ...LIVE_ROUTES]) {
      const { text } = await rig.get(user, url);
      expect([url, OWN_PRICE.test(text), text.includes('"source":"rithmic"')]).toEqual([url, false, false]);
    }
    for (const url of details) expect([url, (await rig.get(user, url)).status]).toEqual([url, 404]);
  }
  expect(alerts.length).toBeGreaterThan(0);
  for (const { userId, text } of alerts)
    expect([userId === owner.id, OWN_PRICE.test(text)]).toEqual(
      userId === owner.id ? [true, true] : [false, false],
    );
  expect(published).toEqual(new Set(['simulated']));
  for (const user of [other, basic, admin]) {
    const { text } = await rig.get(user, '/api/history/events?timeframe=7d');
    expect([text.includes('"market":"own"'), OWN_PRICE.test(text)]).toEqual([false, false]);
  }
  expect(await rig.tablesWith(/rithmic/)).toEqual([
    ...['account_bars', 'account_events', 'account_outcomes', 'alerts', 'data_usage'],
  ]);
  expect(await rig.tablesWith(OWN_PRICE)).toEqual([]);
  expect((await rig.tablesWith(PLATFORM_PRICE)).length).toBeGreaterThan(0);
}, 60_000);
