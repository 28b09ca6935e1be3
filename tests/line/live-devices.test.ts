/** T04 Live data flows to as many devices as the plan allows: the newest ones. */
import { once } from 'node:events';
import { TIER_RULES } from '@undertow/contracts';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { clearMarket, openRig, type Rig, type RigUser, settle } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

let rig: Rig;
beforeEach(async () => {
  rig = await openRig({ feed: new TapeFeed({ nowMs: START, instrumentIds: [1, 2] }), database });
});
afterEach(async () => {
  await rig.close();
  await clearMarket(database);
});

interface Device {
  readonly socket: WebSocket;
  /** Close code and reason, once it was closed. */
  readonly closed: Promise<string>;
}

async function watch(user: RigUser): Promise<Device> {
  const socket = await rig.connect(user);
  const closed = once(socket, 'close').then(([code, reason]) => `${code} ${String(reason)}`);
  return { socket, closed };
}

/** The first device, then more sessions of the same user. */
async function watchFrom(user: RigUser, sessions: number): Promise<Device[]> {
  const devices = [await watch(user)];
  while (devices.length < sessions) devices.push(await watch(await rig.signInAgain(user)));
  return devices;
}

const isOpen = ({ socket }: Device): boolean => socket.readyState === socket.OPEN;

const auditOf = (user: RigUser) =>
  rowsOf<{ details: object }>(
    database.orm,
    sql`SELECT details::json FROM audit_log JOIN audit_values USING (number)
      WHERE action = 'socket.device-limit' AND subject = ${user.id} ORDER BY number`,
  );

test.each(['free', 'basic', 'pro', 'elite'] as const)(
  'T04 of N+1 sessions of %s exactly N stay, the oldest gets the reason, and the log counts it',
  async (tier) => {
    const limit = TIER_RULES[tier].liveDevices;
    const user = await rig.signIn(tier, [1]);
    const devices = await watchFrom(user, limit + 1);
    expect(await devices[0]?.closed).toBe('4001 Live data moved to another device');
    const others = devices.slice(1);
    await Promise.all(others.map(({ socket }) => settle(socket)));
    expect(others.filter(isOpen)).toHaveLength(limit);
    await expect
      .poll(() => auditOf(user))
      .toEqual([{ details: { devices: limit + 1, moved: 1, allowed: limit } }]);
  },
);

test('T04 pages of one browser are one device and are replaced together', async () => {
  const user = await rig.signIn('basic', [1]);
  const pages = [await watch(user), await watch(user), await watch(user)];
  await Promise.all(pages.map(({ socket }) => settle(socket)));
  expect(pages.every(isOpen)).toBe(true);
  const phone = await watch(await rig.signInAgain(user));
  expect(await Promise.all(pages.map(({ closed }) => closed))).toEqual(
    pages.map(() => '4001 Live data moved to another device'),
  );
  await settle(phone.socket);
  expect(isOpen(phone)).toBe(true);
  await expect.poll(() => auditOf(user)).toEqual([{ details: { devices: 2, moved: 1, allowed: 1 } }]);
});

test('T04 Watch here takes the place back', async () => {
  const user = await rig.signIn('basic', [1]);
  const other = await rig.signInAgain(user);
  const first = await watch(user);
  const second = await watch(other);
  await first.closed;
  const again = await watch(user);
  expect(await second.closed).toBe('4001 Live data moved to another device');
  await settle(again.socket);
  expect(isOpen(again)).toBe(true);
});

test.each(['and has polled before', 'and never polled'])(
  'T04 a device whose place was taken %s gets no live data by polling either',
  async (before) => {
    const user = await rig.signIn('basic', [1]);
    const other = await rig.signInAgain(user);
    const book = '/api/order-book?instrumentId=1';
    const first = await watch(user);
    if (before === 'and has polled before') expect((await rig.get(user, book)).status).toBe(200);
    await watch(other);
    await first.closed;
    const refused = await rig.get(user, book);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain('LIVE_ELSEWHERE');
    expect((await rig.get(other, book)).status).toBe(200);
  },
);

test('T06 a downgrade leaves live data to the newest device within a second', async () => {
  const user = await rig.signIn('elite', [1]);
  const devices = await watchFrom(user, 3);
  await Promise.all(devices.map(({ socket }) => settle(socket)));
  expect(devices.every(isOpen)).toBe(true);
  await rig.setTier(user, 'basic');
  await Promise.all(devices.slice(0, 2).map(({ closed }) => closed));
  const [newest] = devices.slice(2);
  await settle(newest?.socket as WebSocket);
  expect(devices.filter(isOpen)).toHaveLength(1);
});

test('a device that left frees its place: the next one closes nobody', async () => {
  const user = await rig.signIn('pro', [1]);
  const [first, second] = await watchFrom(user, 2);
  first?.socket.close();
  await first?.closed;
  const third = await watch(await rig.signInAgain(user));
  await settle(third.socket);
  expect([second, third].every((device) => device !== undefined && isOpen(device))).toBe(true);
  expect(await auditOf(user)).toEqual([]);
});

test('T16 a device that is signed out loses its socket, with another reason than a moved device', async () => {
  const user = await rig.signIn('pro', [1]);
  const phone = await rig.signInAgain(user);
  const [here, there] = [await watch(user), await watch(phone)];
  const response = await rig.get(user, '/api/account/sessions');
  const { devices } = JSON.parse(response.text.slice(response.text.indexOf('\n') + 1)) as {
    devices: { id: string; current: boolean; live: boolean }[];
  };
  expect(devices.map((device) => device.live)).toEqual([true, true]);
  await rig.signOut(phone);
  expect(await there.closed).toBe('4001 session ended');
  await settle(here.socket);
  expect(isOpen(here)).toBe(true);
});
