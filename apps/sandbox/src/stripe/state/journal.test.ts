/** Everything is there again after a restart, also after a kill in the middle of a line. */

import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_S } from '@undertow/market';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSandbox } from '#testing/stripe/open-sandbox.ts';

let folder: string;
let dataFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'undertow-stripe-'));
  dataFile = join(folder, 'stripe.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('customers, subscriptions, responses by key and the clock survive a restart', async () => {
  const first = await openSandbox({ dataFile });
  const key = { idempotencyKey: 'one' };
  const { id } = await first.stripe.customers.create({ name: 'Ada' }, key);
  const { id: subscriptionId } = await first.subscribe(id, { plan: 'pro', card: 'pm_card_visa' });
  await first.control('clock', { by: 3 * DAY_S });
  const { now } = (await first.control('clock', {})) as { now: number };
  const events = await first.events();
  await first.close();

  const second = await openSandbox({ dataFile });
  expect((await second.stripe.customers.create({ name: 'Ada' }, key)).id).toBe(id);
  expect((await second.subscription(subscriptionId)).status).toBe('active');
  expect(await second.events()).toEqual(events);
  expect(((await second.control('clock', {})) as { now: number }).now).toBeGreaterThanOrEqual(now);
  await second.close();
});

test('a response is stored for a day, and its key is free after that', async () => {
  let nowMs = Date.UTC(2026, 10, 1);
  const parts = { nowMs: () => nowMs };
  const key = { idempotencyKey: 'one' };
  const first = await openSandbox({ dataFile }, parts);
  const { id } = await first.stripe.customers.create({ name: 'Ada' }, key);
  await first.close();
  nowMs += DAY_S * 1000 + 1;
  const second = await openSandbox({ dataFile }, parts);
  expect((await second.stripe.customers.create({ name: 'Ada' }, key)).id).not.toBe(id);
  await second.close();
});

test('a line that a kill cut short is left out', async () => {
  const first = await openSandbox({ dataFile });
  const { id } = await first.stripe.customers.create({ name: 'Ada' });
  await first.close();
  appendFileSync(dataFile, '{"kind":"customer","id":"cus_half","obj');
  const second = await openSandbox({ dataFile });
  expect(await second.stripe.customers.retrieve(id)).toMatchObject({ name: 'Ada' });
  await second.close();
});

test('a second start on the same port does not harm the first', async () => {
  const first = await openSandbox({ dataFile });
  const { port } = first.running;
  await expect(openSandbox({ dataFile, port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  const { id } = await first.stripe.customers.create({ name: 'Ada' });
  await first.close();
  const second = await openSandbox({ dataFile });
  expect(await second.stripe.customers.retrieve(id)).toMatchObject({ name: 'Ada' });
  await second.close();
});
