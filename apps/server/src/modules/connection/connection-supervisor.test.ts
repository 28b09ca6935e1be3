/** The supervisor: the last save wins, a forced logout is not retried, a restart resumes, and nothing is left behind. */
import { WEEK_MS } from '@undertow/market';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { sweepErasures } from '#modules/account/erasure-sweep.ts';
import type { ConnectionSupervisor } from '#ports/credentials.ts';
import { openTestApp, type TestApp } from '#testing/app.ts';
import { openTestConnections, TestRithmic } from '#testing/rithmic.ts';

let app: TestApp;
let supervisor: ConnectionSupervisor;
let rithmic: TestRithmic;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await supervisor?.close();
  await app.orm.execute(sql`DELETE FROM broker_credentials`);
  await app.orm.execute(sql`DELETE FROM broker_connections`);
  open();
});

/** The server after a start: nothing of the supervisor before is in memory. */
function open(given = new TestRithmic(), keys?: Parameters<typeof openTestConnections>[2]): void {
  ({ supervisor, rithmic } = openTestConnections({ ...app.stores, ...app.parts }, given, keys));
}

async function newUser(): Promise<string> {
  return (await app.newUser('pro', [1])).id;
}

const details = (username = 'trader', password = 'correct horse') =>
  ({
    username,
    password,
    server: 'rithmic_paper_server',
    domain: 'rithmic_paper_domain',
    system: null,
  }) as const;

const status = async (userId: string) => (await supervisor.stateOf(userId)).status;

async function connected(username = 'trader'): Promise<string> {
  const userId = await newUser();
  await supervisor.save(userId, details(username), 'request');
  await expect.poll(() => status(userId)).toBe('connected');
  return userId;
}

/** Lets the logins that begin from now on wait until it is called. */
function stall(): () => void {
  let release = (): void => undefined;
  rithmic.gate = new Promise((resolve) => {
    release = resolve;
  });
  return release;
}

async function unreadableAudits(userId: string): Promise<number> {
  const rows = await rowsOf(
    app.orm,
    sql`SELECT 1 FROM audit_log WHERE subject = ${userId} AND action = 'connection.unreadable'`,
  );
  return rows.length;
}

test('of twenty saves at once the last one is connected, once, and no other login is left open', async () => {
  const userId = await newUser();
  const saves = Array.from({ length: 20 }, (_, count) =>
    supervisor.save(userId, details(`trader-${count}`), 'request'),
  );
  await Promise.all(saves);
  await expect.poll(() => status(userId)).toBe('connected');
  const kept = await app.stores.connectionStore.find(userId);
  expect(kept?.revision).toBe(20);
  await expect.poll(() => rithmic.seats).toEqual([kept?.username]);
  expect(rithmic.owners).toEqual([userId]);
  expect(rithmic.mostUnderWay).toBe(1);
});

test('a save during a login replaces it: what the older one brings is closed at once', async () => {
  const userId = await newUser();
  const release = stall();
  await supervisor.save(userId, details('older'), 'request');
  await expect.poll(() => rithmic.underWay).toBe(1);
  await supervisor.save(userId, details('newer'), 'request');
  release();
  await expect.poll(() => status(userId)).toBe('connected');
  expect(rithmic.seats).toEqual(['newer']);
});

test('a save releases the session of the previous connection before it logs in itself', async () => {
  const userId = await connected('older');
  await supervisor.save(userId, details('newer'), 'request');
  await expect.poll(() => rithmic.seats).toEqual(['newer']);
  expect(rithmic.mostUnderWay).toBe(1);
});

test('a disconnect during a login leaves nothing open', async () => {
  const userId = await newUser();
  const release = stall();
  await supervisor.save(userId, details(), 'request');
  await expect.poll(() => rithmic.underWay).toBe(1);
  await supervisor.disconnect(userId, 'request');
  release();
  await expect.poll(() => rithmic.underWay).toBe(0);
  expect(await status(userId)).toBe('disconnected');
  expect([rithmic.seats, rithmic.owners]).toEqual([[], []]);
});

test('a disconnect without a password does not affect a concurrent save', async () => {
  const userId = await newUser();
  const { connectionStore } = app.stores;
  let respond = (): void => undefined;
  const responded = new Promise<void>((resolve) => {
    respond = resolve;
  });
  // The database's word on the disconnect is slower than a whole save
  const slow: typeof connectionStore = {
    ...connectionStore,
    async disconnect(...act) {
      const revision = await connectionStore.disconnect(...act);
      await responded;
      return revision;
    },
  };
  await supervisor.close();
  ({ supervisor, rithmic } = openTestConnections({ ...app.stores, ...app.parts, connectionStore: slow }));
  const disconnected = supervisor.disconnect(userId, 'request');
  await supervisor.save(userId, details(), 'request');
  await expect.poll(() => status(userId)).toBe('connected');
  respond();
  await disconnected;
  expect(await status(userId)).toBe('connected');
  expect(rithmic.seats).toEqual(['trader']);
});

test('a forced logout is shown and not retried, not even after a restart', async () => {
  const userId = await connected();
  rithmic.emitState('trader', { kind: 'ended', fault: 'session_limit' });
  await expect.poll(() => status(userId)).toBe('error');
  expect(rithmic.owners).toEqual([]);
  await expect.poll(async () => (await app.stores.connectionStore.find(userId))?.fault).toBe('session_limit');
  await supervisor.close();
  open();
  expect(await supervisor.stateOf(userId)).toMatchObject({
    status: 'error',
    errorMessage: expect.stringContaining('in use elsewhere'),
  });
  expect(rithmic.loginAttempts).toEqual([]);
});

test('a feed that reconnects reports it and keeps its line', async () => {
  const userId = await connected();
  rithmic.emitState('trader', { kind: 'connecting', fault: 'gateway_down' });
  expect(await supervisor.stateOf(userId)).toMatchObject({
    status: 'connecting',
    canResume: true,
    errorMessage: expect.stringContaining('is not responding'),
  });
  await supervisor.resume(userId, 'request');
  expect([rithmic.reconnects, rithmic.loginAttempts]).toEqual([1, ['trader']]);
  expect(rithmic.owners).toEqual([userId]);
  // A test would take the session that the feed is about to request
  await expect(supervisor.test(userId)).rejects.toMatchObject({ code: 'RITHMIC_GATEWAY_DOWN' });
  app.advance(5_000);
  rithmic.emitState('trader', { kind: 'connected' });
  const at = new Date(app.parts.clock.nowMs()).toISOString();
  await expect
    .poll(() => supervisor.stateOf(userId))
    .toMatchObject({ status: 'connected', errorMessage: null, lastConnected: at });
});

test('a login that waits for its next attempt is tried at once by one call', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const userId = await newUser();
    rithmic.fault = 'gateway_down';
    await supervisor.save(userId, details(), 'request');
    // The timers of `expect.poll` would let the waits pass
    while ((await supervisor.stateOf(userId)).canResume !== true) await new Promise(setImmediate);
    expect(await supervisor.stateOf(userId)).toMatchObject({
      status: 'connecting',
      errorMessage: expect.any(String),
    });
    rithmic.fault = null;
    await supervisor.resume(userId, 'request');
    while ((await status(userId)) !== 'connected') await new Promise(setImmediate);
    expect(rithmic.loginAttempts).toEqual(['trader', 'trader']);
  } finally {
    vi.useRealTimers();
  }
});

test('after a restart those who wanted it are connected again, eight logins at a time', async () => {
  const users: string[] = [];
  for (let count = 0; count < 30; count += 1) users.push(await connected(`trader-${count}`));
  const gone = users.pop() ?? '';
  await supervisor.disconnect(gone, 'request');
  await supervisor.close();
  expect(rithmic.seats).toEqual([]);
  const after = new TestRithmic();
  rithmic = after;
  const release = stall();
  open(after);
  await expect.poll(() => after.underWay).toBe(8);
  expect(supervisor.counts()).toEqual({ connected: 0, connecting: 29, error: 0 });
  release();
  await expect.poll(() => supervisor.counts()).toEqual({ connected: 29, connecting: 0, error: 0 });
  expect(after.mostUnderWay).toBe(8);
  expect(after.loginAttempts.toSorted()).toEqual([...new Set(after.loginAttempts)].toSorted());
  expect(await status(gone)).toBe('disconnected');
});

test('the account that is erased takes its connection with it', async () => {
  const userId = await connected();
  await app.stores.erasures.request(userId, app.parts.clock.nowMs() - WEEK_MS, 'request');
  await app.orm.execute(sql`UPDATE mail_outbox SET sent_at_ms = 1`);
  const endSubscription = async () => false;
  await sweepErasures({ ...app.parts, endSubscription, connectionSupervisor: supervisor });
  expect([rithmic.seats, rithmic.owners]).toEqual([[], []]);
  expect(await supervisor.stateOf(userId)).toEqual({});
  expect(supervisor.counts()).toEqual({ connected: 0, connecting: 0, error: 0 });
});

test('T33 a password that was copied from another user stays closed: an error and one audit row', async () => {
  const [victim, thief] = [await connected('victim'), await connected('thief')];
  await supervisor.close();
  await app.orm.execute(
    sql`UPDATE broker_credentials AS t SET key_id = v.key_id, data_key = v.data_key, password = v.password
      FROM broker_credentials AS v WHERE t.user_id = ${thief} AND v.user_id = ${victim}`,
  );
  open();
  await expect.poll(() => status(thief)).toBe('error');
  expect(await supervisor.stateOf(thief)).toMatchObject({
    errorMessage: 'Your saved password can no longer be read. Enter it and save again.',
  });
  await expect.poll(() => status(victim)).toBe('connected');
  expect(rithmic.loginAttempts).toEqual(['victim']);
  await expect(supervisor.test(thief)).rejects.toMatchObject({ code: 'RITHMIC_SECRET_UNREADABLE' });
  await expect.poll(() => unreadableAudits(thief)).toBe(1);
  expect(await unreadableAudits(victim)).toBe(0);
});

test('a key that is missing is the operator’s to restore: with it the next start connects', async () => {
  const userId = await connected();
  await supervisor.close();
  open(new TestRithmic(), new Map([['k9', Buffer.alloc(32, 9)]]));
  await expect.poll(() => status(userId)).toBe('error');
  await expect.poll(() => unreadableAudits(userId)).toBe(1);
  await supervisor.close();
  open();
  await expect.poll(() => status(userId)).toBe('connected');
});

test('a closed supervisor starts no connection', async () => {
  const userId = await newUser();
  await supervisor.close();
  await supervisor.save(userId, details(), 'request');
  expect([rithmic.loginAttempts, supervisor.counts().connecting]).toEqual([[], 0]);
  open();
  await expect.poll(() => status(userId)).toBe('connected');
});
