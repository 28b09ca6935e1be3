/** The payment provider on a bad day: a clear refusal, nothing half done, and no duplicates after recovery. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingRig, DAY_MS, openBillingRig } from './billing-rig.ts';

let rig: BillingRig;
beforeAll(async () => {
  rig = await openBillingRig();
});
afterAll(() => rig.close());

describe.each([
  ['is down', { mode: 'error', status: 500 }],
  ['is rate-limited', { mode: 'error', status: 429 }],
  ['hangs', { mode: 'hang' }],
  ['breaks off', { mode: 'reset' }],
  ['answers rubbish', { mode: 'garbage' }],
  ['does it and its response is lost', { mode: 'lost' }],
] as const)('a provider that %s', (_name, outage) => {
  test('refuses an order clearly; the next one makes one subscription', async () => {
    const payer = await rig.newPayer();
    await rig.outage(outage);
    const { status, body } = await payer.order('pro');
    await rig.outage({ mode: 'none' });
    expect([status, body['code']]).toEqual([503, 'PAYMENT_PROVIDER_AWAY']);
    expect(body['message']).toMatch(/is not responding right now/);
    expect(await payer.tier()).toBe('free');
    const next = await payer.order('pro');
    expect(next.status).toBe(200);
    expect(rig.subscriptionsOf(payer.id)).toHaveLength(1);
  });

  test('refuses a change of mind clearly; the next order leaves one subscription', async () => {
    const payer = await rig.newPayer();
    expect((await payer.order('basic')).status).toBe(200);
    await rig.outage(outage);
    expect((await payer.order('pro')).status).toBe(503);
    await rig.outage({ mode: 'none' });
    await rig.confirm((await payer.order('pro')).body['clientSecret']);
    await rig.settle();
    const going = rig.subscriptionsOf(payer.id).filter((one) => one.status !== 'canceled');
    expect(going).toHaveLength(1);
    expect(await payer.tier()).toBe('pro');
  });
});

test('a slow provider is awaited', async () => {
  const payer = await rig.newPayer();
  await rig.outage({ mode: 'slow', delayMs: 400 });
  expect((await payer.order('pro')).status).toBe(200);
  await rig.outage({ mode: 'none' });
});

test('an upgrade whose response is lost is charged once, and recovered', async () => {
  const payer = await rig.newPayer();
  await payer.subscribe('basic');
  await rig.later(14 * DAY_MS + 2 * 60 * 60_000);
  await rig.later(5 * DAY_MS);
  const { body: quote } = await payer.get('/api/subscription/quote?tier=pro');
  await rig.outage({ mode: 'lost', path: '/v1/subscriptions/' });
  expect((await payer.order('pro', { prorationDate: quote['prorationDate'] })).status).toBe(503);
  await rig.outage({ mode: 'none' });
  const again = await payer.order('pro', { prorationDate: quote['prorationDate'] });
  await rig.settle();
  expect(await payer.tier()).toBe('pro');
  expect([again.body['status'], again.body['code']]).toContain(
    again.status === 200 ? 'changed' : 'SAME_TIER',
  );
  const invoices = (await payer.get('/api/billing/invoices')).body as unknown as readonly {
    totalPence: number;
  }[];
  const paid = invoices.map(({ totalPence }) => totalPence).filter((pence) => pence > 0);
  expect(paid).toHaveLength(2);
  expect(paid).toContain(quote['dueNowPence']);
});

test('the stored state is served while the provider is down', async () => {
  const payer = await rig.newPayer();
  await payer.subscribe('pro');
  await rig.outage({ mode: 'error', status: 503 });
  const [facts, invoices, config, portal] = await Promise.all([
    payer.get('/api/subscription'),
    payer.get('/api/billing/invoices'),
    payer.get('/api/billing/config'),
    payer.post('/api/billing-portal'),
  ]);
  await rig.outage({ mode: 'none' });
  expect([facts.status, invoices.status, config.status, portal.status]).toEqual([200, 200, 200, 503]);
  expect(facts.body).toMatchObject({ status: 'trialing', tier: 'pro' });
});
