/** What Stripe refuses of a change of a subscription, before anything is done. */
import type { Call } from '#stripe/api/api.ts';
import { hasEnded, type Subscription } from '#stripe/objects/subscription.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';

/** What may be sent beside a change that waits for its payment. */
const WITH_PENDING = ['expand', 'payment_behavior', 'proration_behavior', 'proration_date', 'items'];

/** All that a subscription takes before its first payment. */
const WHILE_INCOMPLETE = ['expand', 'default_payment_method'];

/** `waits`: the change is in force only when it is paid. Throws a `StripeError`. */
export function refuseForbidden({ params }: Call, subscription: Subscription, waits: boolean): void {
  const names = Object.keys(params);
  if (hasEnded(subscription)) {
    throw invalid('A canceled subscription can only update its cancellation_details and metadata.');
  }
  const beyond = names.find((name) => !WHILE_INCOMPLETE.includes(name));
  if (subscription.status === 'incomplete' && beyond !== undefined) {
    throw invalid(
      'A subscription whose status is `incomplete` can only update its metadata and default payment method.',
      beyond,
    );
  }
  const alone = names.find((name) => !WITH_PENDING.includes(name));
  if (waits && alone !== undefined) {
    throw invalid(
      `When \`payment_behavior\` is set to \`pending_if_incomplete\`, you can not pass \`${alone}\`. See https://stripe.com/docs/billing/subscriptions/pending-updates-reference.`,
      alone,
    );
  }
  if (subscription.schedule !== null && names.includes('cancel_at_period_end')) {
    throw invalid(
      `The subscription is managed by the subscription schedule \`${subscription.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    );
  }
}
