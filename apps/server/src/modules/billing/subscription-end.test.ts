/** No subscription outlives its account: it ends at the provider first. */
import { WEEK_MS } from '@undertow/market';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sweepErasures } from '#modules/account/erasure-sweep.ts';
import { BillingFailure } from '#ports/billing.ts';
import { openTestApp, type TestApp, type TestUser } from '#testing/app.ts';
import { startCancellationRunner } from './cancellation-runner.ts';
import { createSubscriptionEnd } from './subscription-end.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

async function sweep(): Promise<void> {
  const parts = { ...app.parts, gateway: app.provider };
  await sweepErasures({ ...parts, endSubscription: createSubscriptionEnd(parts) });
}

/** A subscriber whose erasure is due; their mails are sent as they are written. */
async function dueSubscriber(id: string): Promise<TestUser> {
  const periodEndsAtMs = app.parts.clock.nowMs() + WEEK_MS;
  const user = await app.newSubscriber({ id, status: 'active', tier: 'pro', periodEndsAtMs }, [1]);
  await app.stores.erasures.request(user.id, app.parts.clock.nowMs() - WEEK_MS, 'request');
  return user;
}

const sendMails = () => app.orm.execute(sql`UPDATE mail_outbox SET sent_at_ms = 1`);
const isThere = async ({ id }: TestUser) => (await app.stores.users.find(id)) !== undefined;

test('the subscription ends at the provider, its mail leaves, then the account goes', async () => {
  const user = await dueSubscriber('sub_going');
  await sweep();
  expect(app.provider.subscriptions.get('sub_going')?.status).toBe('canceled');
  expect(await isThere(user)).toBe(true);
  await sendMails();
  await sweep();
  expect(await isThere(user)).toBe(false);
});

test('while the provider is down the account stays, and is erased after the cancellation', async () => {
  const user = await dueSubscriber('sub_away');
  app.provider.onCall = (name) => {
    if (name === 'cancelNow') throw new BillingFailure('away', { canRetry: true, customerMessage: null });
  };
  await sweep();
  await sendMails();
  await sweep();
  expect(await isThere(user)).toBe(true);
  expect(app.provider.subscriptions.get('sub_away')?.status).toBe('active');
  app.provider.onCall = () => undefined;
  app.advance(3_600_000);
  const runner = startCancellationRunner({ ...app.parts, gateway: app.provider });
  await runner.run();
  await runner.stop();
  await sweep();
  expect(app.provider.subscriptions.get('sub_away')?.status).toBe('canceled');
  expect(await isThere(user)).toBe(false);
});

test('an account without a subscription is erased without a call to the provider', async () => {
  const user = await app.newUser('pro', [1]);
  await app.stores.erasures.request(user.id, app.parts.clock.nowMs() - WEEK_MS, 'request');
  await sendMails();
  const calls: string[] = [];
  app.provider.onCall = (name) => {
    calls.push(name);
  };
  await sweep();
  app.provider.onCall = () => undefined;
  expect(calls).toEqual([]);
  expect(await isThere(user)).toBe(false);
});
