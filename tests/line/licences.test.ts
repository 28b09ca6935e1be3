/** A licence that changes is in force on the socket, for alerts and at the routes within a second, and nothing of before is sent. */
import type { LicenceTerm, ServerMessage } from '@undertow/contracts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { alertEveryEvent } from './every-event-rule.ts';
import { connectClient, type LineClient, subscribe } from './line-client.ts';
import { clearMarket, openRig, type Rig, type RigUser, settle } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);
const DEFAULTS: Readonly<Record<LicenceTerm['kind'], Omit<LicenceTerm, 'venue' | 'kind'>>> = {
  real_time: { plans: ['pro', 'elite'], delaySeconds: 0, channels: ['screen'] },
  delayed: { plans: ['basic', 'pro', 'elite'], delaySeconds: 900, channels: ['screen'] },
  recordings: { plans: ['basic', 'pro', 'elite'], delaySeconds: 0, channels: ['screen'] },
  events: { plans: ['basic', 'pro', 'elite'], delaySeconds: 0, channels: ['screen', 'api', 'export'] },
};

let database: Database;
let rig: Rig;
let feed: TapeFeed;
let pro: RigUser;
let client: LineClient;

beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

async function license(kind: LicenceTerm['kind'], change: Partial<LicenceTerm>): Promise<void> {
  const term = { venue: 'CME' as const, kind, ...DEFAULTS[kind], ...change, reason: 'as the test says' };
  await rig.stores.controlStore.setLicence(term, { actor: 'test', requestId: 'r' }, START);
  await rig.controls.refresh();
  rig.bus.publish('controlsChanged', {});
}

beforeEach(async () => {
  feed = new TapeFeed({ nowMs: START, instrumentIds: [1], source: 'databento' });
  rig = await openRig({ feed, database });
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  feed.push(1, START, quotes(20_000, 1, null));
  await rig.pass(1000);
  pro = await rig.signIn('pro', [1]);
  await alertEveryEvent(rig, pro, START);
  client = await connectClient(rig, pro);
  subscribe(client, [1]);
  await expect.poll(() => client.messages.length).toBeGreaterThan(0);
});
afterEach(async () => {
  for (const kind of ['real_time', 'delayed', 'recordings', 'events'] as const) await license(kind, {});
  await rig.close();
  await clearMarket(database);
});

/** What arrives after the change is in force. */
async function afterwards(): Promise<readonly ServerMessage[]> {
  await rig.pass(1100);
  await settle(client.socket);
  client.messages.length = 0;
  feed.push(1, feed.presentMs, iceberg(20_000, 50, 60, 6));
  await rig.pass(2000);
  await settle(client.socket);
  return [...client.messages];
}

const typesOf = (messages: readonly ServerMessage[]): string[] => [
  ...new Set(messages.map(({ type }) => type)),
];

test('without a change Pro has prices, events and alerts in real time', async () => {
  const messages = await afterwards();
  expect(typesOf(messages)).toEqual(
    expect.arrayContaining(['market_data', 'order_book', 'order_flow_event', 'alert']),
  );
  expect(messages.flatMap((one) => ('delaySeconds' in one ? [one.delaySeconds] : []))).not.toContain(900);
});

test('a plan that loses real time follows the delayed view, alerts included', async () => {
  await license('real_time', { plans: ['elite'] });
  await license('delayed', { delaySeconds: 900 });
  const messages = await afterwards();
  expect(typesOf(messages)).not.toContain('order_flow_event');
  expect(typesOf(messages)).not.toContain('alert');
  for (const message of messages) if ('delaySeconds' in message) expect(message.delaySeconds).toBe(900);
  await rig.pass(900_000);
  await settle(client.socket);
  await expect
    .poll(() => typesOf(client.messages))
    .toEqual(expect.arrayContaining(['order_flow_event', 'alert']));
});

test('prices that are withheld are not sent, the sentence is, and events still come', async () => {
  await license('real_time', { plans: [] });
  await license('delayed', { plans: ['basic'] });
  await rig.pass(1100);
  await expect
    .poll(() => client.messages.filter(({ type }) => type === 'error'))
    .toEqual([
      {
        type: 'error',
        instrumentId: 1,
        data: {
          code: 'LICENCE_WITHHELD',
          message: 'CME does not license delayed data for the Pro plan.',
          withheld: 'prices',
        },
      },
    ]);
  const types = typesOf(await afterwards());
  expect(types).toContain('order_flow_event');
  expect(types).not.toContain('market_data');
  expect(types).not.toContain('order_book');
});

test('events that are withheld raise no alert either, and prices still come', async () => {
  await license('events', { plans: [] });
  const types = typesOf(await afterwards());
  expect(types).toEqual(expect.arrayContaining(['market_data', 'order_book']));
  expect(types).not.toContain('order_flow_event');
  expect(types).not.toContain('alert');
  expect((await rig.get(pro, '/api/order-flow-events?instrumentId=1')).status).toBe(403);
});

test('what is licensed again comes back whole', async () => {
  await license('real_time', { plans: [] });
  await license('delayed', { plans: [] });
  await license('events', { plans: [] });
  expect(typesOf(await afterwards())).toEqual([]);
  for (const kind of ['real_time', 'delayed', 'events'] as const) await license(kind, {});
  await rig.pass(1100);
  await expect
    .poll(() => typesOf(client.messages))
    .toEqual(expect.arrayContaining(['market_data', 'order_book', 'order_flow_events', 'feed_status']));
});
