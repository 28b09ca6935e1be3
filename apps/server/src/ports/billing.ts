/** The ports of payment, independent of the provider. */
import type { PaidTier } from '@undertow/contracts';

/** The payment provider could not be reached, or refused. */
export class BillingFailure extends Error {
  override readonly name = 'BillingFailure';
  /** True: the same call may succeed later, and nothing was done. */
  readonly canRetry: boolean;
  /** The provider's message for the customer; null without one. */
  readonly customerMessage: string | null;

  constructor(
    message: string,
    facts: { canRetry: boolean; customerMessage: string | null; cause?: unknown },
  ) {
    super(message, { cause: facts.cause });
    this.canRetry = facts.canRetry;
    this.customerMessage = facts.customerMessage;
  }
}

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled';

/** A subscription as the provider describes it, in our terms. All instants in milliseconds since 1970 UTC. */
export interface SubscriptionSnapshot {
  readonly id: string;
  readonly customerId: string;
  readonly status: SubscriptionStatus;
  readonly tier: PaidTier;
  readonly itemId: string;
  readonly priceId: string;
  /** Price of a period, VAT included. */
  readonly pricePence: number;
  readonly createdAtMs: number;
  readonly trialEndsAtMs: number | null;
  readonly periodStartsAtMs: number;
  readonly periodEndsAtMs: number;
  /** Set while a cancellation at the end of the period is scheduled. */
  readonly cancelAtMs: number | null;
  readonly endedAtMs: number | null;
  /** A card can be charged: without one a trial gives no tier. */
  readonly cardReady: boolean;
  readonly card: {
    readonly brand: string;
    readonly last4: string;
    readonly expMonth: number;
    readonly expYear: number;
    /** The same card has the same fingerprint in every customer. */
    readonly fingerprint: string | null;
  } | null;
  /** A smaller tier from the end of the period. */
  readonly scheduled: { readonly tier: PaidTier; readonly atMs: number; readonly scheduleId: string } | null;
  /** The client secret that the customer has to confirm: of the card set-up or of the first payment. */
  readonly clientSecret: string | null;
  /** A larger tier that begins when its payment succeeded; the current tier is `tier`. */
  readonly pendingTier: PaidTier | null;
  /** The newest open invoice, and whether the bank requires a confirmation. */
  readonly openInvoice: {
    readonly id: string;
    readonly url: string | null;
    readonly needsConfirmation: boolean;
  } | null;
  /** Live or test mode. */
  readonly livemode: boolean;
}

export type InvoiceStatus = 'draft' | 'open' | 'paid' | 'void' | 'uncollectible';

/** An invoice as the provider describes it. */
export interface InvoiceSnapshot {
  readonly id: string;
  readonly customerId: string;
  readonly subscriptionId: string | null;
  readonly number: string | null;
  readonly status: InvoiceStatus;
  /** For example `Pro, 3 Nov to 2 Dec 2026`. */
  readonly description: string;
  readonly totalPence: number;
  /** Of `totalPence`, the part that is VAT. */
  readonly vatPence: number;
  /** What was really paid by card, and the part of it that was refunded. */
  readonly paidPence: number;
  readonly refundedPence: number;
  readonly createdAtMs: number;
  /** Null: not paid. */
  readonly paidAtMs: number | null;
  /** Why it was made, in the provider's words: `subscription_create`, `subscription_cycle`, `subscription_update`. */
  readonly reason: string | null;
  readonly hostedUrl: string | null;
  readonly pdfUrl: string | null;
  /** What a refund refers to; null where no card was charged. */
  readonly paymentIntentId: string | null;
  readonly livemode: boolean;
}

/** An event of the provider: a hint of what to read again, never the source of truth. */
export interface BillingEvent {
  readonly id: string;
  readonly type: string;
  readonly createdAtMs: number;
  readonly livemode: boolean;
  /** Set for an event of a connected account: never ours. */
  readonly account: string | null;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly invoiceId: string | null;
  /** Set for `charge.dispute.*`: the charge, whose customer `customerOfCharge` returns, and how it ended. */
  readonly dispute: { readonly chargeId: string; readonly lost: boolean } | null;
}

/** The webhook was not signed by the provider for us, or too long ago. */
export class WebhookRefused extends Error {
  override readonly name = 'WebhookRefused';
}

/** The content of an invoice preview. */
export interface InvoicePreview {
  readonly totalPence: number;
  readonly vatPence: number;
  readonly lines: readonly { readonly text: string; readonly amountPence: number }[];
  /** The instant to which the part of the period was computed, in seconds on the provider's clock; null without one. */
  readonly prorationDate: number | null;
}

/** Reads of the payment provider. Every call throws `BillingFailure` when it cannot respond. */
export interface BillingReads {
  /** Undefined: the provider has no such subscription, or it is of another mode or of a price that is not ours. */
  readSubscription(id: string): Promise<SubscriptionSnapshot | undefined>;
  /** Of one customer, ended ones included, newest first; those of foreign prices are left out. */
  listSubscriptions(customerId: string): Promise<readonly SubscriptionSnapshot[]>;
  /** Every subscription of the account, ended ones included, for the nightly comparison. */
  allSubscriptions(): AsyncIterable<SubscriptionSnapshot>;
  /** Events made at or after the instant, oldest first; the provider keeps them for thirty days. */
  listEventsSince(sinceMs: number): Promise<readonly BillingEvent[]>;
  /** Checks signature, age (300 s) and future (300 s), and parses the event. Throws `WebhookRefused`; no I/O. */
  verifyWebhook(rawBody: Buffer, signature: string | undefined, nowMs: number): BillingEvent;
  /** Undefined: the provider has no such invoice. */
  readInvoice(id: string): Promise<InvoiceSnapshot | undefined>;
  /** Newest first, at most 100. */
  listInvoices(customerId: string): Promise<readonly InvoiceSnapshot[]>;
  /** Undefined: a charge without a customer, or none at all. */
  customerOfCharge(chargeId: string): Promise<string | undefined>;
}

/** Changes at the payment provider. `key` makes a repeated call idempotent. */
export interface BillingChanges {
  /** Returns the id of the customer; the same user always gets the same one. */
  createCustomer(person: {
    readonly userId: string;
    readonly email: string | null;
    readonly name: string | null;
  }): Promise<string>;
  /** `trialDays` null: charged at once. The response contains the secret that the customer confirms. */
  createSubscription(
    order: { readonly customerId: string; readonly tier: PaidTier; readonly trialDays: number | null },
    key: string,
  ): Promise<SubscriptionSnapshot>;
  /**
   * Changes the tier at once. During a trial nothing is charged and the trial keeps its end; else the difference for
   * the rest of the period is charged, and the tier changes when it was paid.
   */
  changeTier(
    snapshot: SubscriptionSnapshot,
    tier: PaidTier,
    prorationDate: number | null,
    key: string,
  ): Promise<SubscriptionSnapshot>;
  /** A smaller tier from the end of the period on. */
  scheduleTier(snapshot: SubscriptionSnapshot, tier: PaidTier, key: string): Promise<SubscriptionSnapshot>;
  /** Cancels a scheduled downgrade and a scheduled cancellation. */
  resume(snapshot: SubscriptionSnapshot): Promise<SubscriptionSnapshot>;
  cancelAtPeriodEnd(snapshot: SubscriptionSnapshot): Promise<SubscriptionSnapshot>;
  /** Ends it at once, without an invoice or a credit. A subscription that has ended already is left as it is. */
  cancelNow(subscriptionId: string): Promise<SubscriptionSnapshot | undefined>;
  /** Refunds to the card that paid. */
  refund(paymentIntentId: string, amountPence: number, key: string): Promise<void>;
  openPortal(customerId: string, returnUrl: string): Promise<string>;
  /** What starting this tier without a trial would charge now. */
  previewStart(customerId: string, tier: PaidTier): Promise<InvoicePreview>;
  /** What `changeTier` would charge; `prorationDate` null: at this moment on the provider's clock. */
  previewChange(
    snapshot: SubscriptionSnapshot,
    tier: PaidTier,
    prorationDate: number | null,
  ): Promise<InvoicePreview>;
}

export type BillingGateway = BillingReads & BillingChanges;

/** Stores subscriptions as they were last read, and what follows from them. */
export interface BillingStore {
  customerOf(userId: string): Promise<string | undefined>;
  userOf(customerId: string): Promise<string | undefined>;
  saveCustomer(userId: string, customerId: string, nowMs: number): Promise<void>;
  /** The one active subscription; undefined without one. */
  current(userId: string): Promise<StoredSubscription | undefined>;
  /** The last one, ended or not. */
  latest(userId: string): Promise<StoredSubscription | undefined>;
  /**
   * Replaces the stored subscription after a change of our own, writes the audit row when tier or status
   * changed and the mail that welcomes, and marks a trial as used. The provider is read once more afterwards, so that
   * concurrent change is not lost. Returns the previous state. The client secret is not stored.
   */
  save(
    userId: string,
    snapshot: SubscriptionSnapshot,
    nowMs: number,
  ): Promise<StoredSubscription | undefined>;
}

export interface StoredSubscription {
  readonly userId: string;
  readonly snapshot: SubscriptionSnapshot;
  /** Since when payments fail, from which the grace period counts; null while they do not. */
  readonly pastDueSinceMs: number | null;
  readonly readAtMs: number;
}

/** An invoice as it is stored. */
export type StoredInvoice = Pick<
  InvoiceSnapshot,
  | 'id'
  | 'subscriptionId'
  | 'number'
  | 'status'
  | 'description'
  | 'totalPence'
  | 'vatPence'
  | 'refundedPence'
  | 'paidPence'
  | 'paidAtMs'
  | 'paymentIntentId'
  | 'hostedUrl'
  | 'pdfUrl'
  | 'createdAtMs'
>;

export interface Invoices {
  /** Newest first, at most 100. */
  list(userId: string): Promise<readonly StoredInvoice[]>;
}

/** Who has used a trial: recorded when a subscription in trial has a card, read before the next one is offered. */
export interface TrialUses {
  /** By which identifiers the user is known to have used it: an empty set means not used. `card` is a fingerprint. */
  usedBy(person: {
    readonly userId: string;
    readonly email: string | null;
    readonly card?: string | null;
  }): Promise<ReadonlySet<'account' | 'mail' | 'card'>>;
}
