/** Every kind of object that is kept, by the name that its collection has, and the prefix of its ids. */
import type { Price, Product, TaxRate } from './catalogue-objects.ts';
import type { Charge, Refund } from './charge.ts';
import type { CreditNote } from './credit-note.ts';
import type { BalanceTransaction, Customer } from './customer.ts';
import type { Dispute } from './dispute.ts';
import type { PaymentIntent, SetupIntent } from './intents.ts';
import type { Invoice, InvoicePayment } from './invoice.ts';
import type { PaymentMethod } from './payment-method.ts';
import type { PendingLine } from './pending-line.ts';
import type { PortalConfiguration, PortalSession } from './portal.ts';
import type { StripeObject } from './stripe-object.ts';
import type { Subscription } from './subscription.ts';
import type { SubscriptionSchedule } from './subscription-schedule.ts';
import type { Delivery, StripeEvent, TestClock, WebhookEndpoint } from './webhook-objects.ts';

export interface Kinds {
  readonly customer: Customer;
  readonly customer_balance_transaction: BalanceTransaction;
  readonly product: Product;
  readonly price: Price;
  readonly tax_rate: TaxRate;
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
  readonly invoiceitem: PendingLine;
  readonly credit_note: CreditNote;
  readonly 'billing_portal.configuration': PortalConfiguration;
  readonly 'billing_portal.session': PortalSession;
  readonly event: StripeEvent;
  readonly webhook_endpoint: WebhookEndpoint;
  readonly 'test_helpers.test_clock': TestClock;
  readonly 'sandbox.delivery': Delivery;
  /** Answers kept by idempotency key, and the setting of the sandbox's own clock. */
  readonly 'sandbox.note': StripeObject;
}
export type Kind = keyof Kinds;

/** Longest first where one begins with another. */
const PREFIXES: readonly (readonly [string, Kind])[] = [
  ['cus_', 'customer'],
  ['prod_', 'product'],
  ['price_', 'price'],
  ['txr_', 'tax_rate'],
  ['pm_', 'payment_method'],
  ['seti_', 'setup_intent'],
  ['pi_', 'payment_intent'],
  ['ch_', 'charge'],
  ['re_', 'refund'],
  ['du_', 'dispute'],
  ['sub_sched_', 'subscription_schedule'],
  ['sub_', 'subscription'],
  ['in_', 'invoice'],
  ['inpay_', 'invoice_payment'],
  ['cn_', 'credit_note'],
  ['cbtxn_', 'customer_balance_transaction'],
  ['bpc_', 'billing_portal.configuration'],
  ['clock_', 'test_helpers.test_clock'],
];

/** The kind that an id names; undefined for a text that is no id. */
export function kindOfId(id: string): Kind | undefined {
  return PREFIXES.find(([prefix]) => id.startsWith(prefix))?.[1];
}
