/** Depth and executions on the socket: sent while a pane needs them, as late as the plan says, and equal to the book. */
import type { DepthUpdate, OrderPrint, ServerMessage } from '@undertow/contracts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { block, iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  connectClient,
  type LineClient,
  subscribe,
  subscribeToOrderFlow,
  untilReceived,
} from './line-client.ts';
import { clearMarket, openRig, type Rig, settle } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);
const DELAY_MS = 900_000;

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

let rig: Rig;
let feed: TapeFeed;
beforeEach(async () => {
  feed = new TapeFeed({ nowMs: START, instrumentIds: [1] });
  rig = await openRig({ feed, database });
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  feed.push(1, START, quotes(20_000, 1, null));
  await rig.pass(1000);
});
afterEach(async () => {
  await rig.close();
  await clearMarket(database);
});

type DataOf<T extends ServerMessage['type']> = Extract<ServerMessage, { type: T; data: unknown }>['data'];

function dataOf<T extends 'depth' | 'prints'>({ messages }: LineClient, type: T): DataOf<T>[] {
  return messages.flatMap((message) =>
    message.type === type && 'data' in message ? [message.data as DataOf<T>] : [],
  );
}

/** Levels that the updates leave, by side and price. */
function levelsOf(updates: readonly DepthUpdate[]): Readonly<Record<string, number>> {
  const levels = new Map<string, number>();
  for (const { isWhole, bids, asks } of updates) {
    if (isWhole) levels.clear();
    for (const [side, rows] of [['bid', bids] as const, ['ask', asks] as const])
      for (const [price, size] of rows)
        if (size === 0) levels.delete(`${side} ${price}`);
        else levels.set(`${side} ${price}`, size);
  }
  return Object.fromEntries(levels);
}

test('a socket without an open pane receives neither; one with panes the whole first, then the changes', async () => {
  const user = await rig.signIn('pro', [1]);
  const [plain, panes] = [await connectClient(rig, user), await connectClient(rig, user)];
  subscribe(plain, [1]);
  subscribeToOrderFlow(panes, [1]);
  for (const client of [plain, panes]) await untilReceived(client, 'order_flow_events');
  feed.push(1, feed.presentMs, [...iceberg(20_000, 50, 60, 2), ...quotes(20_000, 80, null)]);
  await rig.pass(300);
  await Promise.all([settle(plain.socket), settle(panes.socket)]);
  expect([dataOf(plain, 'depth'), dataOf(plain, 'prints')]).toEqual([[], []]);
  expect(dataOf(panes, 'depth').map(({ isWhole }) => isWhole)).toEqual([true, false]);
  const book = panes.messages.findLast((message) => message.type === 'order_book')?.data ?? [];
  expect(levelsOf(dataOf(panes, 'depth'))).toEqual(
    Object.fromEntries(book.map(({ side, price, size }) => [`${side} ${price}`, size])),
  );
  // Each refill of the iceberg was traded by an order of its own
  const prints = dataOf(panes, 'prints').flatMap((data): OrderPrint[] => data.prints);
  expect(prints.length).toBeGreaterThan(1);
  expect(new Set(prints.map(([, order]) => order)).size).toBe(prints.length);
  expect(prints.map(([, , , side, price]) => [side, price])).toEqual(prints.map(() => ['sell', '5000.00']));
});

test('a delayed viewer receives them fifteen minutes later, whole where they subscribe late', async () => {
  const basic = await connectClient(rig, await rig.signIn('basic', [1]));
  subscribeToOrderFlow(basic, [1]);
  await untilReceived(basic, 'order_flow_events');
  feed.push(1, feed.presentMs, iceberg(20_000, 50, 60, 2));
  await rig.pass(DELAY_MS - 2000);
  await settle(basic.socket);
  expect([dataOf(basic, 'depth'), dataOf(basic, 'prints').flatMap(({ prints }) => prints)]).toEqual([[], []]);
  await rig.pass(4000);
  await settle(basic.socket);
  expect(dataOf(basic, 'depth')[0]?.isWhole).toBe(true);
  expect(dataOf(basic, 'prints').flatMap(({ prints }) => prints).length).toBeGreaterThan(1);
  const late = await connectClient(rig, await rig.signIn('basic', [1]));
  subscribeToOrderFlow(late, [1]);
  await untilReceived(late, 'depth');
  expect(dataOf(late, 'depth')).toHaveLength(1);
  expect(levelsOf(dataOf(late, 'depth'))).toEqual(levelsOf(dataOf(basic, 'depth')));
});

test('an instrument without its subscription, an unknown kind and a list without end are refused', async () => {
  const client = await connectClient(rig, await rig.signIn('pro', [1]));
  client.socket.send(
    JSON.stringify({
      type: 'subscribe',
      instrumentIds: [],
      orderFlow: [{ instrumentId: 1, kinds: ['depth'] }],
    }),
  );
  feed.push(1, feed.presentMs, block(20_000, 50));
  await rig.pass(300);
  await settle(client.socket);
  expect(client.messages).toEqual([]);
  for (const orderFlow of [
    [{ instrumentId: 1, kinds: ['candles'] }],
    [{ instrumentId: 1, kinds: Array.from({ length: 99 }, () => 'depth') }],
    'depth',
  ]) {
    const hostile = await connectClient(rig, await rig.signIn('pro', [1]));
    hostile.socket.send(JSON.stringify({ type: 'subscribe', instrumentIds: [1], orderFlow }));
    expect(await hostile.closed).toBe(1008);
  }
});
