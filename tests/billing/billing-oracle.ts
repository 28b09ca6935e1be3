/** What the ledger must hold of a customer, derived from the provider's final state alone: the oracle of every history. */
import type { SubscriptionSnapshot } from '@undertow/server/src/ports/billing.ts';
import { expect } from 'vitest';
import type { LedgerDump } from './ledger-dump.ts';
import type { RandomHistory } from './random-history.ts';

const GRACE_MS = 7 * 24 * 60 * 60_000;

function oldestUnpaidMs(history: RandomHistory, { id, status }: SubscriptionSnapshot): number | null {
  if (status !== 'past_due' && status !== 'unpaid') return null;
  const open = [...history.provider.invoices.values()].filter(
    (invoice) => invoice.subscriptionId === id && invoice.status === 'open',
  );
  return Math.min(...open.map(({ createdAtMs }) => createdAtMs));
}

/** The tier that the provider's final state grants at the instant. */
export function tierByOracle(history: RandomHistory, nowMs: number): string {
  for (const snapshot of history.provider.subscriptions.values()) {
    if (snapshot.status === 'active') return snapshot.tier;
    if (snapshot.status === 'trialing' && snapshot.cardReady) return snapshot.tier;
    const sinceMs = oldestUnpaidMs(history, snapshot);
    if (snapshot.status === 'past_due' && sinceMs !== null && nowMs < sinceMs + GRACE_MS)
      return snapshot.tier;
  }
  return 'free';
}

/** Throws unless the ledger holds of this customer what the provider last reported, and notified them of it once. */
export function judge(history: RandomHistory, userId: string, dump: LedgerDump): void {
  const kept = dump.subscriptions.filter((row) => row.userId === userId);
  const snapshots = [...history.provider.subscriptions.values()];
  expect(kept.map(({ snapshot }) => snapshot)).toEqual(snapshots.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  expect(kept.map(({ pastDueSinceMs }) => pastDueSinceMs)).toEqual(
    kept.map(({ snapshot }) => oldestUnpaidMs(history, snapshot)),
  );
  expect(kept.filter(({ duplicate }) => duplicate)).toEqual([]);
  expect(dump.events.filter(({ applied }) => !applied)).toEqual([]);
  const invoices = dump.invoices.filter((row) => row.userId === userId);
  expect(new Map(invoices.map(({ id, status, refundedPence }) => [id, [status, refundedPence]]))).toEqual(
    new Map(
      [...history.provider.invoices.values()].map(({ id, status, refundedPence }) => [
        id,
        [status, refundedPence],
      ]),
    ),
  );
  const mails = dump.mails.filter(({ id }) => id.startsWith(`${userId}/`));
  const named = (template: string) => mails.filter((mail) => mail.template === template);
  const refunded = named('refunded').reduce(
    (sum, { facts }) => sum + (facts as { amountPence: number }).amountPence,
    0,
  );
  expect(refunded).toBe(invoices.reduce((sum, { refundedPence }) => sum + refundedPence, 0));
  const began = kept.filter(({ beganAtMs }) => beganAtMs !== null).length;
  expect(named('welcome').length).toBeLessThanOrEqual(began);
  const ends = kept.filter(({ snapshot }) =>
    mails.some(({ id }) => id === `${userId}/cancelled/${snapshot.id}`),
  );
  expect(ends.length).toBeLessThanOrEqual(began);
  for (const { snapshot, beganAtMs } of kept) {
    const isWelcomed = mails.some(({ id }) => id === `${userId}/welcome/${snapshot.id}`);
    if (snapshot.status === 'active' || snapshot.status === 'past_due') expect(isWelcomed).toBe(true);
    if (beganAtMs === null) expect(isWelcomed).toBe(false);
    if (snapshot.status !== 'past_due') continue;
    const warned = named('payment_failed').length + named('action_required').length;
    expect(warned).toBeGreaterThan(0);
  }
}
