/** The payment provider through its SDK: one code path for the real one and for test servers with the same API. */
import type { PaidTier } from '@undertow/contracts';
import Stripe from 'stripe';
import type { BillingChanges, BillingGateway, InvoicePreview } from '#ports/billing.ts';
import { createPriceList } from './price-list.ts';
import { type ChangeParts, stripeChanges } from './stripe-changes.ts';
import { calling } from './stripe-failure.ts';
import { vatOf } from './stripe-invoice.ts';
import { stripeReads } from './stripe-reads.ts';

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

/** Previews of invoices: what a start or a change would charge, to the penny, as the provider computes it. */
function stripePreviews(parts: ChangeParts): Pick<BillingChanges, 'previewStart' | 'previewChange'> {
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

/** Marks our configuration; a new one is made when the features below change with it. */
const MARK = 'undertow-1';

/** Plans change through our own quote, and a cancellation at once through our own refund. */
const FEATURES: Stripe.BillingPortal.ConfigurationCreateParams.Features = {
  customer_update: { enabled: true, allowed_updates: ['address', 'name', 'tax_id'] },
  invoice_history: { enabled: true },
  payment_method_update: { enabled: true },
  subscription_cancel: { enabled: true, mode: 'at_period_end', proration_behavior: 'none' },
  subscription_update: { enabled: false },
};

async function findOrMake(stripe: Stripe): Promise<string> {
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const ours = data.find(({ metadata }) => metadata?.['undertow'] === MARK);
  if (ours !== undefined) return ours.id;
  const made = await stripe.billingPortal.configurations.create(
    { features: FEATURES, metadata: { undertow: MARK } },
    { idempotencyKey: `portal:${MARK}` },
  );
  return made.id;
}

/** The provider's portal: card, address and invoices, and a cancellation at the end of the period; never a change of plan. */
function stripePortal(stripe: Stripe): Pick<BillingChanges, 'openPortal'> {
  let configuration: Promise<string> | null = null;

  async function configurationId(): Promise<string> {
    configuration ??= findOrMake(stripe);
    try {
      return await configuration;
    } catch (error) {
      configuration = null;
      throw error;
    }
  }

  return {
    openPortal(customer, returnUrl) {
      return calling('open portal', async () => {
        const session = await stripe.billingPortal.sessions.create({
          customer,
          configuration: await configurationId(),
          return_url: returnUrl,
        });
        return session.url;
      });
    },
  };
}

/** A call that hangs longer times out; with its one retry a request takes at most twenty seconds. */
const TIMEOUT_MS = 8_000;
const NETWORK_RETRIES = 1;

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecrets: readonly string[];
  /** Origin of the API. */
  readonly apiBase: string;
  readonly prices: Readonly<Record<PaidTier, readonly [string, ...string[]]>>;
  readonly taxRateId: string | null;
  readonly livemode: boolean;
  /** Milliseconds until a call is given up. */
  readonly timeoutMs?: number;
}

function clientOf({ secretKey, apiBase, timeoutMs = TIMEOUT_MS }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiBase);
  const isHttps = protocol === 'https:';
  return new Stripe(secretKey, {
    protocol: isHttps ? 'https' : 'http',
    host: hostname,
    port: port === '' ? (isHttps ? 443 : 80) : Number(port),
    timeout: timeoutMs,
    maxNetworkRetries: NETWORK_RETRIES,
    telemetry: false,
    typescript: true,
  });
}

export function createStripeGateway(settings: StripeSettings): BillingGateway {
  const parts = { ...settings, stripe: clientOf(settings), prices: createPriceList(settings.prices) };
  return {
    ...stripeReads(parts),
    ...stripeChanges(parts),
    ...stripePreviews(parts),
    ...stripePortal(parts.stripe),
  };
}
