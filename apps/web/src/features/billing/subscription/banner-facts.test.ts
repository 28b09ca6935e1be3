/** Lines about the subscription above every page. */
import type { CurrentUser, SubscriptionFacts } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { billingLines } from './banner-facts.ts';

const FREE: SubscriptionFacts = {
  status: 'none',
  tier: null,
  pricePence: null,
  trialEndsAt: null,
  periodEndsAt: null,
  endsAt: null,
  scheduled: null,
  graceEndsAt: null,
  action: null,
  card: null,
  trialUsed: false,
  coolingOffEndsAt: null,
  refundNowPence: 0,
  granted: null,
  registrationComplete: true,
};
const PRO: SubscriptionFacts = {
  ...FREE,
  status: 'active',
  tier: 'pro',
  periodEndsAt: '2026-12-03T12:00:00Z',
};
const USER = { subscriptionTier: 'pro' } as CurrentUser;

const said = (facts: SubscriptionFacts, user = USER) =>
  billingLines(facts, user).map((line) => line.lead + line.text);

test('there is no banner while nothing is pending', () => {
  expect(said(PRO)).toEqual([]);
  expect(said(FREE, { ...USER, subscriptionTier: 'free' })).toEqual([]);
});

test('a failed payment names the day until which the plan is kept, and cannot be dismissed', () => {
  const failed: SubscriptionFacts = {
    ...PRO,
    status: 'past_due',
    graceEndsAt: '2026-11-29T12:00:00Z',
    action: { kind: 'update_card', url: 'https://pay.example/card' },
  };
  expect(said(failed)).toEqual(['The last payment failed. Pro is kept until 29 November 2026.']);
  expect(billingLines(failed, USER)).toMatchObject([
    { canDismiss: false, action: { label: 'Update the card', href: 'https://pay.example/card' } },
  ]);
  const unconfirmed = {
    ...failed,
    action: { kind: 'confirm_payment' as const, url: 'https://pay.example/3ds' },
  };
  expect(said(unconfirmed)[0]).toMatch(/^Your bank asks you to confirm a payment\. Pro is kept/);
});

test('a change scheduled for the end of the period can be cancelled', () => {
  expect(said({ ...PRO, endsAt: '2026-12-03T12:00:00Z' })).toEqual([
    'Pro ends on 3 Dec 2026. You can undo the cancellation until then.',
  ]);
  expect(said({ ...PRO, scheduled: { tier: 'basic', at: '2026-12-03T12:00:00Z' } })).toEqual([
    'Basic starts on 3 Dec 2026. Until then you keep Pro.',
  ]);
});

test('an unfinished registration is named to who has no plan, not to who was granted one', () => {
  const open = { ...FREE, registrationComplete: false };
  expect(said(open, { ...USER, subscriptionTier: 'free' })).toHaveLength(1);
  expect(said(open, USER)).toEqual([]);
});
