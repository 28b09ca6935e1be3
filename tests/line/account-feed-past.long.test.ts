/** Evidence, history, staleness and end of a connected account's feed. */
import type { EventEvidence, FeedStatus, MarketDataBar, OrderFlowEventDto } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { plantBar } from '@undertow/server/testing/account-tape.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type AccountFeedRig,
  OWN_PRICE,
  OWN_TICKS,
  openAccountFeedRig,
  PLATFORM_PRICE,
  START,
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
  await database.orm.execute(sql`DELETE FROM data_usage`);
});

test('an event of the account feed opens its evidence and replay, and so does an earlier one of the platform feed', async () => {
  const owner = await rig.signIn('elite', [1]);
  await rig.goOn(12);
  const [ofHouse] = (await rig.read<OrderFlowEventDto[]>(owner, '/api/order-flow-events?instrumentId=1'))
    .body;
  await rig.connectOwn(owner, await rig.watch(owner));
  await rig.goOn(12);
  const [ofOwn] = (await rig.read<OrderFlowEventDto[]>(owner, '/api/order-flow-events?instrumentId=1')).body;
  const evidenceOf = (event: OrderFlowEventDto | undefined) =>
    rig.read<EventEvidence>(owner, `/api/order-flow-events/${event?.id}/evidence`);
  const [fromHouse, fromOwn] = [await evidenceOf(ofHouse), await evidenceOf(ofOwn)];
  expect(fromHouse.body.dataQuality.source).toBe('simulated');
  expect(fromOwn.body.dataQuality.source).toBe('rithmic');
  expect(fromOwn.body.window.deltas.length).toBeGreaterThan(0);
  expect(JSON.stringify(fromOwn.body)).not.toMatch(PLATFORM_PRICE);
  const replay = await rig.read<{ bookKnown: boolean }>(owner, `/api/order-flow-events/${ofOwn?.id}/replay`);
  expect(replay.body.bookKnown).toBe(true);
  expect(replay.headers['x-delay-seconds']).toBe('0');
  const outcome = await rig.read<{ state: string }>(owner, `/api/order-flow-events/${ofOwn?.id}/outcome`);
  expect(['none', 'pending']).toContain(outcome.body.state);
});

test('the initial and earlier charts come from the account’s history plant, and the history page is that of the account', async () => {
  const basic = await rig.signIn('basic', [1]);
  rig.own.past = Array.from({ length: 600 }, (_, n) =>
    plantBar(START - (n + 1) * MINUTE_MS, OWN_TICKS),
  ).reverse();
  await rig.connectOwn(basic, await rig.watch(basic));
  await rig.goOn(12);
  const barsOf = async (query: string) =>
    (await rig.read<MarketDataBar[]>(basic, `/api/market-data?instrumentId=1&timeframe=1m&limit=100${query}`))
      .body;
  const bars = await barsOf('');
  expect(bars).toHaveLength(100);
  expect(bars.every(({ close }) => OWN_PRICE.test(close))).toBe(true);
  const end = new Date(START - 300 * MINUTE_MS).toISOString();
  const past = await barsOf(`&end=${end}`);
  expect(past).toHaveLength(100);
  expect(past.at(-1)?.timestamp).toBe(new Date(START - 301 * MINUTE_MS).toISOString());
  const history = await rig.read<object>(basic, '/api/history/events?timeframe=7d');
  expect(history.headers['x-delay-seconds']).toBe('0');
  expect(history.body).toMatchObject({ market: 'own', source: 'rithmic', isStored: true });
  expect(JSON.stringify(history.body)).not.toMatch(PLATFORM_PRICE);
});

test('T02 while an account feed is shown the platform feed stays fifteen minutes behind, on every route', async () => {
  await rig.close();
  rig = await openAccountFeedRig(database, { allTypes: true });
  const basic = await rig.signIn('basic', [1]);
  const elite = await rig.signIn('elite', [1]);
  await rig.connectOwn(basic, await rig.watch(basic));
  await rig.goOn(70);
  const ofHouse = (await rig.read<OrderFlowEventDto[]>(elite, '/api/order-flow-events?instrumentId=1')).body;
  await expect.poll(() => rig.tablesWith(PLATFORM_PRICE)).toContain('alerts');
  expect(ofHouse.length).toBeGreaterThan(5);
  const details = ofHouse.flatMap(({ id }) =>
    ['evidence', 'replay', 'outcome'].map((what) => `/api/order-flow-events/${id}/${what}`),
  );
  for (const url of [...MARKET_ROUTES, ...LIVE_ROUTES, '/api/history/events?timeframe=7d'])
    expect([url, PLATFORM_PRICE.test((await rig.get(basic, url)).text)]).toEqual([url, false]);
  for (const url of details) expect([url, (await rig.get(basic, url)).status]).toEqual([url, 404]);
}, 60_000);

test('when the account feed ends, the platform feed returns with the delay of the plan', async () => {
  const basic = await rig.signIn('basic', [1]);
  const watcher = await rig.watch(basic);
  await rig.connectOwn(basic, watcher);
  await rig.goOn(5);
  watcher.texts.length = 0;
  await rig.line.accountFeedLines.close(basic.id);
  expect(rig.own.isClosed).toBe(true);
  await expect.poll(() => watcher.texts.join()).toContain('"source":"simulated"');
  watcher.texts.length = 0;
  await rig.goOn(3);
  await settle(watcher.socket);
  expect(watcher.texts.join()).not.toMatch(OWN_PRICE);
  for (const url of LIVE_ROUTES) {
    const { text } = await rig.get(basic, url);
    expect(text).toContain('"x-delay-seconds":"900"');
    expect(text).not.toMatch(OWN_PRICE);
    expect(text).not.toMatch(PLATFORM_PRICE);
  }
});

test('a connection that is silent shows as stale, and the platform feed does not replace it', async () => {
  const elite = await rig.signIn('elite', [1]);
  const watcher = await rig.watch(elite);
  await rig.connectOwn(elite, watcher);
  await rig.goOn(3);
  watcher.texts.length = 0;
  await rig.goOn(120, { silent: true });
  await settle(watcher.socket);
  const { body } = await rig.read<FeedStatus>(elite, '/api/feed-status?instrumentId=1');
  expect(body).toMatchObject({ source: 'rithmic', state: 'stale' });
  // Alerts come from the platform feed, as their instrument and price show
  const market = watcher.messages().filter(({ type }) => type !== 'alert');
  expect(market.length).toBeGreaterThan(1);
  expect(JSON.stringify(market)).not.toMatch(PLATFORM_PRICE);
});

test('an operator who switches off rithmic halts it, and the usage report names the source that was shown', async () => {
  const basic = await rig.signIn('basic', [1]);
  const watcher = await rig.watch(basic);
  await rig.connectOwn(basic, watcher);
  const admin = await rig.viewAs(basic);
  await rig.watch(admin);
  await rig.goOn(3);
  const by = { actor: 'test', requestId: 'r' };
  const change = { kind: 'feed', key: 'rithmic', off: true, reason: 'as the test says' } as const;
  await rig.stores.controlStore.setSwitch(change, by, START);
  rig.bus.publish('controlsChanged', {});
  await expect.poll(() => rig.controls.isOff('feed', 'rithmic')).toBe(true);
  watcher.texts.length = 0;
  await rig.goOn(3);
  await settle(watcher.socket);
  const types = new Set(watcher.messages().map(({ type }) => type));
  expect([types.has('feed_status'), types.has('order_book')]).toEqual([true, false]);
  expect(watcher.texts.join()).toContain('"state":"halted"');
  await rig.pass(MINUTE_MS);
  const usage = () =>
    rowsOf<{ source: string; delay: number; mine: boolean }>(
      database.orm,
      sql`SELECT source, delay_seconds AS delay, user_id = ${basic.id} AS mine FROM data_usage
        WHERE first_at_ms >= ${START} ORDER BY 1, 2, 3`,
    );
  await expect.poll(usage).toEqual(
    expect.arrayContaining([
      { source: 'rithmic', delay: 0, mine: true },
      { source: 'simulated', delay: 900, mine: false },
    ]),
  );
  expect((await usage()).filter(({ source, mine }) => source === 'rithmic' && !mine)).toEqual([]);
});
