/** How a subscription starts: registered, agreed, once, with a card, and never by what an address says. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type BillingRig, openBillingRig } from './billing-rig.ts';

let rig: BillingRig;
beforeAll(async () => {
  rig = await openBillingRig();
});
afterAll(() => rig.close());

describe('the first order', () => {
  test('begins a trial of fourteen days once the card is set up, and not before', async () => {
    const payer = await rig.newPayer();
    const quote = await payer.get('/api/subscription/quote?tier=pro');
    expect(quote.body).toMatchObject({
      kind: 'trial',
      dueNowPence: 0,
      startsAt: '2026-11-20T15:00:00.000Z',
      nextChargeAt: '2026-12-04T15:00:00.000Z',
      nextChargePence: 9900,
    });
    const { status, body } = await payer.order('pro');
    expect([status, body['status'], body['tier']]).toEqual([200, 'needs_card', 'pro']);
    expect(body['clientSecret']).toMatch(/^seti_/);
    // To the provider the trial runs from here on; nobody has it who only opened the form
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
      trialEndsAt: '2026-12-04T15:00:00.000Z',
      card: { brand: 'visa', last4: '4242' },
      trialUsed: true,
      refundNowPence: 0,
      registrationComplete: true,
    });
    expect((await payer.mails()).map(({ template }) => template)).toEqual(['welcome']);
  });
});
