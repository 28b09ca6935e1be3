/** What a snapshot changes among all subscriptions of a user: one counts, the others lose or rise, and it is audited. */
import { expect, test } from 'vitest';
import type { SubscriptionSnapshot } from '#ports/billing.ts';
import { subscriptionSnapshot } from '#testing/provider.ts';
import { type KeptRow, type SnapshotFacts, subscriptionChanges } from './subscription-changes.ts';

const NOW = Date.UTC(2026, 10, 20);

const snapshotOf = (id: string, changes: Partial<SubscriptionSnapshot> = {}) =>
  subscriptionSnapshot({ id, customerId: 'cus', createdAtMs: NOW, ...changes });
const rowOf = (snapshot: SubscriptionSnapshot, more: Partial<KeptRow> = {}): KeptRow => ({
  snapshot,
  pastDueSinceMs: null,
  beganAtMs: NOW,
  duplicate: false,
  readTicket: 1,
  ...more,
});
const factsOf = (snapshot: SubscriptionSnapshot, more: Partial<SnapshotFacts> = {}): SnapshotFacts => ({
  userId: 'u',
  snapshot,
  ticket: 2,
  failingSinceMs: null,
  trialEndsSoon: false,
  byUs: false,
  cancelledByUs: false,
  ...more,
});

test('a snapshot that was requested before a later one was answered is out of date', () => {
  const rows = [rowOf(snapshotOf('a'), { readTicket: 5 })];
  expect(subscriptionChanges(rows, factsOf(snapshotOf('a'), { ticket: 4 }), NOW)).toBeNull();
  expect(subscriptionChanges(rows, factsOf(snapshotOf('a'), { ticket: 5 }), NOW)).not.toBeNull();
});

test('another subscription’s later request makes it no older', () => {
  const rows = [rowOf(snapshotOf('a'), { readTicket: 5 })];
  expect(subscriptionChanges(rows, factsOf(snapshotOf('b'), { ticket: 4 }), NOW)).not.toBeNull();
});

test('the first one counts, and the audit says from nothing to what', () => {
  expect(subscriptionChanges([], factsOf(snapshotOf('a')), NOW)).toMatchObject({
    row: { duplicate: false, readTicket: 2 },
    losing: [],
    rising: null,
    duplicates: [],
    audit: {
      actor: 'stripe',
      action: 'subscription.changed',
      details: { subscriptionId: 'a', statusBefore: null, status: 'active', tierBefore: null, tier: 'pro' },
    },
  });
});

test('a change that we made is ours in the audit, and nothing new is not audited', () => {
  const rows = [rowOf(snapshotOf('a'))];
  const upgrade = subscriptionChanges(rows, factsOf(snapshotOf('a', { tier: 'elite' }), { byUs: true }), NOW);
  expect(upgrade?.audit).toMatchObject({ actor: 'billing', details: { tierBefore: 'pro', tier: 'elite' } });
  expect(subscriptionChanges(rows, factsOf(snapshotOf('a')), NOW)?.audit).toBeNull();
});

test('a newer paid one takes over: the older loses, and is a duplicate', () => {
  const rows = [rowOf(snapshotOf('a'))];
  expect(subscriptionChanges(rows, factsOf(snapshotOf('b', { createdAtMs: NOW + 1 })), NOW)).toMatchObject({
    row: { duplicate: false },
    losing: ['a'],
    duplicates: ['a'],
    rising: null,
  });
});

test('one that waits beside a paid one is the duplicate itself, and audited as that once', () => {
  const rows = [rowOf(snapshotOf('a'))];
  const waiting = snapshotOf('b', { status: 'incomplete', createdAtMs: NOW + 1 });
  const first = subscriptionChanges(rows, factsOf(waiting), NOW);
  expect(first).toMatchObject({
    row: { duplicate: true },
    losing: [],
    duplicates: ['b'],
    audit: { action: 'subscription.duplicate' },
  });
  const known = [...rows, rowOf(waiting, { duplicate: true })];
  expect(subscriptionChanges(known, factsOf(waiting), NOW)?.audit).toBeNull();
  const paid = subscriptionChanges(known, factsOf({ ...waiting, status: 'unpaid' }), NOW);
  expect(paid?.audit?.action).toBe('subscription.changed');
});

test('when the one that counts ends, the other rises', () => {
  const rows = [rowOf(snapshotOf('a')), rowOf(snapshotOf('b'), { duplicate: true })];
  expect(subscriptionChanges(rows, factsOf(snapshotOf('a', { status: 'canceled' })), NOW)).toMatchObject({
    row: { duplicate: false },
    rising: 'b',
    losing: [],
    duplicates: [],
  });
});

test('one that waits beside the one that counts does not rise', () => {
  const rows = [
    rowOf(snapshotOf('a')),
    rowOf(snapshotOf('b', { status: 'incomplete' }), { duplicate: true }),
  ];
  expect(subscriptionChanges(rows, factsOf(snapshotOf('a')), NOW)?.rising).toBeNull();
});

test('one that counts from now on is audited, though neither its status nor its tier changed', () => {
  const rows = [rowOf(snapshotOf('a'), { duplicate: true })];
  expect(subscriptionChanges(rows, factsOf(snapshotOf('a')), NOW)).toMatchObject({
    row: { duplicate: false },
    audit: { action: 'subscription.changed' },
  });
});

test('what has ended neither loses nor is a duplicate', () => {
  const rows = [
    rowOf(snapshotOf('a', { status: 'canceled' })),
    rowOf(snapshotOf('c', { status: 'incomplete_expired' })),
  ];
  expect(subscriptionChanges(rows, factsOf(snapshotOf('b')), NOW)).toMatchObject({
    losing: [],
    duplicates: [],
    rising: null,
  });
  expect(
    subscriptionChanges([rowOf(snapshotOf('b'))], factsOf(snapshotOf('a', { status: 'canceled' })), NOW),
  ).toMatchObject({
    row: { duplicate: false },
    duplicates: [],
  });
});

test('an end that the user requested is announced elsewhere', () => {
  const rows = [rowOf(snapshotOf('a'))];
  const ended = snapshotOf('a', { status: 'canceled', endedAtMs: NOW });
  expect(subscriptionChanges(rows, factsOf(ended), NOW)?.mails).toHaveLength(1);
  for (const known of [{ byUs: true }, { cancelledByUs: true }])
    expect(subscriptionChanges(rows, factsOf(ended, known), NOW)?.mails).toEqual([]);
});
