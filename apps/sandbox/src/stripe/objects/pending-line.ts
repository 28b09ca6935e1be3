/** A proration that waits for the next invoice: Stripe's pending invoice item, reduced to its line. */
import type { LineFacts } from './invoice.ts';
import type { StripeObject } from './stripe-object.ts';

export interface PendingLine extends StripeObject {
  readonly object: 'invoiceitem';
  readonly customer: string;
  readonly subscription: string;
  readonly created: number;
  readonly _line: LineFacts;
}
