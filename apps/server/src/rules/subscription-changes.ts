/**
 * What is to be written for a snapshot of a subscription, given all that is stored of the user: pure, for every store
 * alike.
 */

import type { SubscriptionSnapshot, SubscriptionStatus } from '#ports/billing.ts';
import {
  consequencesOf,
  countingOne,
  type KeptSubscription,
  type PendingMail,
} from './billing-consequences.ts';
import { hasEnded } from './subscription-tier.ts';

/** A subscription as it is stored. */
export interface KeptRow extends KeptSubscription {
  /** Another one of this user is active and takes precedence. */
  readonly duplicate: boolean;
  readonly readTicket: number;
}

/** A snapshot, and what is known besides it. */
export interface SnapshotFacts {
  readonly userId: string;
  readonly snapshot: SubscriptionSnapshot;
  /** Taken before the request to the provider. */
  readonly ticket: number;
  readonly failingSinceMs: number | null;
  readonly trialEndsSoon: boolean;
  /** We changed it ourselves and notify the user where it was done. */
  readonly byUs: boolean;
  /** The user requested its end. */
  readonly cancelledByUs: boolean;
}

/** The row of the audit log for a change. */
export interface SubscriptionAudit {
  readonly actor: string;
  readonly action: 'subscription.changed' | 'subscription.duplicate';
  readonly details: {
    readonly subscriptionId: string;
    readonly statusBefore: SubscriptionStatus | null;
    readonly status: SubscriptionStatus;
    readonly tierBefore: string | null;
    readonly tier: string;
  };
}

export interface SubscriptionChanges {
  readonly row: KeptRow;
  /** Others that stop counting: written before the row, at most one may count at any instant. */
  readonly losing: readonly string[];
  /** Another one that counts from now on: written after the row. */
  readonly rising: string | null;
  readonly audit: SubscriptionAudit | null;
  readonly mails: readonly PendingMail[];
  readonly usesTrial: boolean;
  /** Ids of all that are active and do not count. */
  readonly duplicates: readonly string[];
}

function auditOf(
  { snapshot, byUs }: SnapshotFacts,
  before: KeptRow | undefined,
  duplicate: boolean,
): SubscriptionAudit {
  return {
    actor: byUs ? 'billing' : 'stripe',
    action: duplicate && before?.duplicate !== true ? 'subscription.duplicate' : 'subscription.changed',
    details: {
      subscriptionId: snapshot.id,
      statusBefore: before?.snapshot.status ?? null,
      status: snapshot.status,
      tierBefore: before?.snapshot.tier ?? null,
      tier: snapshot.tier,
    },
  };
}

/** `rows`: all subscriptions of the user. Null: a later request was answered already, the snapshot is out of date. */
export function subscriptionChanges(
  rows: readonly KeptRow[],
  facts: SnapshotFacts,
  nowMs: number,
): SubscriptionChanges | null {
  const { snapshot, ticket, failingSinceMs, trialEndsSoon } = facts;
  const before = rows.find((row) => row.snapshot.id === snapshot.id);
  if (before !== undefined && before.readTicket > ticket) return null;
  const others = rows.filter((row) => row !== before);
  const endAnnounced = facts.byUs || facts.cancelledByUs;
  const context = { nowMs, failingSinceMs, trialEndsSoon, endAnnounced };
  const { kept, changed, usesTrial, mails } = consequencesOf(before, snapshot, context);
  const counting = countingOne([...others.map((row) => row.snapshot), snapshot])?.id;
  const losing = others.filter(({ snapshot: { id, status } }) => id !== counting && !hasEnded(status));
  const duplicate = counting !== snapshot.id && !hasEnded(snapshot.status);
  const rising = others.find((row) => row.duplicate && row.snapshot.id === counting);
  const isNews = changed || duplicate !== (before?.duplicate ?? false);
  return {
    row: { ...kept, duplicate, readTicket: ticket },
    losing: losing.map((row) => row.snapshot.id),
    rising: rising?.snapshot.id ?? null,
    audit: isNews ? auditOf(facts, before, duplicate) : null,
    mails,
    usesTrial,
    duplicates: [...losing.map((row) => row.snapshot.id), ...(duplicate ? [snapshot.id] : [])],
  };
}
