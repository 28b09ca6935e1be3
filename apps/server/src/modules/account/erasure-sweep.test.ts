/** Erasures that are due are carried out, the subscription first, whatever fails on the way. */
import { WEEK_MS } from '@undertow/market';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import type { EndSubscription, Erasures } from '#ports/accounts.ts';
import { openTestApp, type TestApp, type TestUser } from '#testing/app.ts';
import { NO_RECORDINGS } from '#testing/recordings/no-recordings.ts';
import { type ErasureSweepParts, sweepErasures } from './erasure-sweep.ts';

let app: TestApp;
let logged: string[];
let steps: string[];
/** What the payment provider does. */
let endSubscription: EndSubscription;
beforeAll(async () => {
  app = await openTestApp({
    recordings: {
      ...NO_RECORDINGS.recordings,
      eraseOwner: async (owner) => {
        steps.push(
          `recordings of ${(await app.stores.users.find(owner)) === undefined ? 'nobody' : 'a user'}`,
        );
        return { count: 1, bytes: 1 };
      },
    },
  });
  app.parts.bus.subscribe('sessionEnded', () => steps.push('sessions ended'));
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.orm.execute(sql`DELETE FROM erasures`);
  logged = [];
  steps = [];
  endSubscription = async () => {
    steps.push('subscription ended');
    return true;
  };
});

function sweep(erasures: Erasures = app.stores.erasures): Promise<void> {
  const note = (facts: object, message: string) => logged.push(`${message} ${JSON.stringify(facts)}`);
  const parts: ErasureSweepParts = {
    ...app.parts,
    erasures,
    endSubscription: (userId) => endSubscription(userId),
    log: { info: note, error: note },
  };
  return sweepErasures(parts);
}

/** A user whose erasure is due and whose mail is sent. */
async function dueUser(): Promise<TestUser> {
  const user = await app.newUser('pro', [1]);
  await app.stores.erasures.request(user.id, app.parts.clock.nowMs() - WEEK_MS, 'request');
  await app.orm.execute(sql`UPDATE mail_outbox SET sent_at_ms = 1`);
  return user;
}

const statusOf = async ({ headers }: TestUser) =>
  (await app.http.inject({ url: '/api/auth/user', headers })).statusCode;

test('the subscription ends first, then the account, then its open sessions, then its recordings', async () => {
  const user = await dueUser();
  // Kept in memory by the gate and by the sessions
  expect(await statusOf(user)).toBe(200);
  await sweep();
  expect(steps).toEqual(['subscription ended', 'sessions ended', 'recordings of nobody']);
  expect(await app.stores.users.find(user.id)).toBeUndefined();
  expect(await statusOf(user)).toBe(401);
  expect((await app.parts.entitlements.of(user.id)).tier).toBe('free');
  await sweep();
  expect(steps).toHaveLength(3);
});

test('while the payment provider is down the account stays, and the next run erases it', async () => {
  const [first, second] = [await dueUser(), await dueUser()];
  endSubscription = async (userId) => {
    if (userId === first.id) throw new Error('the provider is away');
    return true;
  };
  await sweep();
  expect(await app.stores.users.find(first.id)).toBeDefined();
  expect(await app.stores.users.find(second.id)).toBeUndefined();
  expect(logged.join()).toContain('erasure failed, trying again');
  endSubscription = async () => false;
  await sweep();
  expect(await app.stores.users.find(first.id)).toBeUndefined();
});

test('after a kill between the subscription and the account the next start completes the erasure', async () => {
  const user = await dueUser();
  const killed: Erasures = {
    ...app.stores.erasures,
    carryOut: () => Promise.reject(new Error('killed')),
  };
  await sweep(killed);
  expect(await app.stores.users.find(user.id)).toBeDefined();
  await sweep();
  await sweep();
  expect(steps).toEqual([
    ...['subscription ended', 'subscription ended', 'sessions ended'],
    'recordings of nobody',
  ]);
  const audited = await rowsOf(
    app.orm,
    sql`SELECT action FROM audit_log WHERE subject = ${user.id} AND action = 'erasure.done'`,
  );
  expect(audited).toHaveLength(1);
});

test('an erasure withdrawn at the last moment changes nothing', async () => {
  const user = await dueUser();
  endSubscription = async () => {
    await app.orm.execute(sql`DELETE FROM erasures WHERE user_id = ${user.id}`);
    return true;
  };
  await sweep();
  expect(await statusOf(user)).toBe(200);
});

test('a subscription that cannot be ended blocks the erasure, and the operator is notified', async () => {
  const user = await dueUser();
  const hindered: Erasures = {
    ...app.stores.erasures,
    carryOut: async () => ({ kind: 'subscription-goes-on' }),
  };
  await sweep(hindered);
  expect(logged.join()).toContain('subscription-goes-on');
  expect(await statusOf(user)).toBe(200);
});
