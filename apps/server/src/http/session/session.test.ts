/** Sessions: only a hash is stored, and every one expires. */

import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createInProcessBus } from '#adapters/bus/in-process-bus.ts';
import type { Database } from '#adapters/storage/database/database.ts';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { createStores } from '#adapters/storage/stores.ts';
import { testClock } from '#testing/clock.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import {
  createSessions,
  hostCookie,
  SESSION_ABSOLUTE_MS,
  SESSION_IDLE_MS,
  type Sessions,
} from './session.ts';

let database: Database;
let sessions: Sessions;
let restarted: Sessions;
let userId: string;
let nowMs = Date.UTC(2026, 10, 20);

beforeAll(async () => {
  database = await openMemoryDatabase();
  const stores = createStores(database.orm);
  const parts = {
    store: stores.sessionStore,
    adminViews: stores.adminViews,
    clock: testClock(() => nowMs),
    bus: createInProcessBus(() => undefined),
    secure: true,
  };
  sessions = createSessions(parts);
  // A second process on the same database has an empty cache
  restarted = createSessions({ ...parts, bus: createInProcessBus(() => undefined) });
  userId = (await stores.users.ensure('https://id.example', 'a', nowMs)).id;
});
afterAll(() => database.close());

test('T31 an id has 256 random bits and the database holds only its hash', async () => {
  const id = await sessions.start(userId);
  expect(Buffer.from(id, 'base64url')).toHaveLength(32);
  const stored = JSON.stringify(await rowsOf(database.orm, sql`SELECT * FROM sessions`));
  expect(stored).not.toContain(id);
  const found = await sessions.find(id);
  expect(found?.userId).toBe(userId);
  expect(stored).toContain(found?.sessionId ?? 'nothing');
  expect(await sessions.find(found?.sessionId)).toBeUndefined();
});

test('T31 two sign-ins never share an id', async () => {
  const ids = await Promise.all(Array.from({ length: 50 }, () => sessions.start(userId)));
  expect(new Set(ids).size).toBe(50);
});

test('T31 the cookie is bound to the host, secure, and out of reach of scripts', () => {
  expect(sessions.cookieName).toBe('__Host-sid');
  expect(sessions.cookieOptions).toMatchObject({ path: '/', httpOnly: true, sameSite: 'lax', secure: true });
  expect(hostCookie('sid', false)).toMatchObject({ name: 'sid', options: { secure: false, httpOnly: true } });
});

test('T31 a session ends twelve hours after its last use, and use extends it', async () => {
  const id = await sessions.start(userId);
  nowMs += SESSION_IDLE_MS - 1;
  expect(await sessions.find(id)).toBeDefined();
  nowMs += SESSION_IDLE_MS - 1;
  expect(await restarted.find(id)).toBeDefined();
  nowMs += SESSION_IDLE_MS;
  expect(await sessions.find(id)).toBeUndefined();
});

test('T31 a session ends seven days after sign-in, however much it is used', async () => {
  const id = await sessions.start(userId);
  const endMs = nowMs + SESSION_ABSOLUTE_MS;
  for (; nowMs < endMs; nowMs += SESSION_IDLE_MS / 2) expect(await sessions.find(id)).toBeDefined();
  nowMs = endMs;
  expect(await sessions.find(id)).toBeUndefined();
});

test('T16 an ended session is gone from cache and database', async () => {
  const id = await sessions.start(userId);
  const found = await sessions.find(id);
  await sessions.end(found?.sessionId ?? '');
  expect(await sessions.find(id)).toBeUndefined();
  expect(await restarted.find(id)).toBeUndefined();
});

test('T16 a session that ends while its row is read is not cached', async () => {
  const id = await sessions.start(userId);
  const { sessionStore: store, adminViews } = createStores(database.orm);
  let duringFind: () => Promise<void> = async () => undefined;
  const slow = createSessions({
    store: {
      ...store,
      find: async (idHash) => {
        const row = await store.find(idHash);
        await duringFind();
        return row;
      },
    },
    adminViews,
    clock: testClock(() => nowMs),
    bus: createInProcessBus(() => undefined),
    secure: true,
  });
  duringFind = async () => {
    duringFind = async () => undefined;
    await slow.end((await sessions.find(id))?.sessionId ?? '');
  };
  await slow.find(id);
  expect(await slow.find(id)).toBeUndefined();
});

test('T16 a session that expires ends its sockets when it is removed', async () => {
  const ended: string[] = [];
  const bus = createInProcessBus(() => undefined);
  bus.subscribe('sessionEnded', ({ sessionIds }) => ended.push(...sessionIds));
  const { sessionStore: store, adminViews } = createStores(database.orm);
  const clock = testClock(() => nowMs);
  const watched = createSessions({ store, adminViews, clock, bus, secure: true });
  const found = await watched.find(await watched.start(userId));
  await watched.prune();
  expect(ended).not.toContain(found?.sessionId);
  nowMs += SESSION_IDLE_MS + 1;
  await watched.prune();
  expect(ended).toContain(found?.sessionId);
});

test('a malformed id belongs to nobody, and the database is not queried', async () => {
  for (const text of [undefined, '', 'x', 'a'.repeat(44), `${'a'.repeat(42)}'`]) {
    expect(await sessions.find(text)).toBeUndefined();
  }
});

test('expired rows are removed', async () => {
  await sessions.start(userId);
  nowMs += SESSION_ABSOLUTE_MS;
  await sessions.prune();
  expect(await rowsOf(database.orm, sql`SELECT * FROM sessions`)).toEqual([]);
});
