/** How a subscription starts: registered, agreed, once, with a card, and never because of a URL. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingRig, DAY_MS, openBillingRig } from './billing-rig.ts';

let rig: BillingRig;
beforeAll(async () => {
  rig = await openBillingRig();
});
afterAll(() => rig.close());

describe('the first order', () => {
  test('begins a trial of fourteen days once the card is set up, and not before', async () => {
    const payer = await rig.newPayer();
    const today = rig.app.parts.clock.nowMs();
    const trialEnds = new Date(today + 14 * DAY_MS).toISOString();
    const quote = await payer.get('/api/subscription/quote?tier=pro');
    expect(quote.body).toMatchObject({
      kind: 'trial',
      dueNowPence: 0,
      startsAt: new Date(today).toISOString(),
      nextChargeAt: trialEnds,
      nextChargePence: 9900,
    });
    const { status, body } = await payer.order('pro');
    expect([status, body['status'], body['tier']]).toEqual([200, 'needs_card', 'pro']);
    expect(body['clientSecret']).toMatch(/^seti_/);
    // To the provider the trial runs from here on; opening the form alone does not start it
    await rig.settle();
    expect(await payer.tier()).toBe('free');
    expect(await payer.facts()).toMatchObject({ status: 'incomplete', tier: 'pro', trialUsed: false });

    expect(await rig.confirm(body['clientSecret'])).toBe('succeeded');
    await rig.settle();
    expect(await payer.tier()).toBe('pro');
    expect(await payer.facts()).toMatchObject({
      status: 'trialing',
      tier: 'pro',
      pricePence: 9900,
      trialEndsAt: trialEnds,
      card: { brand: 'visa', last4: '4242' },
      trialUsed: true,
      refundNowPence: 0,
      registrationComplete: true,
    });
    expect((await payer.mails()).map(({ template }) => template)).toEqual(['welcome']);
  });

  test('requires the registration, and the consent to begin at once', async () => {
    const stranger = await rig.newPayer({ registered: false });
    expect((await stranger.order('pro')).body).toMatchObject({ code: 'REGISTRATION_REQUIRED' });
    expect(await stranger.facts()).toMatchObject({ registrationComplete: false });
    const payer = await rig.newPayer();
    const refused = await payer.order('pro', { immediateSupply: false });
    expect([refused.status, refused.body['code']]).toEqual([400, 'CONSENT_REQUIRED']);
    expect(refused.body['issues']).toEqual([{ path: 'immediateSupply', message: 'expected true' }]);
    expect(rig.subscriptionsOf(payer.id)).toEqual([]);
    await payer.order('pro');
    const kinds = (await rig.app.stores.registrations.consents(payer.id)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'immediate_supply')).toHaveLength(1);
  });

  test('T20 a URL that claims a payment pays nothing', async () => {
    const payer = await rig.newPayer();
    await rig.app.http.inject({ url: '/?payment=success' });
    await payer.get('/api/subscription?payment=success');
    await rig.settle();
    expect(await payer.tier()).toBe('free');
  });

  test('of the same tier returns the same secret, and an order of another tier replaces it', async () => {
    const payer = await rig.newPayer();
    const first = await payer.order('pro');
    const again = await payer.order('pro');
    expect(again.body['clientSecret']).toBe(first.body['clientSecret']);
    const other = await payer.order('basic');
    expect(other.body['clientSecret']).not.toBe(first.body['clientSecret']);
    expect(rig.subscriptionsOf(payer.id).map(({ status }) => status)).toEqual(['canceled', 'trialing']);
    await rig.confirm(other.body['clientSecret']);
    await rig.settle();
    expect(await payer.tier()).toBe('basic');
  });

  test('that was abandoned starts again, with all its days of trial', async () => {
    const payer = await rig.newPayer();
    await payer.order('pro');
    await rig.later(3 * DAY_MS);
    const { body } = await payer.order('pro');
    await rig.confirm(body['clientSecret']);
    await rig.settle();
    const nowMs = rig.app.parts.clock.nowMs();
    expect((await payer.facts())['trialEndsAt']).toBe(new Date(nowMs + 14 * DAY_MS).toISOString());
  });
});

describe('50 orders at once', () => {
  test.each(['the same tier', 'all tiers'])('for %s make one subscription', async (which) => {
    const payer = await rig.newPayer();
    const tiers = which === 'all tiers' ? ['basic', 'pro', 'elite'] : ['pro'];
    const orders = Array.from({ length: 50 }, (_, index) =>
      payer.order(tiers[index % tiers.length] ?? 'pro'),
    );
    const responses = await Promise.all(orders);
    const going = rig.subscriptionsOf(payer.id).filter(({ status }) => status !== 'canceled');
    expect(going).toHaveLength(1);
    if (which === 'the same tier') {
      expect(rig.subscriptionsOf(payer.id)).toHaveLength(1);
      const secrets = responses.flatMap(({ body }) => body['clientSecret'] ?? []);
      expect(new Set(secrets).size).toBe(1);
      // Requests that waited too long are answered "try again"
      expect(new Set(responses.map(({ body }) => body['code']))).not.toContain('INTERNAL');
    }
  });
});

describe('T21 a user has one trial', () => {
  test('after it the order says that the charge is today, and charges', async () => {
    const payer = await rig.newPayer();
    await payer.subscribe('pro');
    expect((await payer.post('/api/cancel-subscription')).status).toBe(200);
    const quote = await payer.get('/api/subscription/quote?tier=pro');
    expect(quote.body).toMatchObject({ kind: 'start', dueNowPence: 9900, vatPence: 1650 });
    const { body } = await payer.order('pro');
    expect(body['clientSecret']).toMatch(/^pi_/);
    expect(body['status']).toBe('needs_card');
    expect(await payer.tier()).toBe('free');
    expect(await rig.confirm(body['clientSecret'])).toBe('succeeded');
    await rig.settle();
    expect(await payer.tier()).toBe('pro');
    expect(await payer.facts()).toMatchObject({ status: 'active', trialEndsAt: null });
    const invoices = await payer.get('/api/billing/invoices');
    expect(invoices.body).toContainEqual(
      expect.objectContaining({ totalPence: 9900, vatPence: 1650, status: 'paid', refundedPence: 0 }),
    );
  });

  test('another spelling of the same mailbox is the same user', async () => {
    const first = await rig.newPayer({ email: 'jane.doe@gmail.com' });
    await first.subscribe('pro');
    const second = await rig.newPayer({ email: 'JaneDoe+again@googlemail.com' });
    expect(await second.facts()).toMatchObject({ status: 'none', trialUsed: true });
    expect((await second.order('pro')).body['clientSecret']).toMatch(/^pi_/);
  });

  test('a card from another account’s trial ends the trial before it grants anything, and charges nothing', async () => {
    const first = await rig.newPayer();
    await first.subscribe('pro');
    const second = await rig.newPayer({ knownCards: true });
    const { body } = await second.order('elite');
    await rig.confirm(body['clientSecret']);
    await rig.settle();
    expect(await second.tier()).toBe('free');
    expect(await second.facts()).toMatchObject({ status: 'none', trialUsed: true });
    expect((await second.mails()).map(({ template }) => template)).toEqual(['cancelled']);
    await rig.cancellations.run();
    expect(rig.subscriptionsOf(second.id).map(({ status }) => status)).toEqual(['canceled']);
    expect((await second.get('/api/subscription/quote?tier=elite')).body).toMatchObject({ kind: 'start' });
  });
});

describe('a card that fails', () => {
  test.each([
    ['pm_card_chargeDeclined', 'Your card was declined.'],
    ['pm_card_chargeDeclinedInsufficientFunds', 'Your card has insufficient funds.'],
    ['pm_card_chargeDeclinedExpiredCard', 'Your card has expired.'],
  ])('while it is set up (%s) leaves no tier, and another card can follow', async (card, message) => {
    const payer = await rig.newPayer();
    const { body } = await payer.order('pro');
    expect(await rig.confirm(body['clientSecret'], card)).toBe(message);
    await rig.settle();
    expect(await payer.tier()).toBe('free');
    expect(await payer.mails()).toEqual([]);
    expect((await payer.order('pro')).body['clientSecret']).toBe(body['clientSecret']);
  });

  test('at the first charge leaves no tier and nothing paid; the order can be resumed', async () => {
    const payer = await rig.newPayer();
    await payer.subscribe('basic');
    await payer.post('/api/cancel-subscription');
    const { body } = await payer.order('basic');
    expect(body['clientSecret']).toMatch(/^pi_/);
    expect(await rig.confirm(body['clientSecret'], 'pm_card_chargeDeclined')).toBe('Your card was declined.');
    await rig.settle();
    expect(await payer.tier()).toBe('free');
    expect(await payer.facts()).toMatchObject({ status: 'incomplete', tier: 'basic', refundNowPence: 0 });
    expect((await payer.order('basic')).body['clientSecret']).toBe(body['clientSecret']);
  });

  test('that needs 3-D Secure grants the tier when the customer authenticates, not when they refuse', async () => {
    const payer = await rig.newPayer();
    const { body } = await payer.order('pro');
    const secret = body['clientSecret'];
    expect(await rig.confirm(secret, 'pm_card_authenticationRequired')).toBe('requires_action');
    await rig.authenticate(secret, 'fail');
    await rig.settle();
    expect(await payer.tier()).toBe('free');
    expect(await rig.confirm(secret, 'pm_card_authenticationRequired')).toBe('requires_action');
    await rig.authenticate(secret);
    await rig.settle();
    expect(await payer.tier()).toBe('pro');
  });
});
