/** Which tier each state of a subscription gives. */
import { DAY_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import type { SubscriptionStatus } from '#ports/billing.ts';
import { graceEndsAtMs, subscriptionTier } from './subscription-tier.ts';

const NOW = Date.UTC(2026, 10, 20);

interface Row {
  readonly situation: string;
  readonly status: SubscriptionStatus;
  readonly cardReady?: boolean;
  readonly pastDueSinceMs?: number;
  readonly tier: 'pro' | 'free';
  readonly untilMs?: number;
}

const ROWS: readonly Row[] = [
  { situation: 'paid', status: 'active', tier: 'pro' },
  { situation: 'paid, the card removed since', status: 'active', cardReady: false, tier: 'pro' },
  { situation: 'trial with a card', status: 'trialing', tier: 'pro' },
  { situation: 'trial whose card was never given', status: 'trialing', cardReady: false, tier: 'free' },
  {
    situation: 'first payment failed a moment ago',
    status: 'past_due',
    pastDueSinceMs: NOW,
    tier: 'pro',
    untilMs: NOW + 7 * DAY_MS,
  },
  {
    situation: 'last millisecond of the grace',
    status: 'past_due',
    pastDueSinceMs: NOW - 7 * DAY_MS + 1,
    tier: 'pro',
    untilMs: NOW + 1,
  },
  { situation: 'grace over', status: 'past_due', pastDueSinceMs: NOW - 7 * DAY_MS, tier: 'free' },
  { situation: 'past due since an unknown time', status: 'past_due', tier: 'free' },
  { situation: 'first payment not made', status: 'incomplete', tier: 'free' },
  { situation: 'first payment never made', status: 'incomplete_expired', tier: 'free' },
  { situation: 'given up by the provider', status: 'unpaid', pastDueSinceMs: NOW, tier: 'free' },
  { situation: 'trial ended without a card', status: 'paused', tier: 'free' },
  { situation: 'ended', status: 'canceled', tier: 'free' },
];

test.each(ROWS)('$situation ($status) gives $tier', (row) => {
  const { status, cardReady = true, pastDueSinceMs = null, tier, untilMs = null } = row;
  const facts = { snapshot: { status, cardReady, tier: 'pro' as const }, pastDueSinceMs };
  expect(subscriptionTier(facts, NOW)).toEqual({ tier, untilMs });
});

test('the grace ends seven days after the first payment that failed', () => {
  expect(graceEndsAtMs(NOW)).toBe(Date.UTC(2026, 10, 27));
});
