/** The machine's clock is set forward or back, or drifts: in a running process nothing begins or ends early, and after a restart nothing is held for ever. */
import { HOUR_MS, MINUTE_MS } from '@undertow/market';
import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { SESSION_IDLE_MS } from '@undertow/server/src/http/session/session.ts';
import { createOneAtATime } from '@undertow/server/src/modules/billing/one-at-a-time.ts';
import { openTestApp, TEST_NOW, type TestApp, type TestUser } from '@undertow/server/testing/app.ts';
import { TestMachine } from '@undertow/server/testing/clock.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { subscriptionSnapshot, TestProvider } from '@undertow/server/testing/provider.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BATCH_TRADES, importBatch } from './import-world.ts';

const DAY_MS = 24 * HOUR_MS;

let database: Database;
beforeAll(async () => {
  database = await openMemoryDatabase();
});
afterAll(() => database.close());

describe('in a running process', () => {
  const machine = new TestMachine(TEST_NOW);
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({
      database: { ...database, close: async () => undefined },
      clock: machine.startClock(),
    });
  });
  afterAll(() => app.close());

  const userStatus = async ({ headers }: TestUser) =>
    (await app.http.inject({ url: '/api/auth/user', headers })).statusCode;

  test.each([
    ['forward by two days', 2 * DAY_MS],
    ['back by two days', -2 * DAY_MS],
    ['back by an hour and a fraction of a millisecond', -HOUR_MS - 0.4],
  ])('a session is as old as the time that passed, when the clock is set %s', async (_name, byMs) => {
    const user = await app.newUser('pro', [1]);
    machine.setWall(byMs);
    machine.pass(MINUTE_MS);
    expect(await userStatus(user)).toBe(200);
    machine.pass(SESSION_IDLE_MS - 2 * MINUTE_MS);
    expect(await userStatus(user)).toBe(200);
    machine.pass(SESSION_IDLE_MS + HOUR_MS);
    expect(await userStatus(user)).toBe(401);
  });

  test('a drift of a ten-thousandth for a week changes no session by more than the drift', async () => {
    const user = await app.newUser('pro', [1]);
    const startMs = app.parts.clock.nowMs();
    for (let hour = 0; hour < 7 * 24 - 1; hour += 1) {
      machine.pass(HOUR_MS, 0.0001);
      expect(await userStatus(user)).toBe(200);
    }
    const passedMs = app.parts.clock.nowMs() - startMs;
    expect(Math.abs(passedMs - (7 * 24 - 1) * HOUR_MS)).toBeLessThan(7 * DAY_MS * 0.0006);
    machine.pass(2 * HOUR_MS);
    expect(await userStatus(user)).toBe(401);
  });
});

describe('after a restart under a clock that was set back by a day', () => {
  const machine = new TestMachine(TEST_NOW);
  let before: ReturnType<TestMachine['startClock']>;
  let after: ReturnType<TestMachine['startClock']>;
  let stores: ReturnType<typeof createStores>;
  beforeAll(() => {
    stores = createStores(database.orm);
    before = machine.startClock();
    machine.pass(1_000);
    machine.setWall(-DAY_MS);
    after = machine.startClock();
  });
  const newUser = async (name: string) =>
    (await stores.users.ensure('https://id.example', `moved-${name}`, before.nowMs())).id;

  test('the lease of a killed process does not keep a person from changing their subscription', async () => {
    const userId = await newUser('lease');
    const nowMs = before.nowMs();
    expect(await stores.billingLeases.take(userId, 'killed', nowMs, nowMs + 2 * MINUTE_MS)).toBe(true);
    const oneAtATime = createOneAtATime({
      billingLeases: stores.billingLeases,
      clock: after,
      maxWaitMs: 300,
    });
    expect(await oneAtATime.run(userId, async () => 'changed')).toBe('changed');
  });

  test('the lease of a process whose clock is a minute ahead is respected', async () => {
    const userId = await newUser('ahead');
    const nowMs = after.nowMs() + MINUTE_MS;
    expect(await stores.billingLeases.take(userId, 'ahead', nowMs, nowMs + 2 * MINUTE_MS)).toBe(true);
    const oneAtATime = createOneAtATime({
      billingLeases: stores.billingLeases,
      clock: after,
      maxWaitMs: 300,
    });
    await expect(oneAtATime.run(userId, async () => 'changed')).rejects.toMatchObject({
      code: 'BILLING_BUSY',
    });
  });

  test('an import that was under way does not keep the next one from beginning', async () => {
    const userId = await newUser('import');
    const facts = { fileName: 'file', platform: 'test', layout: 'test', currency: 'USD', rejected: 0 };
    const killed = await stores.tradeImports.begin(userId, facts, 0, before.nowMs());
    if (typeof killed === 'string') throw new Error(killed);
    await killed.add(importBatch('moved', 0), before.nowMs());
    const next = await stores.tradeImports.begin(userId, facts, 0, after.nowMs());
    if (typeof next === 'string') throw new Error(next);
    await next.add(importBatch('moved', 0), after.nowMs());
    expect((await next.finish(after.nowMs())).imported).toBe(BATCH_TRADES);
    expect(await stores.trades.count(userId, {})).toBe(BATCH_TRADES);
  });

  test('an event of the payment provider that was to be tried again is tried again', async () => {
    const provider = new TestProvider();
    const snapshot = subscriptionSnapshot({
      id: 'sub_moved',
      customerId: 'cus_moved',
      createdAtMs: before.nowMs(),
    });
    const event = provider.put(snapshot, 'customer.subscription.created', before.nowMs());
    const ledger = stores.billingLedger;
    await ledger.receive(event, before.nowMs());
    await ledger.postpone(event.id, 'the provider is away', before.nowMs() + MINUTE_MS);
    expect((await ledger.waiting(after.nowMs(), 10)).map(({ id }) => id)).toEqual([event.id]);
    // Under the clock of its own time it waits
    expect(await ledger.waiting(before.nowMs(), 10)).toEqual([]);
  });
});
