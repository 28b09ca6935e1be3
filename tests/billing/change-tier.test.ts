/** How a subscription changes its tier: to the penny of the quote, at once when paid, or when the period ends. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingRig, DAY_MS, openBillingRig, type Payer } from './billing-rig.ts';

let rig: BillingRig;
beforeAll(async () => {
  rig = await openBillingRig();
});
afterAll(() => rig.close());

const quoteOf = async (payer: Payer, tier: string) =>
  (await payer.get(`/api/subscription/quote?tier=${tier}`)).body;
const invoicesOf = async (payer: Payer) =>
  (await payer.get('/api/billing/invoices')).body as unknown as readonly Record<string, unknown>[];

/** A payer after the trial, a third into the first paid month. */
async function paying(tier: string, card?: string): Promise<Payer> {
  const payer = await rig.newPayer();
  await payer.subscribe(tier, card);
  await rig.later(15 * DAY_MS);
  await rig.later(10 * DAY_MS);
  expect(await payer.facts()).toMatchObject({ status: 'active', tier });
  return payer;
}

describe('a larger tier', () => {
  test('in the trial begins at once, charges nothing and keeps the end of the trial', async () => {
    const payer = await rig.newPayer();
    await payer.subscribe('basic');
    const before = await payer.facts();
    expect(await quoteOf(payer, 'elite')).toMatchObject({ kind: 'upgrade', dueNowPence: 0, lines: [] });
    const { body } = await payer.order('elite');
    expect(body).toMatchObject({ status: 'changed', clientSecret: null, tier: 'elite' });
    expect(await payer.tier()).toBe('elite');
    expect((await payer.facts())['trialEndsAt']).toBe(before['trialEndsAt']);
    await rig.settle();
    expect((await invoicesOf(payer)).map(({ totalPence }) => totalPence)).toEqual([0]);
    const mails = (await payer.mails()).map(({ template }) => template);
    expect(mails.toSorted()).toEqual(['plan_changed', 'welcome']);
  });

  test('charges exactly what was quoted, and begins at once', async () => {
    const payer = await paying('basic');
    const quote = await quoteOf(payer, 'pro');
    expect(quote['kind']).toBe('upgrade');
    const lines = quote['lines'] as readonly { amountPence: number }[];
    expect(lines.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(quote['dueNowPence']);
    const { body } = await payer.order('pro', { prorationDate: quote['prorationDate'] });
    expect(body['status']).toBe('changed');
    expect(await payer.tier()).toBe('pro');
    await rig.settle();
    const [newest] = await invoicesOf(payer);
    expect(newest).toMatchObject({
      totalPence: quote['dueNowPence'],
      vatPence: quote['vatPence'],
      status: 'paid',
    });
    const changes = (await payer.mails()).filter(({ template }) => template === 'plan_changed');
    expect(changes).toHaveLength(1);
    expect(changes[0]?.facts).toMatchObject({ from: 'basic', to: 'pro' });
  });

  test('that the bank refuses leaves the old tier, and the next request returns the same secret', async () => {
    const payer = await paying('basic', 'pm_card_visa');
    await rig.giveCard(payer.id, 'pm_card_chargeCustomerFail');
    const { status, body } = await payer.order('elite');
    expect([status, body['status']]).toEqual([200, 'needs_card']);
    expect(body['clientSecret']).toMatch(/^pi_/);
    expect(await payer.tier()).toBe('basic');
    expect((await payer.order('elite')).body['clientSecret']).toBe(body['clientSecret']);
    await rig.settle();
    expect(await payer.tier()).toBe('basic');
    // Another card pays it
    expect(await rig.confirm(body['clientSecret'])).toBe('succeeded');
    await rig.settle();
    expect(await payer.tier()).toBe('elite');
  });

  test('that needs 3-D Secure begins when the customer has authenticated', async () => {
    const payer = await paying('basic');
    await rig.giveCard(payer.id, 'pm_card_authenticationRequired');
    const { body } = await payer.order('pro');
    expect(body['status']).toBe('needs_confirmation');
    expect(await payer.tier()).toBe('basic');
    expect(await payer.facts()).toMatchObject({ action: { kind: 'confirm_payment' } });
    await rig.authenticate(body['clientSecret']);
    await rig.settle();
    expect(await payer.tier()).toBe('pro');
    expect(await payer.facts()).toMatchObject({ action: null, tier: 'pro' });
  });

  test('at an outdated price is refused, and nothing is charged', async () => {
    const payer = await paying('basic');
    const quote = await quoteOf(payer, 'pro');
    const yesterday = Number(quote['prorationDate']) - 86_400;
    const { status, body } = await payer.order('pro', { prorationDate: yesterday });
    expect([status, body['code']]).toEqual([409, 'QUOTE_EXPIRED']);
    expect((await payer.order('pro', { prorationDate: 1 })).body['code']).toBe('QUOTE_EXPIRED');
    expect(await payer.tier()).toBe('basic');
  });
});

describe('a smaller tier', () => {
  test('begins when the period ends, is announced by mail, and can be cancelled', async () => {
    const payer = await paying('elite');
    const { periodEndsAt } = await payer.facts();
    const quote = await quoteOf(payer, 'basic');
    expect(quote).toMatchObject({ kind: 'downgrade', dueNowPence: 0, startsAt: periodEndsAt });
    const first = await payer.order('basic');
    expect(first.body).toMatchObject({ status: 'scheduled', clientSecret: null, startsAt: periodEndsAt });
    expect(await payer.facts()).toMatchObject({
      tier: 'elite',
      scheduled: { tier: 'basic', at: periodEndsAt },
    });
    expect((await payer.order('basic')).body['status']).toBe('scheduled');
    expect((await payer.post('/api/subscription/resume')).status).toBe(200);
    expect((await payer.facts())['scheduled']).toBeNull();
    expect((await payer.post('/api/subscription/resume')).body['code']).toBe('NOTHING_TO_RESUME');

    expect((await payer.order('pro')).body['status']).toBe('scheduled');
    expect(await payer.tier()).toBe('elite');
    await rig.later(31 * DAY_MS);
    expect(await payer.tier()).toBe('pro');
    expect(await payer.facts()).toMatchObject({ status: 'active', scheduled: null, pricePence: 9900 });
    const changes = (await payer.mails()).filter(({ template }) => template === 'plan_changed');
    expect(changes.map(({ facts }) => facts['to'])).toEqual(['basic', 'pro']);
  });

  test('in the trial begins when the trial ends', async () => {
    const payer = await rig.newPayer();
    await payer.subscribe('elite');
    const { trialEndsAt } = await payer.facts();
    expect((await payer.order('pro')).body).toMatchObject({ status: 'scheduled', startsAt: trialEndsAt });
    expect(await payer.facts()).toMatchObject({ status: 'trialing', tier: 'elite', trialEndsAt });
    await rig.later(15 * DAY_MS);
    expect(await payer.facts()).toMatchObject({ status: 'active', tier: 'pro' });
    expect((await invoicesOf(payer))[0]).toMatchObject({ totalPence: 9900, status: 'paid' });
  });

  test('names the instruments that it would pause', async () => {
    const payer = await rig.newPayer();
    await payer.subscribe('pro');
    for (const instrumentId of [1, 2, 3]) await payer.post('/api/user/instruments', { instrumentId });
    expect((await quoteOf(payer, 'basic'))['pausedSymbols']).toEqual(['NQ', 'YM']);
  });

  test('is replaced by a larger one', async () => {
    const payer = await paying('pro');
    await payer.order('basic');
    expect((await payer.order('elite')).body['status']).toBe('changed');
    expect(await payer.facts()).toMatchObject({ tier: 'elite', scheduled: null });
  });
});

test('an order of the current tier is refused with its own error', async () => {
  const payer = await rig.newPayer();
  await payer.subscribe('pro');
  expect(await quoteOf(payer, 'pro')).toMatchObject({ kind: 'current', dueNowPence: 0 });
  const { status, body } = await payer.order('pro');
  expect([status, body['code']]).toEqual([409, 'SAME_TIER']);
  expect(rig.subscriptionsOf(payer.id)).toHaveLength(1);
});

test('while a payment is open nothing is changed, and the tier is kept for the days of grace', async () => {
  const payer = await rig.newPayer();
  await payer.subscribe('pro', 'pm_card_visa');
  await rig.giveCard(payer.id, 'pm_card_chargeCustomerFail');
  await rig.later(15 * DAY_MS);
  expect(await payer.facts()).toMatchObject({
    status: 'past_due',
    action: { kind: 'update_card' },
    refundNowPence: 0,
  });
  expect(await payer.tier()).toBe('pro');
  expect((await payer.order('elite')).body['code']).toBe('PAYMENT_DUE');
  expect((await payer.get('/api/subscription/quote?tier=elite')).body['code']).toBe('PAYMENT_DUE');
});
