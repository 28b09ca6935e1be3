/** Words of the plan block, of cancelling, and of coming back from checkout. */
import type { SubscriptionFacts } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { returnWords } from '#features/billing/checkout/payment-return.ts';
import { cancelledText, cancelWords } from './cancel-words.ts';
import { canCancel, cardText, nextDate, priceText, statusWord, trialText } from './subscription-words.ts';

const NOW = Date.UTC(2026, 10, 19, 12);
const END = '2026-12-02T12:00:00Z';
const PRO: SubscriptionFacts = {
  status: 'active',
  tier: 'pro',
  pricePence: 9900,
  trialEndsAt: null,
  periodEndsAt: END,
  endsAt: null,
  scheduled: null,
  graceEndsAt: null,
  action: null,
  card: { brand: 'visa', last4: '4242', expMonth: 12, expYear: 2028 },
  trialUsed: true,
  coolingOffEndsAt: null,
  refundNowPence: 4290,
  granted: null,
  registrationComplete: true,
};
const NONE: SubscriptionFacts = { ...PRO, status: 'none', tier: null, pricePence: null, periodEndsAt: null };
const TRIAL: SubscriptionFacts = { ...PRO, status: 'trialing', trialEndsAt: END, refundNowPence: 0 };

test('the block says state, price, the next date and the card', () => {
  expect(statusWord(PRO)).toEqual({ text: 'Active', tone: 'ok' });
  expect(priceText(PRO)).toBe('£99.00 a month, VAT included');
  expect(nextDate(PRO)).toEqual({ label: 'Renews', value: '2 Dec 2026' });
  expect(cardText(PRO)).toBe('Visa ending 4242');
  expect(trialText(PRO).value).toBe('Used');
  expect(trialText(TRIAL)).toEqual({ label: 'Trial until', value: '2 Dec 2026' });
});

test('what waits comes before the renewal: grace, end, smaller plan', () => {
  expect(statusWord({ ...PRO, endsAt: END }).text).toBe('Cancelled');
  expect(nextDate({ ...PRO, endsAt: END })?.label).toBe('Ends');
  expect(nextDate({ ...PRO, scheduled: { tier: 'basic', at: END } })?.label).toBe('Basic from');
  expect(nextDate({ ...PRO, endsAt: END, graceEndsAt: '2026-11-26T12:00:00Z' })).toEqual({
    label: 'Kept until',
    value: '26 Nov 2026',
  });
  expect(nextDate(NONE)).toBeNull();
});

test('only what runs and does not end already can be cancelled', () => {
  expect(canCancel(PRO)).toBe(true);
  expect(canCancel({ ...PRO, status: 'past_due' })).toBe(true);
  expect(canCancel({ ...PRO, endsAt: END })).toBe(false);
  expect(canCancel(NONE)).toBe(false);
  expect(canCancel({ ...PRO, status: 'incomplete' })).toBe(false);
});

test('cancelling shows both amounts, and the danger button repeats the choice', () => {
  const words = cancelWords(PRO, NOW);
  expect(words.lead).toBe(
    'You have paid £99.00 up to 2 December 2026. Today is 19 November: 13 days are left.',
  );
  expect(words.atPeriodEnd).toMatchObject({ refundPence: 0, action: 'Cancel on 2 December' });
  expect(words.now).toMatchObject({ refundPence: 4290, action: 'Cancel now, £42.90 refunded' });
  expect(words.now.text).toBe(
    'Live data and alerts stop immediately. The unused days are refunded to Visa ending 4242 within 5 working days.',
  );
  const whole = cancelWords({ ...PRO, coolingOffEndsAt: '2026-11-20T12:00:00Z' }, NOW);
  expect(whole.now.text).toContain(
    'You are within the 14-day cancellation period: the full amount is refunded to Visa',
  );
});

test('a trial has cost nothing, so nothing is refunded', () => {
  const words = cancelWords(TRIAL, NOW);
  expect(words.lead).toContain('nothing has been charged');
  expect(words.now.text).toContain('Nothing was paid, so nothing is refunded.');
});

test('after it the user reads what happened', () => {
  expect(cancelledText(PRO, { refundedPence: 0, endsAt: END }, true)).toBe(
    'Pro stays until 2 December 2026. You can undo this in Settings.',
  );
  expect(cancelledText(PRO, { refundedPence: 4290, endsAt: null }, false)).toBe(
    'Pro has ended. £42.90 will be refunded to your card.',
  );
  expect(cancelledText(TRIAL, { refundedPence: 0, endsAt: null }, false)).toBe('Pro has ended.');
});

test('the return from checkout shows the state on the server, whatever the address claims', () => {
  expect(returnWords(PRO, false)).toEqual({ title: 'Subscription Successful', text: 'Pro is now active.' });
  expect(returnWords(NONE, false).title).toBe('No payment received');
  expect(returnWords(null, false).title).toBe('No payment received');
  expect(returnWords(NONE, true)).toMatchObject({ title: 'Payment Failed', destructive: true });
  // A card of an earlier trial: the server ends the order again
  expect(returnWords(NONE, false, true).title).toBe('Trial not started');
  expect(returnWords({ ...NONE, trialUsed: false }, false, true).title).toBe('No payment received');
  // The provider's trial runs from its first second; without a card it gives nothing
  expect(returnWords({ ...TRIAL, card: null }, false).title).toBe('No payment received');
});
