/**
 * The ports of subscriptions beside the payment provider: one change per user at a time, tasks that are retried until they
 * are done, and the provider's events in our inbox with what is written for each.
 */
import type { BillingEvent, InvoiceSnapshot, SubscriptionSnapshot } from './billing.ts';

/** Our own event: we changed a subscription, and the result is read from the provider once more. */
export const LOOK_AGAIN = 'undertow.look_again';

/** An event that was stored and not applied yet. */
export interface WaitingEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAtMs: number;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly invoiceId: string | null;
  readonly dispute: BillingEvent['dispute'];
  /** How often it failed. */
  readonly attempts: number;
}

/** The provider's response to a request that an event caused. */
export interface Findings {
  readonly userId: string;
  /** Taken before the request: the response to a request older than the stored snapshot's is out of date. */
  readonly ticket: number;
  readonly subscriptions: readonly {
    readonly snapshot: SubscriptionSnapshot;
    /** When the oldest unpaid invoice was created; null when nothing fails. */
    readonly failingSinceMs: number | null;
  }[];
  readonly invoices: readonly InvoiceSnapshot[];
  /** The provider removed the customer: the next subscription needs a new one. */
  readonly goneCustomerId: string | null;
}

/** The result of a commit. */
export interface Applied {
  /** False: the event had its effect before, and nothing was written. */
  readonly applied: boolean;
  /** Subscriptions that are active beside the one that counts: never intended, and alarmed. */
  readonly duplicates: readonly string[];
}

export interface EventCounts {
  /** Received, not applied yet. */
  readonly waiting: number;
  /** Of those, how many failed at least once. */
  readonly failing: number;
}

export type CursorName = 'events' | 'night';

/** Keeps events until they are applied. Each applied one has its whole effect in one transaction, once. */
export interface BillingLedger {
  userOf(customerId: string): Promise<string | undefined>;
  /** Stores an event; false when it was stored before. */
  receive(event: BillingEvent, nowMs: number): Promise<boolean>;
  /** Those of the ids that were received before. */
  known(ids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Events that are due, oldest first. */
  waiting(nowMs: number, limit: number): Promise<readonly WaitingEvent[]>;
  counts(): Promise<EventCounts>;
  /** A number that rises: see `Findings.ticket`. */
  ticket(): Promise<number>;
  /**
   * Writes everything that follows from an event in one transaction: subscriptions, invoices, audit rows, mails, used
   * trials, and that the event was applied. `event` null: a comparison without an event.
   */
  commit(event: WaitingEvent | null, findings: Findings, nowMs: number): Promise<Applied>;
  /** The event has no effect here; `reason` in a few words. */
  ignore(eventId: string, reason: string, nowMs: number): Promise<void>;
  /** It failed and is retried. */
  postpone(eventId: string, failure: string, nextAttemptMs: number): Promise<void>;
  /** The last stored snapshot of a subscription. */
  stored(subscriptionId: string): Promise<SubscriptionSnapshot | undefined>;
  /** Ids of the user's subscriptions that have not ended as far as is known, duplicates among them. */
  goingOn(userId: string): Promise<readonly string[]>;
  /**
   * Subscriptions stored as `incomplete` that were created before the instant: the provider ends them after 23 hours.
   */
  incompleteBefore(
    createdBeforeMs: number,
  ): Promise<readonly { readonly userId: string; readonly id: string }[]>;
  /** Up to where the provider's list of events was compared, or when the last nightly comparison began. */
  cursor(name: CursorName): Promise<number | undefined>;
  saveCursor(name: CursorName, atMs: number): Promise<void>;
}

/** Serialises the changes of a user's subscription over every process. */
export interface BillingLeases {
  /** True: `holder` has it until `untilMs`. False: it is held by another. */
  take(userId: string, holder: string, nowMs: number, untilMs: number): Promise<boolean>;
  /** Releases it; no effect when another holder has it by now. */
  release(userId: string, holder: string): Promise<void>;
}

/** The part of one invoice that is refunded to the card. */
export interface RefundPart {
  readonly invoiceId: string;
  readonly paymentIntentId: string;
  readonly amountPence: number;
}

/** A subscription was ended here and the provider is not updated yet; money of it is refunded to the card. */
export interface CancelTask {
  /** `cancel/` and the id of the subscription: unique. */
  readonly id: string;
  readonly userId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
  /** When the user decided: the refund is computed to this instant. */
  readonly decidedAtMs: number;
  /** The refunds, once computed: never computed again, because a part may have been paid already. */
  readonly refunds: readonly RefundPart[] | null;
  /** How often it failed. */
  readonly attempts: number;
}

/** Decisions to end a subscription at once, each carried out at the provider exactly once. */
export interface CancelTasks {
  /**
   * Stores the decision, the subscription as ended and the mail that confirms it, all or nothing: from then on it gives
   * no tier, whatever the provider still reports. False: it was decided before, and nothing was written.
   */
  decide(
    snapshot: SubscriptionSnapshot,
    facts: { readonly userId: string; readonly refundPence: number },
    nowMs: number,
  ): Promise<boolean>;
  /** Those of a user that are not carried out yet. */
  open(userId: string): Promise<readonly CancelTask[]>;
  /** Those that are due, oldest first. */
  due(nowMs: number, limit: number): Promise<readonly CancelTask[]>;
  /** Stores the refunds, before the first one is paid; returns those that were stored first. */
  plan(id: string, refunds: readonly RefundPart[]): Promise<readonly RefundPart[]>;
  done(id: string, nowMs: number): Promise<void>;
  postpone(id: string, failure: string, nextAttemptMs: number): Promise<void>;
}
