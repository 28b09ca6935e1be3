/**
 * What follows from a new reading of a subscription or an invoice: pure, so that every store draws the same
 * conclusions.
 */
import type { PaidTier } from '@undertow/contracts';
import type {
  InvoiceReading,
  MailFacts,
  MailTemplate,
  SubscriptionReading,
  SubscriptionStatus,
} from '#ports/billing.ts';
import { graceEndsAtMs, hasEnded, subscriptionTier } from './subscription-tier.ts';

/** A mail to be written with the state that causes it. The key makes it unique. */
export type PendingMail = {
  [T in MailTemplate]: { readonly template: T; readonly key: string; readonly facts: MailFacts[T] };
}[MailTemplate];

/** What is stored of a subscription besides its reading. */
export interface KeptSubscription {
  readonly reading: SubscriptionReading;
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

export interface ReadingContext {
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
  reading: SubscriptionReading,
  { nowMs, failingSinceMs }: ReadingContext,
): number | null {
  if (reading.status !== 'past_due' && reading.status !== 'unpaid') return null;
  return failingSinceMs ?? before?.pastDueSinceMs ?? nowMs;
}

function failureMail(kept: KeptSubscription): PendingMail | null {
  const { reading, pastDueSinceMs } = kept;
  if (reading.status !== 'past_due' || pastDueSinceMs === null) return null;
  const url = reading.openInvoice?.url ?? null;
  if (reading.openInvoice?.needsConfirmation === true && url !== null) {
    const key = `action_required/${reading.openInvoice.id}`;
    return { template: 'action_required', key, facts: { tier: reading.tier, url } };
  }
  return {
    template: 'payment_failed',
    key: `payment_failed/${reading.id}/${pastDueSinceMs}`,
    facts: { tier: reading.tier, graceEndsAtMs: graceEndsAtMs(pastDueSinceMs), url },
  };
}

function trialMail(reading: SubscriptionReading, trialEndsSoon: boolean): PendingMail | null {
  const { status, cardReady, cancelAtMs, trialEndsAtMs } = reading;
  if (!trialEndsSoon || status !== 'trialing' || !cardReady) return null;
  // Nothing will be charged: the mail would alarm for nothing
  if (cancelAtMs !== null || trialEndsAtMs === null) return null;
  return {
    template: 'trial_ending',
    key: `trial_ending/${reading.id}/${trialEndsAtMs}`,
    facts: { tier: reading.tier, atMs: trialEndsAtMs, pricePence: reading.pricePence },
  };
}

/** What was decided about an active subscription: here, in the provider's portal, or by its schedule. */
function changeMails(
  before: KeptSubscription | undefined,
  reading: SubscriptionReading,
  nowMs: number,
): readonly PendingMail[] {
  if (before === undefined || before.beganAtMs === null || hasEnded(reading.status)) return [];
  const { tier, scheduled, cancelAtMs } = before.reading;
  const mails: PendingMail[] = [];
  // The schedule was announced when it was made: its mail and that of the change itself have one key
  const planChanged = (to: PaidTier, atMs: number): void => {
    const key = `plan_changed/${reading.id}/${to}/${atMs}`;
    mails.push({ template: 'plan_changed', key, facts: { from: tier, to, atMs } });
  };
  if (reading.tier !== tier) planChanged(reading.tier, reading.periodStartsAtMs);
  const next = reading.scheduled;
  if (next !== null && next.tier !== scheduled?.tier) planChanged(next.tier, next.atMs);
  if (cancelAtMs === null && reading.cancelAtMs !== null) {
    const facts = { tier: reading.tier, endsAtMs: reading.cancelAtMs, refundPence: 0 };
    // A user who takes it back and cancels again is notified again
    mails.push({ template: 'cancelled', key: `cancelled/${reading.id}/${Math.floor(nowMs)}`, facts });
  }
  return mails;
}

function mailsOf(
  before: KeptSubscription | undefined,
  kept: KeptSubscription,
  context: ReadingContext,
): readonly PendingMail[] {
  const { reading } = kept;
  const mails: (PendingMail | null)[] = [failureMail(kept), trialMail(reading, context.trialEndsSoon)];
  if (kept.beganAtMs !== null && (before?.beganAtMs ?? null) === null && !hasEnded(reading.status)) {
    const trialEndsAtMs = reading.status === 'trialing' ? reading.trialEndsAtMs : null;
    const facts = { tier: reading.tier, trialEndsAtMs, pricePence: reading.pricePence };
    mails.push({ template: 'welcome', key: `welcome/${reading.id}`, facts });
  }
  mails.push(...changeMails(before, reading, context.nowMs));
  const began = (before?.beganAtMs ?? null) !== null;
  const endedNow = began && before?.reading.status !== 'canceled' && reading.status === 'canceled';
  const announced = context.endAnnounced || (before?.reading.cancelAtMs ?? null) !== null;
  if (endedNow && !announced) {
    const endsAtMs = reading.endedAtMs ?? Math.floor(context.nowMs);
    const facts = { tier: reading.tier, endsAtMs, refundPence: 0 };
    mails.push({ template: 'cancelled', key: `cancelled/${reading.id}`, facts });
  }
  return mails.filter((mail) => mail !== null);
}

/** Everything that follows from a reading, given the previous state. */
export function consequencesOf(
  before: KeptSubscription | undefined,
  reading: SubscriptionReading,
  context: ReadingContext,
): Consequences {
  const pastDueSinceMs = pastDueSince(before, reading, context);
  const gives = subscriptionTier({ reading, pastDueSinceMs }, context.nowMs).tier !== 'free';
  const beganAtMs = before?.beganAtMs ?? (gives ? Math.floor(context.nowMs) : null);
  const kept = { reading: { ...reading, clientSecret: null }, pastDueSinceMs, beganAtMs };
  return {
    kept,
    changed: before?.reading.status !== reading.status || before.reading.tier !== reading.tier,
    usesTrial: reading.trialEndsAtMs !== null && reading.cardReady,
    mails: mailsOf(before, kept, context),
  };
}

/** The mail about a refund; `knownPence`: what was announced of this invoice before. */
export function refundMail(
  invoice: InvoiceReading,
  knownPence: number,
  card: SubscriptionReading['card'],
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
function weight({ status, cardReady }: SubscriptionReading): number {
  const strong: readonly SubscriptionStatus[] = ['active', 'past_due'];
  if (strong.includes(status) || (status === 'trialing' && cardReady)) return 2;
  return status === 'incomplete' ? 0 : 1;
}

/** The one subscription that counts, of those that have not ended: one that gives a tier, then the newest. */
export function countingOne(readings: readonly SubscriptionReading[]): SubscriptionReading | undefined {
  return readings
    .filter(({ status }) => !hasEnded(status))
    .toSorted(
      (left, right) =>
        weight(right) - weight(left) || right.createdAtMs - left.createdAtMs || (right.id < left.id ? -1 : 1),
    )[0];
}
