/** How a subscription ends: at once with the money back, or with its period, also while the provider is down. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingRig, DAY_MS, openBillingRig, type Payer } from './billing-rig.ts';

let rig: BillingRig;
beforeAll(async () => {
  rig = await openBillingRig();
});
afterAll(() => rig.close());

const CANCEL = '/api/cancel-subscription';

async function paidInvoice(payer: Payer): Promise<Record<string, unknown> | undefined> {
  const rows = (await payer.get('/api/billing/invoices')).body as unknown as readonly Record<
    string,
    unknown
  >[];
  return rows.find(({ totalPence }) => totalPence !== 0);
}

/** A payer whose first paid month began this many days ago, after the trial. */
async function payingSince(days: number, tier = 'pro'): Promise<Payer> {
  const payer = await rig.newPayer();
  await payer.subscribe(tier);
  await rig.later(14 * DAY_MS + 2 * 60 * 60_000);
  await rig.later(days * DAY_MS);
  expect(await payer.facts()).toMatchObject({ status: 'active', tier });
  return payer;
}

const templates = async (payer: Payer) => (await payer.mails()).map(({ template }) => template).toSorted();

describe('at once', () => {
  test('in the trial costs nothing and takes the tier at once', async () => {
    const payer = await rig.newPayer();
    await payer.subscribe('pro');
    const { status, body } = await payer.post(CANCEL);
    expect([status, body['ok'], body['refundedPence']]).toEqual([200, true, 0]);
    expect(await payer.tier()).toBe('free');
    expect(await payer.facts()).toMatchObject({ status: 'none', tier: null });
    expect(rig.subscriptionsOf(payer.id).map((one) => one.status)).toEqual(['canceled']);
    await rig.settle();
    expect(await templates(payer)).toEqual(['cancelled', 'welcome']);
    const again = await payer.post(CANCEL);
    expect([again.status, again.body['code']]).toEqual([409, 'NO_SUBSCRIPTION']);
  });

  test('within fourteen days of the first charge refunds everything', async () => {
    const payer = await payingSince(13);
    const facts = await payer.facts();
    expect(facts['refundNowPence']).toBe(9900);
    expect(facts['coolingOffEndsAt']).not.toBeNull();
    expect((await payer.post(CANCEL)).body['refundedPence']).toBe(9900);
    await rig.settle();
    expect(await paidInvoice(payer)).toMatchObject({ totalPence: 9900, refundedPence: 9900 });
    const mails = await payer.mails();
    expect(mails.find(({ template }) => template === 'cancelled')?.facts['refundPence']).toBe(9900);
    expect(mails.find(({ template }) => template === 'refunded')?.facts['amountPence']).toBe(9900);
  });

  test('later refunds the unused part, once, and the full amount never twice', async () => {
    const payer = await payingSince(20, 'elite');
    const facts = await payer.facts();
    expect(facts['coolingOffEndsAt']).toBeNull();
    const refund = Number((await payer.post(CANCEL)).body['refundedPence']);
    expect(refund).toBe(facts['refundNowPence']);
    // About two thirds of the month are over
    expect(refund).toBeGreaterThan(19_900 / 4);
    expect(refund).toBeLessThan(19_900 / 2);
    await rig.settle();
    expect(await paidInvoice(payer)).toMatchObject({ totalPence: 19_900, refundedPence: refund });
  });

  test('after one full refund the next contract is charged for the days used', async () => {
    const payer = await payingSince(1);
    await payer.post(CANCEL);
    await rig.settle();
    await payer.subscribe('pro');
    await rig.later(10 * DAY_MS);
    const { refundNowPence, coolingOffEndsAt } = await payer.facts();
    expect(coolingOffEndsAt).toBeNull();
    expect(refundNowPence).toBeGreaterThan(6000);
    expect(refundNowPence).toBeLessThan(7000);
  });

  test('of an upgrade refunds both payments', async () => {
    const payer = await payingSince(3, 'basic');
    const { body } = await payer.get('/api/subscription/quote?tier=elite');
    await payer.order('elite', { prorationDate: body['prorationDate'] });
    await rig.settle();
    const paid = 5000 + Number(body['dueNowPence']);
    expect((await payer.post(CANCEL)).body['refundedPence']).toBe(paid);
  });

  test('requested twenty times at once is done once', async () => {
    const payer = await payingSince(2);
    const responses = await Promise.all(Array.from({ length: 20 }, () => payer.post(CANCEL)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    await rig.settle();
    expect(await paidInvoice(payer)).toMatchObject({ refundedPence: 9900 });
    expect((await templates(payer)).filter((template) => template === 'cancelled')).toHaveLength(1);
  });
});

describe('at once while the provider', () => {
  test.each([
    ['is down', { mode: 'error', status: 503 }],
    ['hangs', { mode: 'hang' }],
    ['breaks off', { mode: 'reset' }],
    ['does it and its response is lost', { mode: 'lost' }],
  ] as const)('%s takes the tier at once, and gives back exactly once later', async (_name, outage) => {
    const payer = await payingSince(2);
    await rig.outage(outage);
    const { status, body } = await payer.post(CANCEL);
    expect([status, body['refundedPence']]).toEqual([200, 9900]);
    expect(await payer.tier()).toBe('free');
    expect((await payer.order('pro')).body['code']).toBe('CANCELLATION_UNDER_WAY');
    await rig.outage({ mode: 'none' });
    // The provider's outdated state restores nothing
    await rig.settle();
    expect(await payer.tier()).toBe('free');
    // The response to every call of the next try is lost
    rig.app.advance(60_000);
    await rig.outage({ mode: 'lost', path: '/v1/refunds' });
    await rig.cancellations.run();
    await rig.outage({ mode: 'none' });
    rig.app.advance(60 * 60_000);
    await rig.cancellations.run();
    await rig.settle();
    expect(rig.subscriptionsOf(payer.id).map((one) => one.status)).toEqual(['canceled']);
    expect(await paidInvoice(payer)).toMatchObject({ refundedPence: 9900 });
    expect(await rig.app.stores.cancelTasks.open(payer.id)).toEqual([]);
    expect((await payer.order('pro')).status).toBe(200);
  });
});

describe('with the period', () => {
  test('keeps the tier to its end, is announced by mail, and can be undone', async () => {
    const payer = await payingSince(5);
    const { periodEndsAt } = await payer.facts();
    const { body } = await payer.post(CANCEL, { atPeriodEnd: true });
    expect(body).toEqual({ ok: true, refundedPence: 0, endsAt: periodEndsAt });
    expect(await payer.facts()).toMatchObject({ status: 'active', endsAt: periodEndsAt });
    const again = await payer.post(CANCEL, { atPeriodEnd: true });
    expect([again.status, again.body['code']]).toEqual([409, 'ALREADY_ENDING']);
    expect((await payer.post('/api/subscription/resume')).status).toBe(200);
    expect((await payer.facts())['endsAt']).toBeNull();
    await payer.post(CANCEL, { atPeriodEnd: true });
    expect(await payer.tier()).toBe('pro');
    await rig.later(31 * DAY_MS);
    expect(await payer.tier()).toBe('free');
    expect(await payer.facts()).toMatchObject({ status: 'none' });
    const announced = (await payer.mails()).filter(({ template }) => template === 'cancelled');
    expect(announced.map(({ facts }) => facts['endsAtMs'])).toContain(Date.parse(String(periodEndsAt)));
  });

  test('is refused while the provider is down, and nothing is half done', async () => {
    const payer = await payingSince(5);
    await rig.outage({ mode: 'error', status: 500 });
    const { status, body } = await payer.post(CANCEL, { atPeriodEnd: true });
    await rig.outage({ mode: 'none' });
    expect([status, body['code']]).toEqual([503, 'PAYMENT_PROVIDER_AWAY']);
    expect(await payer.facts()).toMatchObject({ status: 'active', endsAt: null });
  });
});

test('the portal opens for customers only, and switches no plans', async () => {
  const stranger = await rig.newPayer();
  expect((await stranger.post('/api/billing-portal')).body['code']).toBe('NO_BILLING_ACCOUNT');
  const payer = await rig.newPayer();
  await payer.subscribe('pro');
  expect((await payer.post('/api/billing-portal')).body['url']).toMatch(/^http/);
  const [configuration] = rig.stripe.world.store.all('billing_portal.configuration');
  expect(configuration).toMatchObject({ features: { subscription_update: { enabled: false } } });
});
