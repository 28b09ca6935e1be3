/** What follows from a snapshot of a subscription: tier, grace, trial, and one mail for each thing that happened. */
import { DAY_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import type { SubscriptionSnapshot } from '#ports/billing.ts';
import { invoiceSnapshot, subscriptionSnapshot } from '#testing/provider.ts';
import { consequencesOf, countingOne, type KeptSubscription, refundMail } from './billing-consequences.ts';

const NOW = Date.UTC(2026, 10, 20) + 0.5;
const CREATED = NOW - 3 * DAY_MS;
const CONTEXT = { nowMs: NOW, failingSinceMs: null, endAnnounced: false, trialEndsSoon: false };

const snapshotOf = (changes: Partial<SubscriptionSnapshot> = {}): SubscriptionSnapshot =>
  subscriptionSnapshot({ id: 'sub', customerId: 'cus', createdAtMs: CREATED, ...changes });
const kept = (
  changes: Partial<SubscriptionSnapshot> = {},
  more: Partial<KeptSubscription> = {},
): KeptSubscription => ({
  snapshot: snapshotOf(changes),
  pastDueSinceMs: null,
  beganAtMs: CREATED,
  ...more,
});
const mailsOf = (
  before: KeptSubscription | undefined,
  snapshot: SubscriptionSnapshot,
  context: Partial<typeof CONTEXT> = {},
): string[] =>
  consequencesOf(before, snapshot, { ...CONTEXT, ...context }).mails.map(({ template }) => template);

test('the first state that gives a tier welcomes, once', () => {
  const first = consequencesOf(undefined, snapshotOf(), CONTEXT);
  expect(first.mails).toEqual([
    {
      template: 'welcome',
      key: 'welcome/sub',
      facts: { tier: 'pro', trialEndsAtMs: null, pricePence: 9900 },
    },
  ]);
  expect(first.kept.beganAtMs).toBe(Math.floor(NOW));
  expect(mailsOf(first.kept, snapshotOf())).toEqual([]);
});

test('a subscription that waits for its first payment welcomes nobody', () => {
  const waiting = consequencesOf(undefined, snapshotOf({ status: 'incomplete' }), CONTEXT);
  expect([waiting.mails, waiting.kept.beganAtMs]).toEqual([[], null]);
  expect(mailsOf(waiting.kept, snapshotOf())).toEqual(['welcome']);
});

test('a trial uses the trial of account and card once there is a card', () => {
  const trial = { status: 'trialing', trialEndsAtMs: NOW + DAY_MS } as const;
  expect(consequencesOf(undefined, snapshotOf(trial), CONTEXT)).toMatchObject({
    usesTrial: true,
    mails: [{ template: 'welcome', facts: { trialEndsAtMs: NOW + DAY_MS } }],
  });
  const withoutCard = consequencesOf(undefined, snapshotOf({ ...trial, cardReady: false }), CONTEXT);
  expect([withoutCard.usesTrial, withoutCard.kept.beganAtMs, withoutCard.mails]).toEqual([false, null, []]);
});

test('the secret of the customer is not stored', () => {
  expect(
    consequencesOf(undefined, snapshotOf({ clientSecret: 'secret' }), CONTEXT).kept.snapshot.clientSecret,
  ).toBeNull();
});

test.each([
  [undefined, {}, true],
  [kept(), {}, false],
  [kept(), { tier: 'elite' }, true],
  [kept(), { status: 'past_due' }, true],
  [kept(), { cancelAtMs: NOW }, false],
] as const)('a change is one of status or tier', (before, changes, changed) => {
  expect(consequencesOf(before, snapshotOf(changes), CONTEXT).changed).toBe(changed);
});

test('the grace counts from the oldest unpaid invoice, else from when it was first seen, and ends when it is paid', () => {
  const since = (
    before: KeptSubscription | undefined,
    changes: Partial<SubscriptionSnapshot>,
    failingSinceMs: number | null,
  ) => consequencesOf(before, snapshotOf(changes), { ...CONTEXT, failingSinceMs }).kept.pastDueSinceMs;
  expect(since(kept(), { status: 'past_due' }, CREATED)).toBe(CREATED);
  expect(since(kept(), { status: 'past_due' }, null)).toBe(NOW);
  expect(since(kept({ status: 'past_due' }, { pastDueSinceMs: 7 }), { status: 'past_due' }, null)).toBe(7);
  expect(since(kept({ status: 'past_due' }, { pastDueSinceMs: 7 }), { status: 'unpaid' }, null)).toBe(7);
  expect(since(kept({ status: 'past_due' }, { pastDueSinceMs: 7 }), {}, CREATED)).toBeNull();
});

test('a failed payment is one mail for each time it began to fail, with the end of the grace', () => {
  const failed = consequencesOf(kept(), snapshotOf({ status: 'past_due' }), {
    ...CONTEXT,
    failingSinceMs: CREATED,
  });
  expect(failed.mails).toEqual([
    {
      template: 'payment_failed',
      key: `payment_failed/sub/${CREATED}`,
      facts: { tier: 'pro', graceEndsAtMs: CREATED + 7 * DAY_MS, url: null },
    },
  ]);
});

test('where the bank requires a confirmation the mail requests it, if there is a page for it', () => {
  const openInvoice = { id: 'in', url: 'https://pay.example/in', needsConfirmation: true };
  expect(consequencesOf(kept(), snapshotOf({ status: 'past_due', openInvoice }), CONTEXT).mails).toEqual([
    {
      template: 'action_required',
      key: 'action_required/in',
      facts: { tier: 'pro', url: 'https://pay.example/in' },
    },
  ]);
  expect(
    mailsOf(kept(), snapshotOf({ status: 'past_due', openInvoice: { ...openInvoice, url: null } })),
  ).toEqual(['payment_failed']);
  expect(
    mailsOf(
      kept(),
      snapshotOf({ status: 'past_due', openInvoice: { ...openInvoice, needsConfirmation: false } }),
    ),
  ).toEqual(['payment_failed']);
});

test.each([
  ['announced by the provider', {}, true, ['trial_ending']],
  ['not announced', {}, false, []],
  ['to be cancelled', { cancelAtMs: NOW + DAY_MS }, true, ['cancelled']],
  ['without a card', { cardReady: false }, true, []],
  ['without an end', { trialEndsAtMs: null }, true, []],
  ['over', { status: 'active' }, true, []],
] as const)('the end of a trial: %s', (_what, changes, trialEndsSoon, mails) => {
  const trial = { status: 'trialing', trialEndsAtMs: NOW + 2 * DAY_MS } as const;
  expect(mailsOf(kept(trial), snapshotOf({ ...trial, ...changes }), { trialEndsSoon })).toEqual(mails);
});

test('the mail before the end of a trial names the day and the price', () => {
  const trial = { status: 'trialing', trialEndsAtMs: NOW + 2 * DAY_MS } as const;
  expect(consequencesOf(kept(trial), snapshotOf(trial), { ...CONTEXT, trialEndsSoon: true }).mails).toEqual([
    {
      template: 'trial_ending',
      key: `trial_ending/sub/${NOW + 2 * DAY_MS}`,
      facts: { tier: 'pro', atMs: NOW + 2 * DAY_MS, pricePence: 9900 },
    },
  ]);
});

test('one that began after its trial welcomes without an end of a trial, and one without a trial uses none', () => {
  const paid = snapshotOf({ trialEndsAtMs: CREATED });
  expect(consequencesOf(undefined, paid, CONTEXT).mails).toMatchObject([{ facts: { trialEndsAtMs: null } }]);
  expect(consequencesOf(undefined, snapshotOf(), CONTEXT).usesTrial).toBe(false);
});

test('another plan is announced when it is scheduled and when it begins, with one key', () => {
  const scheduled = { tier: 'basic', atMs: NOW + DAY_MS, scheduleId: 's' } as const;
  const announced = consequencesOf(kept(), snapshotOf({ scheduled }), CONTEXT).mails;
  expect(announced).toMatchObject([
    { template: 'plan_changed', facts: { from: 'pro', to: 'basic', atMs: NOW + DAY_MS } },
  ]);
  const begun = snapshotOf({ tier: 'basic', periodStartsAtMs: NOW + DAY_MS });
  expect(consequencesOf(kept({ scheduled }), begun, CONTEXT).mails.map(({ key }) => key)).toEqual(
    announced.map(({ key }) => key),
  );
  expect(mailsOf(kept({ scheduled }), snapshotOf({ scheduled }))).toEqual([]);
});

test('a cancellation is announced once, its end no more', () => {
  const ending = snapshotOf({ cancelAtMs: NOW + DAY_MS });
  expect(consequencesOf(kept(), ending, CONTEXT).mails).toEqual([
    {
      template: 'cancelled',
      key: `cancelled/sub/${Math.floor(NOW)}`,
      facts: { tier: 'pro', endsAtMs: NOW + DAY_MS, refundPence: 0 },
    },
  ]);
  expect(mailsOf(kept({ cancelAtMs: NOW + DAY_MS }), ending)).toEqual([]);
  const ended = snapshotOf({ status: 'canceled', endedAtMs: NOW + DAY_MS });
  expect(mailsOf(kept({ cancelAtMs: NOW + DAY_MS }), ended)).toEqual([]);
});

test('an end that nobody announced is one mail, ours is none', () => {
  const ended = snapshotOf({ status: 'canceled', endedAtMs: NOW - 5 });
  expect(consequencesOf(kept(), ended, CONTEXT).mails).toMatchObject([
    { template: 'cancelled', key: 'cancelled/sub', facts: { endsAtMs: NOW - 5, refundPence: 0 } },
  ]);
  expect(mailsOf(kept(), ended, { endAnnounced: true })).toEqual([]);
  expect(mailsOf(kept({ status: 'canceled' }), ended)).toEqual([]);
  // One that never gave a tier ends without a word
  expect(mailsOf(kept({ status: 'incomplete' }, { beganAtMs: null }), ended)).toEqual([]);
});

test('a refund is announced by what is new of it', () => {
  const invoice = invoiceSnapshot({ id: 'in', customerId: 'cus', createdAtMs: CREATED, refundedPence: 5000 });
  const { card } = snapshotOf();
  expect(refundMail(invoice, 2000, card)).toEqual({
    template: 'refunded',
    key: 'refunded/in/5000',
    facts: { amountPence: 3000, card: 'visa ending in 4242' },
  });
  expect(refundMail(invoice, 5000, card)).toBeNull();
  expect(refundMail(invoice, 6000, card)).toBeNull();
  expect(refundMail(invoice, 0, null)?.facts).toEqual({ amountPence: 5000, card: null });
});

const one = (id: string, changes: Partial<SubscriptionSnapshot>) => snapshotOf({ id, ...changes });

test.each([
  [
    'nothing, if all have ended',
    [one('a', { status: 'canceled' }), one('b', { status: 'incomplete_expired' })],
    undefined,
  ],
  ['the paid one before the unpaid', [one('a', { status: 'unpaid' }), one('b', {})], 'b'],
  [
    'one in grace before a newer that waits',
    [one('a', { status: 'past_due' }), one('b', { status: 'incomplete', createdAtMs: NOW })],
    'a',
  ],
  [
    'a trial with a card before one without',
    [one('a', { status: 'trialing', cardReady: false, createdAtMs: NOW }), one('b', { status: 'trialing' })],
    'b',
  ],
  [
    'an unpaid one before one that waits',
    [one('a', { status: 'incomplete', createdAtMs: NOW }), one('b', { status: 'unpaid' })],
    'b',
  ],
  [
    'one in grace before a newer unpaid',
    [one('a', { status: 'past_due' }), one('b', { status: 'unpaid', createdAtMs: NOW })],
    'a',
  ],
  ['of alike the newest', [one('a', {}), one('b', { createdAtMs: CREATED + 1 })], 'b'],
  ['of equally old the greater id', [one('a', {}), one('b', {})], 'b'],
] as const)('the one that counts: %s', (_what, snapshots, id) => {
  expect(countingOne(snapshots)?.id).toBe(id);
  expect(countingOne(snapshots.toReversed())?.id).toBe(id);
});
