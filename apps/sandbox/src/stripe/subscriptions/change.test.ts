/** Changes of the price through the real SDK: quoted, at once, when paid, at the end of the period. */
import { DAY_S } from '@undertow/market';
import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PRICE_IDS, VAT_RATE_ID } from '#stripe/state/catalogue.ts';
import { confirm, openSandbox, type Plan, type Sandbox, START } from '#testing/stripe/open-sandbox.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = await openSandbox();
});
afterEach(() => sandbox.close());

interface Subscriber {
  readonly customer: string;
  readonly subscription: Stripe.Subscription;
}

async function subscriber(plan: Plan, trialDays?: number): Promise<Subscriber> {
  const customer = await sandbox.customer();
  const trial = trialDays === undefined ? {} : { trialDays };
  return {
    customer,
    subscription: await sandbox.subscribe(customer, { plan, card: 'pm_card_visa', ...trial }),
  };
}

function itemsTo(subscription: Stripe.Subscription, plan: Plan) {
  return [{ id: subscription.items.data[0]?.id ?? '', price: PRICE_IDS[plan] }];
}

async function upgrade(
  subscription: Stripe.Subscription,
  plan: Plan,
  facts: Stripe.SubscriptionUpdateParams = {},
) {
  return sandbox.stripe.subscriptions.update(subscription.id, {
    items: itemsTo(subscription, plan),
    proration_behavior: 'always_invoice',
    payment_behavior: 'pending_if_incomplete',
    expand: ['latest_invoice.confirmation_secret'],
    ...facts,
  });
}

function planOf(subscription: Stripe.Subscription): string | undefined {
  return subscription.items.data[0]?.price.lookup_key ?? undefined;
}

/** Card of the subscription from now on, whatever it does later. */
async function useCard({ customer, subscription }: Subscriber, card: string): Promise<void> {
  const id = await sandbox.attach(customer, card);
  await sandbox.stripe.subscriptions.update(subscription.id, { default_payment_method: id });
}

describe('an upgrade within the period', () => {
  test('charges exactly the quoted amount, for the rest of the period', async () => {
    const { customer, subscription } = await subscriber('basic');
    await sandbox.advance(10 * DAY_S);
    const at = START + 10 * DAY_S;
    const quote = await sandbox.stripe.invoices.createPreview({
      customer: customer,
      subscription: subscription.id,
      subscription_details: {
        items: itemsTo(subscription, 'pro'),
        proration_behavior: 'always_invoice',
        proration_date: at,
      },
    });
    // October has 31 days: 21 of them are left
    const [credit, charge] = [Math.round((5000 * 21) / 31), Math.round((9900 * 21) / 31)];
    expect(quote.lines.data.map(({ amount }) => amount)).toEqual([-credit, charge]);
    expect(quote.lines.data.map(({ description }) => description)).toEqual([
      'Unused time on Basic after 11 Oct 2026',
      'Remaining time on Pro after 11 Oct 2026',
    ]);
    await sandbox.advance(10 * DAY_S + 300);
    const after = await upgrade(subscription, 'pro', { proration_date: at });
    const invoice = after.latest_invoice as Stripe.Invoice;
    expect([planOf(after), after.pending_update, after.status]).toEqual(['pro', null, 'active']);
    expect([invoice.status, invoice.total, invoice.amount_paid]).toEqual(['paid', quote.total, quote.total]);
    expect(invoice.billing_reason).toBe('subscription_update');
    const parent = invoice.lines.data[0]?.parent?.subscription_item_details;
    expect([parent?.proration, parent?.subscription]).toEqual([true, subscription.id]);
    expect(parent?.proration_details?.credited_items?.invoice_line_items).toHaveLength(1);
  });

  test('a preview stores nothing', async () => {
    const { customer, subscription } = await subscriber('basic');
    const before = await sandbox.stripe.invoices.list({ customer });
    await sandbox.stripe.invoices.createPreview({
      customer,
      subscription: subscription.id,
      subscription_details: { items: itemsTo(subscription, 'elite'), proration_behavior: 'always_invoice' },
    });
    const after = await sandbox.stripe.invoices.list({ customer });
    expect(after.data.map(({ id }) => id)).toEqual(before.data.map(({ id }) => id));
    expect(planOf(await sandbox.subscription(subscription.id))).toBe('basic');
  });

  test('waits for a payment that fails, and takes effect when it is paid', async () => {
    const { customer, subscription } = await subscriber('basic');
    await useCard({ customer, subscription }, 'pm_card_chargeCustomerFail');
    const waiting = await upgrade(subscription, 'pro');
    const invoice = waiting.latest_invoice as Stripe.Invoice;
    expect([waiting.status, planOf(waiting), invoice.status]).toEqual(['active', 'basic', 'open']);
    expect(waiting.pending_update?.subscription_items?.[0]?.price.lookup_key).toBe('pro');
    expect(waiting.pending_update?.expires_at).toBe(START + 23 * 3600);
    await confirm(sandbox.stripe, invoice.confirmation_secret?.client_secret ?? '', 'pm_card_mastercard');
    const after = await sandbox.subscription(subscription.id);
    expect([planOf(after), after.pending_update]).toEqual(['pro', null]);
    expect(await sandbox.events('customer.subscription.pending_update_applied')).toHaveLength(1);
  });

  test('that requires authentication takes effect when the customer confirms', async () => {
    const { customer, subscription } = await subscriber('basic');
    await useCard({ customer, subscription }, 'pm_card_authenticationRequired');
    const waiting = await upgrade(subscription, 'elite');
    const invoice = waiting.latest_invoice as Stripe.Invoice;
    const secret = invoice.confirmation_secret?.client_secret ?? '';
    expect(planOf(waiting)).toBe('basic');
    await sandbox.control('authenticate', { client_secret: secret, outcome: 'complete' });
    expect(planOf(await sandbox.subscription(subscription.id))).toBe('elite');
  });

  test('that is never paid is dropped after 23 hours with its invoice', async () => {
    const { customer, subscription } = await subscriber('basic');
    await useCard({ customer, subscription }, 'pm_card_chargeCustomerFail');
    const waiting = await upgrade(subscription, 'pro');
    await sandbox.advance(23 * 3600);
    const after = await sandbox.subscription(subscription.id);
    const invoice = await sandbox.stripe.invoices.retrieve((waiting.latest_invoice as Stripe.Invoice).id);
    expect([planOf(after), after.pending_update, invoice.status]).toEqual(['basic', null, 'void']);
  });

  test('sent twice while it waits requires one payment only', async () => {
    const { customer, subscription } = await subscriber('basic');
    await useCard({ customer, subscription }, 'pm_card_chargeCustomerFail');
    await upgrade(subscription, 'pro');
    await upgrade(subscription, 'elite');
    const { data } = await sandbox.stripe.invoices.list({ customer });
    const after = await sandbox.subscription(subscription.id);
    expect(data.filter(({ status }) => status === 'open')).toHaveLength(1);
    expect(after.pending_update?.subscription_items?.[0]?.price.lookup_key).toBe('elite');
  });

  test('without the id of the item, which would bill both plans, is refused', async () => {
    const { subscription } = await subscriber('basic');
    const both = upgrade(subscription, 'pro', { items: [{ price: PRICE_IDS.pro }] });
    await expect(both).rejects.toMatchObject({ param: 'items[0][id]' });
  });

  test('outside of the period is refused', async () => {
    const { subscription } = await subscriber('basic');
    const late = upgrade(subscription, 'pro', { proration_date: START + 40 * DAY_S });
    await expect(late).rejects.toMatchObject({ param: 'proration_date' });
  });
});

test('during the trial the price changes without money, and the trial keeps its end', async () => {
  const { subscription } = await subscriber('basic', 14);
  const after = await sandbox.stripe.subscriptions.update(subscription.id, {
    items: itemsTo(subscription, 'elite'),
    proration_behavior: 'none',
  });
  expect([planOf(after), after.status, after.trial_end]).toEqual(['elite', 'trialing', START + 14 * DAY_S]);
  await sandbox.advance(15 * DAY_S);
  const invoice = (await sandbox.subscription(subscription.id)).latest_invoice as Stripe.Invoice;
  expect([invoice.status, invoice.total]).toEqual(['paid', 19_900]);
});

describe('a downgrade by a schedule', () => {
  async function schedule(subscription: Stripe.Subscription) {
    const made = await sandbox.stripe.subscriptionSchedules.create({ from_subscription: subscription.id });
    const [phase] = made.phases;
    return sandbox.stripe.subscriptionSchedules.update(made.id, {
      end_behavior: 'release',
      phases: [
        {
          items: [{ price: PRICE_IDS.elite }],
          start_date: phase?.start_date ?? 0,
          end_date: phase?.end_date ?? 0,
          default_tax_rates: [VAT_RATE_ID],
        },
        {
          items: [{ price: PRICE_IDS.basic }],
          duration: { interval: 'month', interval_count: 1 },
          proration_behavior: 'none',
        },
      ],
    });
  }

  test('keeps the plan until the period ends, then renews the smaller one', async () => {
    const { subscription } = await subscriber('elite');
    const made = await schedule(subscription);
    expect((await sandbox.subscription(subscription.id)).schedule).toBe(made.id);
    await sandbox.advance(30 * DAY_S);
    expect(planOf(await sandbox.subscription(subscription.id))).toBe('elite');
    await sandbox.advance(31 * DAY_S + 3600);
    const after = await sandbox.subscription(subscription.id);
    const invoice = after.latest_invoice as Stripe.Invoice;
    expect([planOf(after), after.status, invoice.total]).toEqual(['basic', 'active', 5000]);
    expect(after.items.data[0]?.id).toBe(subscription.items.data[0]?.id);
    await sandbox.advance(62 * DAY_S);
    const released = await sandbox.stripe.subscriptionSchedules.retrieve(made.id);
    expect([released.status, released.released_subscription]).toEqual(['released', subscription.id]);
    expect((await sandbox.subscription(subscription.id)).schedule).toBeNull();
  });

  test('can be undone', async () => {
    const { subscription } = await subscriber('elite');
    const made = await schedule(subscription);
    await sandbox.stripe.subscriptionSchedules.release(made.id);
    await sandbox.advance(32 * DAY_S);
    expect(planOf(await sandbox.subscription(subscription.id))).toBe('elite');
  });

  test('forbids a cancellation beside it', async () => {
    const { subscription } = await subscriber('elite');
    await schedule(subscription);
    const cancel = sandbox.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await expect(cancel).rejects.toThrow('managed by the subscription schedule');
  });
});
