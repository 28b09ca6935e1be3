/** The subprotocol `undertow.orderFlowEvent`: who gets it, what, and how often. */
import { SUBPROTOCOL_BATCHED, SUBPROTOCOL_FLOW_EVENT } from '@undertow/contracts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectClient, subscribe, typesOf, untilReceived } from './line-client.ts';
import { clearMarket, openRig, type Rig, type RigUser, settle } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

let rig: Rig;
let feed: TapeFeed;
beforeEach(async () => {
  feed = new TapeFeed({ nowMs: START, instrumentIds: [1, 2] });
  rig = await openRig({ feed, database });
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  feed.push(1, START, quotes(20_000, 1, null));
  await rig.pass(1000);
});
afterEach(async () => {
  await rig.close();
  await clearMarket(database);
});

const connect = (user: RigUser, protocols?: readonly string[]) => connectClient(rig, user, protocols);

test('the chart test page gets each event once more in its own shape', async () => {
  const client = await connect(await rig.signIn('pro', [1]), [SUBPROTOCOL_FLOW_EVENT]);
  subscribe(client, [1]);
  await untilReceived(client, 'order_flow_events');
  feed.push(1, feed.presentMs, iceberg(20_000, 50, 60, 6));
  await rig.pass(300);
  await untilReceived(client, 'orderFlowEvent');
  await settle(client.socket);
  expect(typesOf(client).filter((type) => type === 'orderFlowEvent')).toHaveLength(1);
});

test('orderFlowEvent goes only to sockets that negotiated it, and an event that changes is not sent again', async () => {
  const user = await rig.signIn('pro', [1]);
  const subscribed = await connect(user, [SUBPROTOCOL_FLOW_EVENT]);
  const others = [await connect(user), await connect(user, [])];
  for (const client of [subscribed, ...others]) {
    subscribe(client, [1]);
    await untilReceived(client, 'order_flow_events');
  }
  feed.push(1, feed.presentMs, iceberg(20_000, 50, 60, 3));
  await rig.pass(300);
  await untilReceived(subscribed, 'orderFlowEvent');
  feed.push(1, feed.presentMs, iceberg(20_000, 50, 80, 3));
  await rig.pass(300);
  await expect
    .poll(() => typesOf(subscribed).filter((type) => type === 'order_flow_event').length)
    .toBeGreaterThan(1);
  for (const client of others) await settle(client.socket);
  expect(others.flatMap(typesOf)).not.toContain('orderFlowEvent');
  const received = subscribed.messages.filter((message) => message.type === 'orderFlowEvent');
  expect(received.map(({ data }) => data.id)).toEqual([...new Set(received.map(({ data }) => data.id))]);
  const sent = subscribed.frames
    .map((frame) => JSON.parse(frame))
    .find(({ type }) => type === 'orderFlowEvent');
  expect(Object.keys(sent.data).toSorted()).toEqual([
    'confidence',
    'detectedAt',
    'eventType',
    'expiresAt',
    'id',
    'instrumentId',
    'metadata',
    'price',
    'size',
  ]);
});

test('orderFlowEvent respects the plan: no instrument of others, no type outside the plan, nothing before its delay', async () => {
  const stranger = await connect(await rig.signIn('pro', [2]), [SUBPROTOCOL_FLOW_EVENT]);
  const basic = await connect(await rig.signIn('basic', [1]), [SUBPROTOCOL_FLOW_EVENT]);
  const pro = await connect(await rig.signIn('pro', [1]), [SUBPROTOCOL_FLOW_EVENT]);
  for (const client of [stranger, basic, pro]) subscribe(client, [1]);
  await untilReceived(stranger, 'error');
  for (const client of [basic, pro]) await untilReceived(client, 'order_flow_events');
  feed.push(1, feed.presentMs, iceberg(20_000, 50, 60, 6));
  await rig.pass(300);
  await untilReceived(pro, 'orderFlowEvent');
  await rig.pass(1_000_000);
  for (const client of [stranger, basic]) {
    await settle(client.socket);
    expect(typesOf(client)).not.toContain('orderFlowEvent');
  }
});

test('with the developer pages off their subprotocol is not negotiated', async () => {
  const without = await openRig({ feed: new TapeFeed({ nowMs: START }), database, developerPages: false });
  const user = await without.signIn('pro', [1]);
  await expect(without.connect(user, [SUBPROTOCOL_FLOW_EVENT])).rejects.toThrow('no subprotocol');
  const plain = await without.connect(user, [SUBPROTOCOL_BATCHED]);
  expect(plain.protocol).toBe(SUBPROTOCOL_BATCHED);
  await without.close();
});
