/** What is stored of a connected account: its owner has it after a restart, connected or not; nobody else ever. */
import type { AlertDto, EventEvidence, EventReplay, OrderFlowEventDto } from '@undertow/contracts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { makeEvent } from '@undertow/server/testing/views.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  type AccountFeedRig,
  OWN_PRICE,
  OWN_TICKS,
  openAccountFeedRig,
  PLATFORM_PRICE,
  START,
} from './account-feed-rig.ts';
import { alertEveryEvent } from './every-event-rule.ts';
import { clearMarket, type RigUser } from './line-rig.ts';

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

let rig: AccountFeedRig;
afterEach(async () => {
  await rig.close();
  await clearMarket(database);
});

interface History {
  readonly events: readonly OrderFlowEventDto[];
  readonly market: 'platform' | 'own';
  readonly isStored: boolean;
}

const historyOf = async (user: RigUser): Promise<History> =>
  (await rig.read<History>(user, '/api/history/events?timeframe=7d&limit=200')).body;

const priceOf = ({ price }: OrderFlowEventDto): string => price;

test('the owner finds the events of earlier connections in their history, on the chart and behind their links', async () => {
  rig = await openAccountFeedRig(database);
  const owner = await rig.signIn('elite', [1]);
  await rig.connectOwn(owner, await rig.watch(owner));
  await rig.goOn(100);
  const before = await historyOf(owner);
  expect(before).toMatchObject({ market: 'own', isStored: true });
  expect(before.events.length).toBeGreaterThan(5);
  for (const event of before.events) expect(priceOf(event)).toMatch(OWN_PRICE);
  const first = before.events.at(-1) as OrderFlowEventDto;
  const contextOf = async (user: RigUser) =>
    (await rig.read<{ market: string }>(user, '/api/trades/context')).body.market;
  const viewer = await rig.viewAs(owner);
  expect([await contextOf(owner), await contextOf(viewer)]).toEqual(['own', 'platform']);
  // Ends the line: what waits is stored
  await rig.line.accountFeedLines.close(owner.id);

  const afterwards = await historyOf(owner);
  expect(afterwards.market).toBe('platform');
  for (const event of afterwards.events) expect(priceOf(event)).toMatch(PLATFORM_PRICE);
  const url = `/api/order-flow-events/${first.id}`;
  const evidence = (await rig.read<EventEvidence>(owner, `${url}/evidence`)).body;
  expect(evidence).toMatchObject({ market: 'own', dataQuality: { source: 'rithmic', gapsToday: null } });
  expect(evidence.window.deltas.length).toBeGreaterThan(0);
  const replay = (await rig.read<EventReplay>(owner, `${url}/replay`)).body;
  expect(replay.bookKnown).toBe(true);
  expect((await rig.get(owner, `${url}/outcome`)).status).toBe(200);

  const [other, admin] = [await rig.signIn('elite', [1]), await rig.viewAs(owner)];
  for (const user of [other, admin])
    for (const what of ['evidence', 'replay', 'outcome'])
      expect([what, (await rig.get(user, `${url}/${what}`)).status]).toEqual([what, 404]);
  for (const user of [other, admin]) expect(JSON.stringify(await historyOf(user))).not.toMatch(OWN_PRICE);

  // Another connection, as after a restart
  rig.renewOwn();
  const watcher = await rig.watch(owner);
  await rig.connectOwn(owner, watcher);
  await rig.goOn(2);
  expect((await historyOf(owner)).events.map(({ id }) => id)).toContain(first.id);
  const shown = (
    await rig.read<OrderFlowEventDto[]>(owner, '/api/order-flow-events?instrumentId=1&limit=500')
  ).body;
  expect(shown.map(({ id }) => id)).toContain(first.id);
  expect(await rig.tablesWith(OWN_PRICE)).toEqual([]);
}, 60_000);

test('where the key of an owner does not open, their history says so, and everybody else’s is as before', async () => {
  rig = await openAccountFeedRig(database);
  const [owner, other] = [await rig.signIn('elite', [1]), await rig.signIn('elite', [1])];
  const record = rig.stores.accountMarkets?.of(owner.id).record();
  await record?.saveEvents('rithmic', 'run', [makeEvent('sealed', START)]);
  // Sealed by a key that this server does not have
  await database.orm.execute(
    sql`UPDATE account_keys SET key_id = 'k0', data_key = replace(data_key, '.k1.', '.k0.') WHERE user_id = ${owner.id}`,
  );
  await rig.line.accountFeedLines.open(owner.id, rig.own, () => undefined);
  const recorded = `/api/order-book/recorded?instrumentId=1&at=${new Date(START).toISOString()}`;
  for (const url of ['/api/history/events?timeframe=7d', recorded]) {
    const refused = await rig.get(owner, url);
    expect([url, refused.status, refused.text.includes('OWN_DATA_UNREADABLE')]).toEqual([url, 503, true]);
  }
  expect((await historyOf(other)).market).toBe('platform');
  // The chart goes on without what cannot be stored
  await rig.watch(owner);
  await rig.goOn(12);
  expect((await rig.get(owner, '/api/order-book?instrumentId=1')).text).toMatch(OWN_PRICE);
});

test('where the operator forbids it nothing is stored, and the history says so', async () => {
  rig = await openAccountFeedRig(database, { storesOwnData: false });
  const owner = await rig.signIn('elite', [1]);
  await rig.connectOwn(owner, await rig.watch(owner));
  await rig.goOn(70);
  const { events, ...history } = await historyOf(owner);
  expect(history).toMatchObject({ market: 'own', isStored: false });
  expect(events.length).toBeGreaterThan(5);
  await rig.line.accountFeedLines.close(owner.id);
  expect((await rig.get(owner, `/api/order-flow-events/${events[0]?.id}/evidence`)).status).toBe(404);
  expect(await rig.tablesWith(/rithmic/)).toEqual(['data_usage']);
}, 60_000);

const alertsOf = async (user: RigUser): Promise<readonly AlertDto[]> =>
  (await rig.read<AlertDto[]>(user, '/api/alerts')).body;

test('rules are evaluated on the feed that their owner looks at, and its alerts are theirs alone', async () => {
  rig = await openAccountFeedRig(database);
  const [owner, other] = [await rig.signIn('elite', [1]), await rig.signIn('elite', [1])];
  for (const user of [owner, other]) await alertEveryEvent(rig, user, START);
  const published: { userId: string; alert: AlertDto }[] = [];
  rig.bus.subscribe('alert', (message) => published.push(message));
  await rig.goOn(20);
  await expect.poll(() => published.length).toBeGreaterThan(1);
  expect(published.map(({ alert }) => alert.market)).not.toContain('own');
  await rig.line.accountFeedLines.open(owner.id, rig.own, () => undefined);
  // Without any viewer: the rules need the instrument
  await expect.poll(() => rig.own.isOpen(1)).toBe(true);
  published.length = 0;
  await rig.goOn(70);
  await expect.poll(() => published.filter(({ userId }) => userId === owner.id).length).toBeGreaterThan(0);
  for (const { userId, alert } of published) {
    const isOwn = userId === owner.id;
    expect([alert.market, alert.source]).toEqual(isOwn ? ['own', 'rithmic'] : ['platform', 'simulated']);
    expect(alert.title).toMatch(isOwn ? OWN_PRICE : PLATFORM_PRICE);
  }
  await rig.line.accountFeedLines.close(owner.id);
  const own = (await alertsOf(owner)).filter(({ market }) => market === 'own');
  expect(own.length).toBeGreaterThan(0);
  expect(own[0]?.title).toMatch(OWN_PRICE);
  expect(own[0]?.eventSize).toBeGreaterThan(0);
  const evidence = `/api/order-flow-events/${own[0]?.eventId}/evidence`;
  expect((await rig.read<EventEvidence>(owner, evidence)).body.market).toBe('own');
  const admin = await rig.viewAs(owner);
  for (const user of [other, admin]) {
    expect(JSON.stringify(await alertsOf(user))).not.toMatch(OWN_PRICE);
    expect((await rig.get(user, evidence)).status).toBe(404);
  }
  // Neither an alert nor the mail that waits for it holds a price of it in clear
  expect(await rig.tablesWith(OWN_PRICE)).toEqual([]);
  expect(await rig.tablesWith(PLATFORM_PRICE)).toContain('alerts');
}, 60_000);

test('an event that was stored before the process was killed still alerts, although its feed is not connected', async () => {
  rig = await openAccountFeedRig(database);
  const owner = await rig.signIn('elite', [1]);
  await alertEveryEvent(rig, owner, START);
  const record = rig.stores.accountMarkets?.of(owner.id).record();
  const event = makeEvent('before-the-kill', START, { priceTicks: OWN_TICKS });
  await record?.saveEvents('rithmic', 'run', [event], new Set([event.id]));
  await rig.kill();
  rig = await openAccountFeedRig(database);
  await rig.goOn(5);
  await expect.poll(async () => (await alertsOf(owner)).map(({ eventId }) => eventId)).toContain(event.id);
  await rig.goOn(5);
  expect(await rig.stores.accountMarkets?.due(10)).toEqual([]);
  expect((await alertsOf(owner)).filter(({ eventId }) => eventId === event.id)).toHaveLength(1);
}, 60_000);
