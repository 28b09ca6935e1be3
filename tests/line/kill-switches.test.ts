/** Whatever an operator switches off disappears from every channel within a second, and returns complete. */
import { once } from 'node:events';
import { type ServerMessage, SUBPROTOCOL_BATCHED, type SwitchKind, serverMessage } from '@undertow/contracts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { alertEveryEvent } from './every-event-rule.ts';
import { clearMarket, openRig, type Rig, type RigUser, settle } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

let rig: Rig;
let feed: TapeFeed;
let user: RigUser;
let messages: ServerMessage[];

async function watch(): Promise<void> {
  messages = [];
  const socket = await rig.connect(user, [SUBPROTOCOL_BATCHED]);
  socket.on('message', (data) => {
    for (const message of JSON.parse(data.toString())) messages.push(serverMessage.parse(message));
  });
  socket.send(JSON.stringify({ type: 'subscribe', instrumentIds: [1] }));
  await once(socket, 'message');
  await settle(socket);
}

beforeEach(async () => {
  feed = new TapeFeed({ nowMs: START, instrumentIds: [1] });
  rig = await openRig({ feed, database });
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  feed.push(1, START, quotes(20_000, 1, null));
  await rig.pass(1000);
  user = await rig.signIn('elite', [1]);
  await alertEveryEvent(rig, user, START);
  await watch();
});
afterEach(async () => {
  await rig.close();
  await clearMarket(database);
  await database.orm.execute(sql`DELETE FROM control_switches`);
});

async function turn(kind: SwitchKind, key: string, off: boolean): Promise<void> {
  const by = { actor: 'test', requestId: 'r' };
  await rig.stores.controlStore.setSwitch({ kind, key, off, reason: 'as the test says' }, by, START);
  rig.bus.publish('controlsChanged', {});
  await expect.poll(() => rig.controls.isOff(kind, key)).toBe(off);
}

const typesOf = (): string[] => messages.map(({ type }) => type);
const storedTypes = () =>
  rowsOf<{ type: string }>(database.orm, sql`SELECT DISTINCT type FROM flow_events ORDER BY type`);
const trackOf = () =>
  rowsOf<{ kind: string }>(database.orm, sql`SELECT kind FROM track_record WHERE body LIKE '%iceberg%'`);
const statesOf = (): unknown[] =>
  messages.flatMap((message) => (message.type === 'feed_status' ? [message.data.state] : []));

test('an iceberg of a detector that is off reaches no socket, no alert, no table and no track record', async () => {
  await turn('detector', 'iceberg', true);
  messages.length = 0;
  feed.push(1, feed.presentMs, iceberg(20_000, 50, 60, 6));
  await rig.pass(2000);
  expect(typesOf()).toContain('order_book');
  expect(typesOf()).not.toContain('order_flow_event');
  expect(typesOf()).not.toContain('alert');
  expect((await storedTypes()).map(({ type }) => type)).not.toContain('iceberg');
  expect(await trackOf()).toEqual([]);
  expect((await rig.get(user, '/api/order-flow-events?instrumentId=1')).text).not.toContain('iceberg');

  await turn('detector', 'iceberg', false);
  feed.push(1, feed.presentMs, iceberg(20_040, 300, 60, 6));
  await rig.pass(2000);
  await expect.poll(typesOf).toContain('order_flow_event');
  await expect.poll(typesOf).toContain('alert');
});

test('a feed that is off is shown as halted and sends nothing, and its old book is invalid when it is on again', async () => {
  const gapsBefore = rig.line.views.view(1, 0)?.status().gapsToday ?? 0;
  await turn('feed', 'simulated', true);
  await rig.pass(1100);
  await expect.poll(statesOf).toContain('halted');
  messages.length = 0;
  feed.push(1, feed.presentMs, iceberg(20_000, 50, 60, 6));
  await rig.pass(3000);
  expect(typesOf().filter((type) => type !== 'feed_status')).toEqual([]);
  expect(rig.line.views.view(1, 0)?.status().state).toBe('halted');

  await turn('feed', 'simulated', false);
  await rig.pass(1100);
  // The book is unknown until the requested snapshot arrives
  expect(rig.line.views.view(1, 0)?.status().state).toBe('gap');
  expect(rig.line.views.view(1, 0)?.status().gapsToday).toBe(gapsBefore + 1);
});
