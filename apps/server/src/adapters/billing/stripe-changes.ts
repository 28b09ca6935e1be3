/** Changes at the payment provider: customers, subscriptions, schedules and refunds. */
import { createHash } from 'node:crypto';
import type { PaidTier } from '@undertow/contracts';
import Stripe from 'stripe';
import { type BillingChanges, BillingFailure, type SubscriptionSnapshot } from '#ports/billing.ts';
import { calling, found } from './stripe-failure.ts';
import { type ReadParts, snapshotFrom } from './stripe-reads.ts';
import { idOf, SUBSCRIPTION_EXPANSIONS } from './stripe-snapshot.ts';

export interface ChangeParts extends ReadParts {
  /** Inclusive VAT on every invoice; null: none. */
  readonly taxRateId: string | null;
}

const EXPAND = { expand: SUBSCRIPTION_EXPANSIONS };

function isAlreadyRefunded(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === 'charge_already_refunded';
}

/** The snapshot of what a change answered; it is ours, for we made it. */
async function ours(parts: ChangeParts, subscription: Stripe.Subscription): Promise<SubscriptionSnapshot> {
  const snapshot = await snapshotFrom(parts, subscription);
  if (snapshot !== undefined) return snapshot;
  throw new BillingFailure(`subscription ${subscription.id} is not ours`, {
    canRetry: false,
    customerMessage: null,
  });
}

async function releaseSchedule({ stripe }: ChangeParts, subscriptionId: string): Promise<void> {
  const { schedule } = await stripe.subscriptions.retrieve(subscriptionId);
  const scheduleId = idOf(schedule);
  if (scheduleId !== null) await stripe.subscriptionSchedules.release(scheduleId);
}

function customerChanges({ stripe }: ChangeParts): Pick<BillingChanges, 'createCustomer'> {
  return {
    createCustomer({ userId, email, name }) {
      return calling('create customer', async () => {
        const person = {
          metadata: { userId },
          ...(email === null ? {} : { email }),
          ...(name === null ? {} : { name }),
        };
        // A key with other parameters is refused: a changed address gets another key
        const facts = createHash('sha256').update(JSON.stringify(person)).digest('hex').slice(0, 16);
        const customer = await stripe.customers.create(person, { idempotencyKey: `cust:${userId}:${facts}` });
        return customer.id;
      });
    },
  };
}

function startChanges(parts: ChangeParts): Pick<BillingChanges, 'createSubscription'> {
  const { stripe, prices, taxRateId } = parts;
  return {
    createSubscription({ customerId, tier, trialDays }, key) {
      return calling('create subscription', async () => {
        const subscription = await stripe.subscriptions.create(
          {
            customer: customerId,
            items: [{ price: prices.priceOf(tier) }],
            payment_behavior: 'default_incomplete',
            payment_settings: {
              save_default_payment_method: 'on_subscription',
              payment_method_types: ['card'],
            },
            ...(trialDays === null
              ? {}
              : {
                  trial_period_days: trialDays,
                  trial_settings: { end_behavior: { missing_payment_method: 'cancel' } },
                }),
            ...(taxRateId === null ? {} : { default_tax_rates: [taxRateId] }),
            ...EXPAND,
          },
          { idempotencyKey: key },
        );
        return ours(parts, subscription);
      });
    },
  };
}

/** The phases of a schedule that changes to a smaller tier when the period, or the trial, ends. */
function phasesOf(
  schedule: Stripe.SubscriptionSchedule,
  snapshot: SubscriptionSnapshot,
  priceId: string,
): Stripe.SubscriptionScheduleUpdateParams.Phase[] {
  const start = schedule.current_phase?.start_date ?? snapshot.periodStartsAtMs / 1000;
  const running = schedule.phases.find(({ start_date }) => start_date === start);
  const rates = (running?.default_tax_rates ?? []).map(({ id }) => id);
  const carried = {
    proration_behavior: 'none' as const,
    ...(rates.length === 0 ? {} : { default_tax_rates: rates }),
  };
  const trialEnd = snapshot.status === 'trialing' ? snapshot.trialEndsAtMs : null;
  return [
    {
      ...carried,
      items: [{ price: snapshot.priceId, quantity: 1 }],
      start_date: start,
      end_date: (trialEnd ?? snapshot.periodEndsAtMs) / 1000,
      ...(trialEnd === null ? {} : { trial_end: trialEnd / 1000 }),
    },
    {
      ...carried,
      items: [{ price: priceId, quantity: 1 }],
      duration: { interval: 'month', interval_count: 1 },
    },
  ];
}

function tierChanges(parts: ChangeParts): Pick<BillingChanges, 'changeTier' | 'scheduleTier'> {
  const { stripe, prices } = parts;
  return {
    changeTier(snapshot, tier: PaidTier, prorationDate, key) {
      return calling('change tier', async () => {
        await releaseSchedule(parts, snapshot.id);
        const charged = {
          proration_behavior: 'always_invoice' as const,
          // The new tier begins when it is paid, and the old one stays when it is not
          payment_behavior: 'pending_if_incomplete' as const,
          ...(prorationDate === null ? {} : { proration_date: prorationDate }),
        };
        const subscription = await stripe.subscriptions.update(
          snapshot.id,
          {
            items: [{ id: snapshot.itemId, price: prices.priceOf(tier) }],
            ...(snapshot.status === 'trialing' ? { proration_behavior: 'none' as const } : charged),
            ...EXPAND,
          },
          { idempotencyKey: key },
        );
        return ours(parts, subscription);
      });
    },

    scheduleTier(snapshot, tier, key) {
      return calling('schedule tier', async () => {
        const { schedule } = await stripe.subscriptions.retrieve(snapshot.id, { expand: ['schedule'] });
        const given =
          typeof schedule === 'string' ? await stripe.subscriptionSchedules.retrieve(schedule) : schedule;
        // One that was made and not filled before a failure is taken up again
        const made =
          given ??
          (await stripe.subscriptionSchedules.create(
            { from_subscription: snapshot.id },
            { idempotencyKey: `${key}:schedule` },
          ));
        await stripe.subscriptionSchedules.update(made.id, {
          phases: phasesOf(made, snapshot, prices.priceOf(tier)),
          end_behavior: 'release',
        });
        return ours(parts, await stripe.subscriptions.retrieve(snapshot.id, EXPAND));
      });
    },
  };
}

function endChanges(parts: ChangeParts): Pick<BillingChanges, 'resume' | 'cancelAtPeriodEnd' | 'cancelNow'> {
  const { stripe } = parts;

  async function voidOpenInvoice(subscription: Stripe.Subscription): Promise<void> {
    const invoice = subscription.latest_invoice;
    if (invoice === null || typeof invoice === 'string' || invoice.status !== 'open') return;
    // After a cancellation the open invoice must not be charged any more
    await stripe.invoices.voidInvoice(invoice.id);
  }

  return {
    resume(snapshot) {
      return calling('resume subscription', async () => {
        await releaseSchedule(parts, snapshot.id);
        const change = { cancel_at_period_end: false, ...EXPAND };
        return ours(parts, await stripe.subscriptions.update(snapshot.id, change));
      });
    },

    cancelAtPeriodEnd(snapshot) {
      return calling('cancel at period end', async () => {
        await releaseSchedule(parts, snapshot.id);
        const change = { cancel_at_period_end: true, ...EXPAND };
        return ours(parts, await stripe.subscriptions.update(snapshot.id, change));
      });
    },

    async cancelNow(subscriptionId) {
      const current = await found('read subscription', () =>
        stripe.subscriptions.retrieve(subscriptionId, EXPAND),
      );
      if (current === undefined) return undefined;
      const hasEnded = current.status === 'canceled' || current.status === 'incomplete_expired';
      return calling('cancel subscription', async () => {
        const ended = hasEnded
          ? current
          : await stripe.subscriptions.cancel(subscriptionId, {
              invoice_now: false,
              prorate: false,
              ...EXPAND,
            });
        await voidOpenInvoice(ended);
        return snapshotFrom(parts, ended);
      });
    },
  };
}

export function stripeChanges(
  parts: ChangeParts,
): Omit<BillingChanges, 'openPortal' | 'previewStart' | 'previewChange'> {
  const { stripe } = parts;
  return {
    ...customerChanges(parts),
    ...startChanges(parts),
    ...tierChanges(parts),
    ...endChanges(parts),

    refund(paymentIntentId, amountPence, key) {
      return calling('refund', async () => {
        // The provider forgets keys after a day; the result stays in the metadata of the refund
        const { data } = await stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 });
        if (data.some(({ metadata }) => metadata?.['key'] === key)) return;
        const refund = {
          payment_intent: paymentIntentId,
          amount: amountPence,
          reason: 'requested_by_customer' as const,
          metadata: { key },
        };
        try {
          await stripe.refunds.create(refund, { idempotencyKey: key });
        } catch (error) {
          // Refunded by somebody else already: the result is the same
          if (!isAlreadyRefunded(error)) throw error;
        }
      });
    },
  };
}
