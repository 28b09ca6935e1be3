/** What is stored of a connected account: its owner has it after a restart, connected or not; nobody else ever. */
import type { EventEvidence, EventReplay, OrderFlowEventDto } from '@undertow/contracts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type AccountFeedRig, OWN_PRICE, openAccountFeedRig, PLATFORM_PRICE } from './account-feed-rig.ts';
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
  const shown = (await rig.read<OrderFlowEventDto[]>(owner, '/api/order-flow-events?instrumentId=1&limit=500')).body;
  expect(shown.map(({ id }) => id)).toContain(first.id);
  expect(await rig.tablesWith(OWN_PRICE)).toEqual([]);
}, 60_000);

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
