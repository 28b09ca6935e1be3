/** Previews of invoices: what a start or a change would charge, to the penny, as the provider computes it. */
import type Stripe from 'stripe';
import type { BillingChanges, InvoicePreview } from '#ports/billing.ts';
import type { ChangeParts } from './stripe-changes.ts';
import { calling } from './stripe-failure.ts';
import { vatOf } from './stripe-invoice.ts';

function isProration({ parent }: Stripe.InvoiceLineItem): boolean {
  return (
    parent?.subscription_item_details?.proration === true || parent?.invoice_item_details?.proration === true
  );
}

function previewOf(invoice: Stripe.Invoice): InvoicePreview {
  const { data } = invoice.lines;
  return {
    totalPence: invoice.total,
    vatPence: vatOf(invoice),
    lines: data.map(({ description, amount }) => ({
      text: description ?? 'Subscription',
      amountPence: amount,
    })),
    prorationDate: data.find(isProration)?.period.start ?? null,
  };
}

export function stripePreviews(parts: ChangeParts): Pick<BillingChanges, 'previewStart' | 'previewChange'> {
  const { stripe, prices, taxRateId } = parts;
  return {
    previewStart(customer, tier) {
      return calling('preview start', async () =>
        previewOf(
          await stripe.invoices.createPreview({
            customer,
            subscription_details: {
              items: [{ price: prices.priceOf(tier) }],
              ...(taxRateId === null ? {} : { default_tax_rates: [taxRateId] }),
            },
          }),
        ),
      );
    },

    previewChange(snapshot, tier, prorationDate) {
      return calling('preview change', async () =>
        previewOf(
          await stripe.invoices.createPreview({
            customer: snapshot.customerId,
            subscription: snapshot.id,
            subscription_details: {
              items: [{ id: snapshot.itemId, price: prices.priceOf(tier) }],
              proration_behavior: 'always_invoice',
              ...(prorationDate === null ? {} : { proration_date: prorationDate }),
            },
          }),
        ),
      );
    },
  };
}
