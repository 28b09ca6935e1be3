/** Failures of the payment provider in our words: whether trying again can help, and what the customer may read. */
import Stripe from 'stripe';
import { BillingFailure } from '#ports/billing.ts';

const CONFLICT = 409;

/** True for failures after which the same call, with the same key, may succeed. */
function canRetry(error: unknown): boolean {
  const { StripeConnectionError, StripeAPIError, StripeRateLimitError, StripeError } = Stripe.errors;
  if (error instanceof StripeConnectionError || error instanceof StripeAPIError) return true;
  if (error instanceof StripeRateLimitError) return true;
  // The same key is being worked on by another request
  return error instanceof StripeError && error.statusCode === CONFLICT;
}

/** What was thrown by the SDK, as a failure of ours. */
export function failureOf(error: unknown, call: string): BillingFailure {
  if (error instanceof BillingFailure) return error;
  const reason = error instanceof Error ? error.message : String(error);
  // Only a card error is meant for the customer; everything else may name our own settings
  const customerMessage = error instanceof Stripe.errors.StripeCardError ? error.message : null;
  return new BillingFailure(`${call}: ${reason}`, {
    canRetry: canRetry(error),
    customerMessage,
    cause: error,
  });
}

/** Runs a call to the provider; `call` names it in the log. Throws `BillingFailure`. */
export async function calling<T>(call: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw failureOf(error, call);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'resource_missing';
}

/** Like `calling`, but undefined where the provider has no such thing. */
export async function found<T>(call: string, run: () => Promise<T>): Promise<T | undefined> {
  try {
    return await run();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw failureOf(error, call);
  }
}
