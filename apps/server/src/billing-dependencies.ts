/** The ports of payment and mail: what the modules ask for, without knowing who answers. */
import type { PaidTier } from '@undertow/contracts';

/** The payment provider could not be reached, or refused. */
export class BillingFailure extends Error {
  override readonly name = 'BillingFailure';
  /** True: the same call may succeed later, and nothing was done. */
  readonly canRetry: boolean;
  /** What the customer may read, in the provider's words; null where there is nothing for him. */
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

/** A subscription as the provider tells it, in our words. All instants in milliseconds since 1970 UTC. */
export interface SubscriptionReading {
  readonly id: string;
  readonly customerId: string;
  readonly status: SubscriptionStatus;
  readonly tier: PaidTier;
  readonly itemId: string;
  readonly priceId: string;
  readonly createdAtMs: number;
  readonly trialEndsAtMs: number | null;
  readonly periodStartsAtMs: number;
  readonly periodEndsAtMs: number;
  /** Set while a cancellation at the end of the period waits. */
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
  /** A smaller tier at the end of the period. */
  readonly scheduled: { readonly tier: PaidTier; readonly atMs: number; readonly scheduleId: string } | null;
  /** The client secret that waits for the customer: of the card set-up or of the first payment. */
  readonly clientSecret: string | null;
  /** The newest invoice that is open, and whether the bank wants a confirmation. */
  readonly openInvoice: {
    readonly id: string;
    readonly url: string | null;
    readonly needsConfirmation: boolean;
  } | null;
  /** Live or test mode. */
  readonly livemode: boolean;
}

/** Keeps subscriptions as they were last read, and what follows from them. */
export interface BillingStore {
  customerOf(userId: string): Promise<string | undefined>;
  userOf(customerId: string): Promise<string | undefined>;
  saveCustomer(userId: string, customerId: string, nowMs: number): Promise<void>;
  /** The one subscription that goes on; undefined without one. */
  current(userId: string): Promise<StoredSubscription | undefined>;
  /** The last one, ended or not. */
  latest(userId: string): Promise<StoredSubscription | undefined>;
  /**
   * Replaces what is known of the subscription, writes the audit row when tier or status changed, and marks a trial as
   * used. Answers what was known before.
   */
  save(userId: string, reading: SubscriptionReading, nowMs: number): Promise<StoredSubscription | undefined>;
}

export interface StoredSubscription {
  readonly userId: string;
  readonly reading: SubscriptionReading;
  /** Since when payments fail, from which the days of grace count; null while they do not. */
  readonly pastDueSinceMs: number | null;
  readonly readAtMs: number;
}

/** Mails by name, and the facts each one tells. Amounts in pence, instants in milliseconds since 1970 UTC. */
export interface MailFacts {
  readonly welcome: {
    readonly tier: PaidTier;
    readonly trialEndsAtMs: number | null;
    readonly pricePence: number;
  };
  readonly trial_ending: { readonly tier: PaidTier; readonly atMs: number; readonly pricePence: number };
  readonly payment_failed: {
    readonly tier: PaidTier;
    readonly graceEndsAtMs: number;
    readonly url: string | null;
  };
  readonly action_required: { readonly tier: PaidTier; readonly url: string };
  readonly plan_changed: { readonly from: PaidTier; readonly to: PaidTier; readonly atMs: number };
  readonly cancelled: { readonly tier: PaidTier; readonly endsAtMs: number; readonly refundPence: number };
  readonly refunded: { readonly amountPence: number; readonly card: string | null };
  readonly erasure_requested: { readonly dueAtMs: number };
}
export type MailTemplate = keyof MailFacts;

/** Writes mails to be sent; the sender picks them up and retries. */
export interface Outbox {
  /** `key` makes it exactly one: a second mail with the same key is not written. */
  put<T extends MailTemplate>(
    mail: {
      readonly userId: string;
      readonly key: string;
      readonly template: T;
      readonly facts: MailFacts[T];
    },
    nowMs: number,
  ): Promise<void>;
}
