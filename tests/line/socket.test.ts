/** The socket: who gets what, in which shape, and which clients are closed. */
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { connectClient, type LineClient, subscribe, typesOf, untilReceived } from './line-client.ts';
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

test('a subscription is answered at once with the whole state, in one frame', async () => {
  const client = await connect(await rig.signIn('pro', [1]));
  subscribe(client, [1]);
  await untilReceived(client, 'order_flow_events');
  expect(client.frames).toHaveLength(1);
  expect(typesOf(client)).toEqual(['order_book', 'feed_status', 'order_flow_events']);
});

test('a socket without our subprotocol gets one specified message a frame', async () => {
  const client = await connect(await rig.signIn('pro', [1]), []);
  subscribe(client, [1]);
  await untilReceived(client, 'order_flow_events');
  expect(client.frames).toHaveLength(3);
  expect(JSON.parse(client.frames[0] ?? '')).toMatchObject({ type: 'order_book', instrumentId: 1 });
});

test('an iceberg reaches Pro as an event and as an alert, and Basic as neither', async () => {
  const pro = await connect(await rig.signIn('pro', [1]));
  const basic = await connect(await rig.signIn('basic', [1]));
  for (const client of [pro, basic]) {
    subscribe(client, [1]);
    await untilReceived(client, 'order_flow_events');
  }
  feed.push(1, feed.presentMs, iceberg(20_000, 50, 60, 6));
  await rig.pass(300);
  await untilReceived(pro, 'alert');
  expect(pro.messages.find((message) => message.type === 'order_flow_event')).toMatchObject({
    delaySeconds: 0,
    data: { eventType: 'iceberg', price: '5000.00', metadata: { exact: true } },
  });
  expect(pro.messages.find((message) => message.type === 'alert')).toMatchObject({
    data: { title: 'Iceberg at 5000.00', isRead: false, instrumentId: 1 },
  });
  await rig.pass(1_000_000 - (feed.presentMs - START));
  await settle(basic.socket);
  expect(typesOf(basic)).not.toContain('order_flow_event');
  expect(typesOf(basic)).not.toContain('alert');
});

test('T01 an instrument that is not the user’s is refused and nothing of it is sent', async () => {
  const client = await connect(await rig.signIn('pro', [1]));
  subscribe(client, [2, 99]);
  await untilReceived(client, 'error');
  feed.push(1, feed.presentMs, quotes(20_010, 10, 1));
  await rig.pass(2000);
  await settle(client.socket);
  expect(client.messages).toMatchObject([
    { type: 'error', instrumentId: 2, data: { code: 'INSTRUMENT_NOT_ENTITLED' } },
    { type: 'error', instrumentId: 99, data: { code: 'INSTRUMENT_NOT_ENTITLED' } },
  ]);
});

test('a free account may connect and follows nothing', async () => {
  const client = await connect(await rig.signIn('free', []));
  subscribe(client, [1]);
  await untilReceived(client, 'error');
  expect(typesOf(client)).toEqual(['error']);
});

test('T14 somebody else’s userId closes the socket with 1008 and is in the audit log', async () => {
  const other = await rig.signIn('elite', [1]);
  const user = await rig.signIn('pro', [1]);
  const client = await connect(user);
  subscribe(client, [1], other.id);
  expect(await client.closed).toBe(1008);
  expect(client.messages).toEqual([]);
  const audited = () =>
    rowsOf(
      database.orm,
      sql`SELECT subject FROM audit_log
      WHERE action = 'socket.foreign-user-id' AND actor = ${user.id}`,
    );
  await expect.poll(audited).toEqual([{ subject: user.id }]);
});

test('the user’s own userId is accepted', async () => {
  const user = await rig.signIn('pro', [1]);
  const client = await connect(user);
  subscribe(client, [1], user.id);
  await untilReceived(client, 'order_book');
});

test('T15 a second device of Basic closes the first, two devices of Pro stay', async () => {
  const basic = await rig.signIn('basic', [1]);
  const first = await connect(basic);
  const second = await connect(await rig.signInAgain(basic));
  expect(await first.closed).toBe(4001);
  await settle(second.socket);
  expect(second.socket.readyState).toBe(second.socket.OPEN);

  const pro = await rig.signIn('pro', [1]);
  const devices = [
    await connect(pro),
    await connect(await rig.signInAgain(pro)),
    await connect(await rig.signInAgain(pro)),
  ];
  expect(await devices[0]?.closed).toBe(4001);
  await Promise.all(devices.slice(1).map(({ socket }) => settle(socket)));
});

test('pages of one browser are one device', async () => {
  const basic = await rig.signIn('basic', [1]);
  const pages = [await connect(basic), await connect(basic)];
  await Promise.all(pages.map(({ socket }) => settle(socket)));
  expect(pages.map(({ socket }) => socket.readyState)).toEqual([1, 1]);
});

test('T16 signing out closes the session’s sockets with 4001', async () => {
  const user = await rig.signIn('pro', [1]);
  const client = await connect(user);
  await rig.signOut(user);
  expect(await client.closed).toBe(4001);
});

test('T16 a downgrade while data flows ends what the new plan does not include', async () => {
  const user = await rig.signIn('pro', [2, 1]);
  const client = await connect(user);
  subscribe(client, [1]);
  await untilReceived(client, 'order_book');
  await rig.setTier(user, 'basic');
  await untilReceived(client, 'error');
  const before = client.messages.length;
  feed.push(1, feed.presentMs, quotes(20_010, 10, 1));
  await rig.pass(3000);
  await settle(client.socket);
  expect(client.messages.slice(before)).toEqual([]);
});

test('T16 a downgrade that keeps the instrument continues with the delayed state', async () => {
  const user = await rig.signIn('pro', [1]);
  const client = await connect(user);
  subscribe(client, [1]);
  await untilReceived(client, 'order_book');
  await rig.setTier(user, 'basic');
  await expect.poll(() => client.messages.filter(({ type }) => type === 'order_book').length).toBe(2);
  expect(client.messages.findLast(({ type }) => type === 'order_book')).toMatchObject({
    delaySeconds: 900,
    data: [],
  });
});

test('T15 a client that does not answer pings is closed after ten seconds', async () => {
  const client = await connect(await rig.signIn('pro', [1]));
  await settle(client.socket);
  // Nothing is read any more, so that no pong is sent
  client.socket.pause();
  await rig.pass(40_000);
  expect(rig.line.status().sockets).toBe(0);
  client.socket.terminate();
});

test('ten updates a second are the most that a client gets', async () => {
  const client = await connect(await rig.signIn('pro', [1]));
  subscribe(client, [1]);
  await untilReceived(client, 'order_flow_events');
  const before = client.frames.length;
  let price = 20_000;
  await rig.pass(5000, () => {
    for (let n = 0; n < 5; n += 1) {
      price += 1;
      const id = price * 10;
      feed.push(1, feed.presentMs, quotes(price, id, price === 20_001 ? 1 : id - 10));
    }
  });
  await settle(client.socket);
  expect(client.frames.length - before).toBeLessThanOrEqual(51);
  expect(client.frames.length - before).toBeGreaterThan(30);
  expect(client.messages.findLast(({ type }) => type === 'order_book')).toMatchObject({
    data: [{ side: 'bid', price: ((price - 1) / 4).toFixed(2) }, { side: 'ask' }],
  });
});

test('T16 a plan that expires while data flows ends real time within a second, without a request', async () => {
  const user = await rig.signIn('basic', [1]);
  const expiresAtMs = START + rig.elapsed.ms + 5000;
  const grant = { userId: user.id, tier: 'pro', actor: 'test', reason: 'an hour', expiresAtMs } as const;
  await rig.stores.tiers.grant(grant, START);
  rig.bus.publish('userChanged', { userId: user.id });
  const client = await connect(user);
  subscribe(client, [1]);
  await untilReceived(client, 'order_book');
  expect(client.messages[0]).toMatchObject({ delaySeconds: 0 });
  await rig.pass(6100);
  await expect.poll(() => client.messages.at(-1)).toMatchObject({ delaySeconds: 900 });
  const before = client.messages.length;
  feed.push(1, feed.presentMs, quotes(20_010, 10, 1));
  await rig.pass(3000);
  await settle(client.socket);
  const later = client.messages.slice(before);
  expect(later.filter((message) => 'delaySeconds' in message && message.delaySeconds === 0)).toEqual([]);
  expect(JSON.stringify(later)).not.toContain('5002');
});

test('T15 of one user twenty sockets stay, the oldest go', async () => {
  const user = await rig.signIn('elite', [1]);
  const clients: LineClient[] = [];
  for (let n = 0; n < 22; n += 1) clients.push(await connect(user));
  expect(await Promise.all(clients.slice(0, 2).map(({ closed }) => closed))).toEqual([4001, 4001]);
  await Promise.all(clients.slice(2).map(({ socket }) => settle(socket)));
  expect(rig.line.status().sockets).toBe(20);
});
