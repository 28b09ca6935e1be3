/** The provider's portal: card, address and invoices, and a cancellation at the end of the period; never a change of plan. */
import type Stripe from 'stripe';
import type { BillingChanges } from '#ports/billing.ts';
import { calling } from './stripe-failure.ts';

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

export function stripePortal(stripe: Stripe): Pick<BillingChanges, 'openPortal'> {
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
