/** Every kind of object that is kept, by the name that its collection has, and the prefix of its ids. */
import type { Charge, Refund } from './charge.ts';
import type { Customer } from './customer.ts';
import type { Dispute } from './dispute.ts';
import type { Delivery, StripeEvent } from './event.ts';
import type { PaymentIntent, SetupIntent } from './intents.ts';
import type { Invoice, InvoicePayment } from './invoice.ts';
import type { PaymentMethod } from './payment-method.ts';
import type { PortalConfiguration, PortalSession } from './portal.ts';
import type { StripeObject } from './stripe-object.ts';
import type { Subscription } from './subscription.ts';
import type { SubscriptionSchedule } from './subscription-schedule.ts';

export interface Kinds {
  readonly customer: Customer;
  readonly payment_method: PaymentMethod;
  readonly setup_intent: SetupIntent;
  readonly payment_intent: PaymentIntent;
  readonly charge: Charge;
  readonly refund: Refund;
  readonly dispute: Dispute;
  readonly subscription: Subscription;
  readonly subscription_schedule: SubscriptionSchedule;
  readonly invoice: Invoice;
  readonly invoice_payment: InvoicePayment;
  readonly 'billing_portal.configuration': PortalConfiguration;
  readonly 'billing_portal.session': PortalSession;
  readonly event: StripeEvent;
  readonly 'sandbox.delivery': Delivery;
  /** Responses kept by idempotency key, and the setting of the sandbox's own clock. */
  readonly 'sandbox.note': StripeObject;
}
export type Kind = keyof Kinds;

/** Of the objects that the product expands. */
const PREFIXES: readonly (readonly [string, Kind])[] = [
  ['cus_', 'customer'],
  ['pm_', 'payment_method'],
  ['seti_', 'setup_intent'],
  ['sub_sched_', 'subscription_schedule'],
  ['in_', 'invoice'],
];

/** The kind that an id names; undefined for a text that is no id. */
export function kindOfId(id: string): Kind | undefined {
  return PREFIXES.find(([prefix]) => id.startsWith(prefix))?.[1];
}
