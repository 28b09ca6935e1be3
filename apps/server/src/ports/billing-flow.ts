/** The ports of starting, changing and ending a subscription: one change a person at a time, and work that is retried until it is done. */
import type { SubscriptionReading } from './billing.ts';

/** One change of a person's subscription at a time, over every process. */
export interface BillingLeases {
  /** True: `holder` has it until `untilMs`. False: somebody else has. */
  take(userId: string, holder: string, nowMs: number, untilMs: number): Promise<boolean>;
  /** Gives it back; without effect when somebody else has it by now. */
  release(userId: string, holder: string): Promise<void>;
}

/** What of one invoice goes back to the card. */
export interface RefundPart {
  readonly invoiceId: string;
  readonly paymentIntentId: string;
  readonly amountPence: number;
}

/** A subscription was ended here and the provider does not know yet; money of it goes back to the card. */
export interface CancelTask {
  /** `cancel/` and the id of the subscription: there is never a second one. */
  readonly id: string;
  readonly userId: string;
  readonly subscriptionId: string;
  readonly customerId: string;
  /** When the person decided: what is given back is computed to this instant. */
  readonly decidedAtMs: number;
  /** What goes back, once it was worked out: from then on never worked out anew, for a part may have gone back already. */
  readonly refunds: readonly RefundPart[] | null;
  /** How often it failed. */
  readonly attempts: number;
}

/** Decisions to end a subscription at once, each carried out at the provider exactly once. */
export interface CancelTasks {
  /**
   * Writes the decision, the subscription as ended and the mail that confirms it, all or nothing: from then on it gives
   * no tier, whatever the provider still says. False: it was decided before, and nothing was written.
   */
  decide(
    reading: SubscriptionReading,
    facts: { readonly userId: string; readonly refundPence: number },
    nowMs: number,
  ): Promise<boolean>;
  /** Those of a person that are not carried out yet. */
  open(userId: string): Promise<readonly CancelTask[]>;
  /** Those whose turn has come, oldest first. */
  due(nowMs: number, limit: number): Promise<readonly CancelTask[]>;
  /** Keeps what goes back, before the first part does. */
  plan(id: string, refunds: readonly RefundPart[]): Promise<void>;
  done(id: string, nowMs: number): Promise<void>;
  postpone(id: string, failure: string, nextAttemptMs: number): Promise<void>;
}
