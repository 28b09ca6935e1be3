/** One change per person at a time: in one process, between two, and after one that was killed. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BillingLeases } from '#ports/billing-sync.ts';
import { openTestApp, type TestApp } from '#testing/app.ts';
import { createOneAtATime } from './one-at-a-time.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

function process(maxWaitMs?: number) {
  const { clock } = app.parts;
  return createOneAtATime({
    billingLeases: app.stores.billingLeases,
    clock,
    ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
  });
}

test('two processes work one at a time, and all work is done', async () => {
  const { id } = await app.newUser('free');
  const processes = [process(), process()];
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise((resolve) => setImmediate(resolve));
    inside -= 1;
  };
  const runs = Array.from({ length: 10 }, (_, index) => processes[index % 2]?.run(id, work));
  await Promise.all(runs);
  expect(most).toBe(1);
});

test('a failure releases the lease, and people do not wait for each other', async () => {
  const one = await app.newUser('free');
  const other = await app.newUser('free');
  const turns = process();
  await expect(turns.run(one.id, () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  const inner = await turns.run(one.id, () => turns.run(other.id, async () => 'both'));
  expect(inner).toBe('both');
});

test('the lease of a killed process blocks until it expires, and is taken over afterwards', async () => {
  const { id } = await app.newUser('free');
  const leases: BillingLeases = app.stores.billingLeases;
  const nowMs = app.parts.clock.nowMs();
  expect(await leases.take(id, 'killed', nowMs, nowMs + 120_000)).toBe(true);
  const run = () => process(50).run(id, async () => 'done');
  await expect(run()).rejects.toMatchObject({ code: 'BILLING_BUSY' });
  app.advance(120_000);
  expect(await run()).toBe('done');
});
