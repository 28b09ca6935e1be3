/** The events of the payment provider that mean something here; all others are answered and counted. */

const HANDLED: ReadonlySet<string> = new Set([
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.subscription.trial_will_end',
  'customer.subscription.pending_update_applied',
  'customer.subscription.pending_update_expired',
  'invoice.created',
  'invoice.finalized',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'invoice.upcoming',
  'invoice.voided',
  'invoice.marked_uncollectible',
  'setup_intent.succeeded',
  'setup_intent.setup_failed',
  'charge.refunded',
  'charge.dispute.created',
  'charge.dispute.closed',
  'customer.deleted',
  'customer.updated',
  'payment_method.automatically_updated',
]);

export const CUSTOMER_DELETED = 'customer.deleted';
export const CHARGE_REFUNDED = 'charge.refunded';

export function isHandled(type: string): boolean {
  return HANDLED.has(type);
}
