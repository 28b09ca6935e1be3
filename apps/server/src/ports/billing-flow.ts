/**
 * The ports of starting, changing and ending a subscription: one change per user at a time, and tasks that are retried
 * until they are done.
 */
import type { SubscriptionSnapshot } from './billing.ts';

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
  /** Stores the refunds, before the first one is paid. */
  plan(id: string, refunds: readonly RefundPart[]): Promise<void>;
  done(id: string, nowMs: number): Promise<void>;
  postpone(id: string, failure: string, nextAttemptMs: number): Promise<void>;
}
