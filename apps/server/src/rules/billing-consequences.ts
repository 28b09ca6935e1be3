/**
 * What follows from a new snapshot of a subscription or an invoice: pure, so that every store draws the same
 * conclusions.
 */
import type { PaidTier } from '@undertow/contracts';
import type { InvoiceSnapshot, SubscriptionSnapshot, SubscriptionStatus } from '#ports/billing.ts';
import type { MailFacts, MailTemplate } from '#ports/mail.ts';
import { graceEndsAtMs, hasEnded, subscriptionTier } from './subscription-tier.ts';

/** A mail to be written with the state that causes it. The key makes it unique. */
export type PendingMail = {
  [T in MailTemplate]: { readonly template: T; readonly key: string; readonly facts: MailFacts[T] };
}[MailTemplate];

/** What is stored of a subscription besides its snapshot. */
export interface KeptSubscription {
  readonly snapshot: SubscriptionSnapshot;
  readonly pastDueSinceMs: number | null;
  /** When it first gave a tier. */
  readonly beganAtMs: number | null;
}

export interface Consequences {
  readonly kept: KeptSubscription;
  /** True when status or tier changed. */
  readonly changed: boolean;
  /** A trial began with a card: this account, address and card have used theirs. */
  readonly usesTrial: boolean;
  readonly mails: readonly PendingMail[];
}

export interface SnapshotContext {
  readonly nowMs: number;
  /** When the oldest unpaid invoice was created, as far as it was read from the provider. */
  readonly failingSinceMs: number | null;
  /** We ended it ourselves, or its end was announced before: no mail about it. */
  readonly endAnnounced: boolean;
  /** The provider announces that the trial ends soon. */
  readonly trialEndsSoon: boolean;
}

function pastDueSince(
  before: KeptSubscription | undefined,
  snapshot: SubscriptionSnapshot,
  { nowMs, failingSinceMs }: SnapshotContext,
): number | null {
  if (snapshot.status !== 'past_due' && snapshot.status !== 'unpaid') return null;
  return failingSinceMs ?? before?.pastDueSinceMs ?? nowMs;
}

function failureMail(kept: KeptSubscription): PendingMail | null {
  const { snapshot, pastDueSinceMs } = kept;
  if (snapshot.status !== 'past_due' || pastDueSinceMs === null) return null;
  const url = snapshot.openInvoice?.url ?? null;
  if (snapshot.openInvoice?.needsConfirmation === true && url !== null) {
    const key = `action_required/${snapshot.openInvoice.id}`;
    return { template: 'action_required', key, facts: { tier: snapshot.tier, url } };
  }
  return {
    template: 'payment_failed',
    key: `payment_failed/${snapshot.id}/${pastDueSinceMs}`,
    facts: { tier: snapshot.tier, graceEndsAtMs: graceEndsAtMs(pastDueSinceMs), url },
  };
}

function trialMail(snapshot: SubscriptionSnapshot, trialEndsSoon: boolean): PendingMail | null {
  const { status, cardReady, cancelAtMs, trialEndsAtMs } = snapshot;
  if (!trialEndsSoon || status !== 'trialing' || !cardReady) return null;
  // Nothing will be charged: the mail would alarm for nothing
  if (cancelAtMs !== null || trialEndsAtMs === null) return null;
  return {
    template: 'trial_ending',
    key: `trial_ending/${snapshot.id}/${trialEndsAtMs}`,
    facts: { tier: snapshot.tier, atMs: trialEndsAtMs, pricePence: snapshot.pricePence },
  };
}

/** What was decided about an active subscription: here, in the provider's portal, or by its schedule. */
function changeMails(
  before: KeptSubscription | undefined,
  snapshot: SubscriptionSnapshot,
  nowMs: number,
): readonly PendingMail[] {
  if (before === undefined || before.beganAtMs === null || hasEnded(snapshot.status)) return [];
  const { tier, scheduled, cancelAtMs } = before.snapshot;
  const mails: PendingMail[] = [];
  // The schedule was announced when it was made: its mail and that of the change itself have one key
  const planChanged = (to: PaidTier, atMs: number): void => {
    const key = `plan_changed/${snapshot.id}/${to}/${atMs}`;
    mails.push({ template: 'plan_changed', key, facts: { from: tier, to, atMs } });
  };
  if (snapshot.tier !== tier) planChanged(snapshot.tier, snapshot.periodStartsAtMs);
  const next = snapshot.scheduled;
  if (next !== null && next.tier !== scheduled?.tier) planChanged(next.tier, next.atMs);
  if (cancelAtMs === null && snapshot.cancelAtMs !== null) {
    const facts = { tier: snapshot.tier, endsAtMs: snapshot.cancelAtMs, refundPence: 0 };
    // A user who takes it back and cancels again is notified again
    mails.push({ template: 'cancelled', key: `cancelled/${snapshot.id}/${Math.floor(nowMs)}`, facts });
  }
  return mails;
}

function mailsOf(
  before: KeptSubscription | undefined,
  kept: KeptSubscription,
  context: SnapshotContext,
): readonly PendingMail[] {
  const { snapshot } = kept;
  const mails: (PendingMail | null)[] = [failureMail(kept), trialMail(snapshot, context.trialEndsSoon)];
  if (kept.beganAtMs !== null && (before?.beganAtMs ?? null) === null && !hasEnded(snapshot.status)) {
    const trialEndsAtMs = snapshot.status === 'trialing' ? snapshot.trialEndsAtMs : null;
    const facts = { tier: snapshot.tier, trialEndsAtMs, pricePence: snapshot.pricePence };
    mails.push({ template: 'welcome', key: `welcome/${snapshot.id}`, facts });
  }
  mails.push(...changeMails(before, snapshot, context.nowMs));
  const began = (before?.beganAtMs ?? null) !== null;
  const endedNow = began && before?.snapshot.status !== 'canceled' && snapshot.status === 'canceled';
  const announced = context.endAnnounced || (before?.snapshot.cancelAtMs ?? null) !== null;
  if (endedNow && !announced) {
    const endsAtMs = snapshot.endedAtMs ?? Math.floor(context.nowMs);
    const facts = { tier: snapshot.tier, endsAtMs, refundPence: 0 };
    mails.push({ template: 'cancelled', key: `cancelled/${snapshot.id}`, facts });
  }
  return mails.filter((mail) => mail !== null);
}

/** Everything that follows from a snapshot, given the previous state. */
export function consequencesOf(
  before: KeptSubscription | undefined,
  snapshot: SubscriptionSnapshot,
  context: SnapshotContext,
): Consequences {
  const pastDueSinceMs = pastDueSince(before, snapshot, context);
  const gives = subscriptionTier({ snapshot, pastDueSinceMs }, context.nowMs).tier !== 'free';
  const beganAtMs = before?.beganAtMs ?? (gives ? Math.floor(context.nowMs) : null);
  const kept = { snapshot: { ...snapshot, clientSecret: null }, pastDueSinceMs, beganAtMs };
  return {
    kept,
    changed: before?.snapshot.status !== snapshot.status || before.snapshot.tier !== snapshot.tier,
    usesTrial: snapshot.trialEndsAtMs !== null && snapshot.cardReady,
    mails: mailsOf(before, kept, context),
  };
}

/** The mail about a refund; `knownPence`: what was announced of this invoice before. */
export function refundMail(
  invoice: InvoiceSnapshot,
  knownPence: number,
  card: SubscriptionSnapshot['card'],
): PendingMail | null {
  const amountPence = invoice.refundedPence - knownPence;
  if (amountPence <= 0) return null;
  const shown = card === null ? null : `${card.brand} ending in ${card.last4}`;
  return {
    template: 'refunded',
    key: `refunded/${invoice.id}/${invoice.refundedPence}`,
    facts: { amountPence, card: shown },
  };
}

/** Rank of a status, to choose a subscription where a user has two. */
function weight({ status, cardReady }: SubscriptionSnapshot): number {
  const strong: readonly SubscriptionStatus[] = ['active', 'past_due'];
  if (strong.includes(status) || (status === 'trialing' && cardReady)) return 2;
  return status === 'incomplete' ? 0 : 1;
}

/** The one subscription that counts, of those that have not ended: one that gives a tier, then the newest. */
export function countingOne(snapshots: readonly SubscriptionSnapshot[]): SubscriptionSnapshot | undefined {
  return snapshots
    .filter(({ status }) => !hasEnded(status))
    .toSorted(
      (left, right) =>
        weight(right) - weight(left) || right.createdAtMs - left.createdAtMs || (right.id < left.id ? -1 : 1),
    )[0];
}
