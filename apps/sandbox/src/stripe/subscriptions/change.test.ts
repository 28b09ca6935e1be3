/** Changes of the price through the real SDK: quoted, at once, when paid, at the end of the period. */
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PRICE_IDS, VAT_RATE_ID } from '#stripe/state/catalogue.ts';
import {
  DAY,
  openSandbox,
  type Plan,
  type Sandbox,
  type SandboxCustomer,
  START,
} from '#testing/stripe/open-sandbox.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.close());

interface Subscriber {
  readonly customer: SandboxCustomer;
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
    expand: ['latest_invoice'],
    ...facts,
  });
}

function planOf(subscription: Stripe.Subscription): string | undefined {
  return subscription.items.data[0]?.price.lookup_key ?? undefined;
}

/** Card of the subscription from now on, whatever it does later. */
async function useCard({ customer, subscription }: Subscriber, card: string): Promise<void> {
  const { id } = await sandbox.stripe.paymentMethods.attach(card, { customer: customer.id });
  await sandbox.stripe.subscriptions.update(subscription.id, { default_payment_method: id });
}

describe('an upgrade within the period', () => {
  test('charges exactly what the quote said, for the rest of the period', async () => {
    const { customer, subscription } = await subscriber('basic');
    await customer.advance(10 * DAY);
    const at = START + 10 * DAY;
    const quote = await sandbox.stripe.invoices.createPreview({
      customer: customer.id,
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
    await customer.advance(10 * DAY + 300);
    const after = await upgrade(subscription, 'pro', { proration_date: at });
    const invoice = after.latest_invoice as Stripe.Invoice;
    expect([planOf(after), after.pending_update, after.status]).toEqual(['pro', null, 'active']);
    expect([invoice.status, invoice.total, invoice.amount_paid]).toEqual(['paid', quote.total, quote.total]);
    expect(invoice.billing_reason).toBe('subscription_update');
    const parent = invoice.lines.data[0]?.parent?.subscription_item_details;
    expect([parent?.proration, parent?.subscription]).toEqual([true, subscription.id]);
    expect(parent?.proration_details?.credited_items?.invoice_line_items).toHaveLength(1);
  });

  test('a preview leaves nothing behind', async () => {
    const { customer, subscription } = await subscriber('basic');
    const before = await sandbox.stripe.invoices.list({ customer: customer.id });
    await sandbox.stripe.invoices.createPreview({
      subscription: subscription.id,
      subscription_details: { items: itemsTo(subscription, 'elite'), proration_behavior: 'always_invoice' },
    });
    const after = await sandbox.stripe.invoices.list({ customer: customer.id });
    expect(after.data.map(({ id }) => id)).toEqual(before.data.map(({ id }) => id));
    expect(planOf(await sandbox.subscription(subscription.id))).toBe('basic');
  });

  test('waits for a payment that fails, and is in force when it is paid', async () => {
    const { customer, subscription } = await subscriber('basic');
    await useCard({ customer, subscription }, 'pm_card_chargeCustomerFail');
    const waiting = await upgrade(subscription, 'pro');
    const invoice = waiting.latest_invoice as Stripe.Invoice;
    expect([waiting.status, planOf(waiting), invoice.status]).toEqual(['active', 'basic', 'open']);
    expect(waiting.pending_update?.subscription_items?.[0]?.price.lookup_key).toBe('pro');
    expect(waiting.pending_update?.expires_at).toBe(START + 23 * 3600);
    const card = await sandbox.stripe.paymentMethods.attach('pm_card_mastercard', { customer: customer.id });
    await sandbox.stripe.invoices.pay(invoice.id, { payment_method: card.id });
    const after = await sandbox.subscription(subscription.id);
    expect([planOf(after), after.pending_update]).toEqual(['pro', null]);
    expect(await sandbox.eventTypes()).toContain('customer.subscription.pending_update_applied');
  });

  test('brings its metadata along when it is paid, not before', async () => {
    const { customer, subscription } = await subscriber('basic');
    await useCard({ customer, subscription }, 'pm_card_chargeCustomerFail');
    const waiting = await upgrade(subscription, 'pro', { metadata: { order: '7' } });
    expect([waiting.metadata, waiting.pending_update?.metadata]).toEqual([{}, { order: '7' }]);
    const invoice = (waiting.latest_invoice as Stripe.Invoice).id;
    await sandbox.stripe.invoices.pay(invoice, { payment_method: 'pm_card_visa' });
    expect((await sandbox.subscription(subscription.id)).metadata).toEqual({ order: '7' });
  });

  test('that the bank asks about is in force when the customer confirms', async () => {
    const { customer, subscription } = await subscriber('basic');
    await useCard({ customer, subscription }, 'pm_card_authenticationRequired');
    const waiting = await upgrade(subscription, 'elite', {
      expand: ['latest_invoice.confirmation_secret'],
    });
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
    await customer.advance(23 * 3600);
    const after = await sandbox.subscription(subscription.id);
    const invoice = await sandbox.stripe.invoices.retrieve((waiting.latest_invoice as Stripe.Invoice).id);
    expect([planOf(after), after.pending_update, invoice.status]).toEqual(['basic', null, 'void']);
  });

  test('sent twice while it waits asks for one payment only', async () => {
    const { customer, subscription } = await subscriber('basic');
    await useCard({ customer, subscription }, 'pm_card_chargeCustomerFail');
    await upgrade(subscription, 'pro');
    await upgrade(subscription, 'elite');
    const open = await sandbox.stripe.invoices.list({ customer: customer.id, status: 'open' });
    const after = await sandbox.subscription(subscription.id);
    expect(open.data).toHaveLength(1);
    expect(after.pending_update?.subscription_items?.[0]?.price.lookup_key).toBe('elite');
  });

  test('with prorations for the next invoice adds them to the renewal', async () => {
    const { customer, subscription } = await subscriber('basic');
    await customer.advance(DAY);
    const facts = { proration_behavior: 'create_prorations', payment_behavior: 'allow_incomplete' } as const;
    expect(planOf(await upgrade(subscription, 'pro', facts))).toBe('pro');
    await customer.advance(32 * DAY);
    const renewal = (await sandbox.subscription(subscription.id)).latest_invoice as Stripe.Invoice;
    const expected = Math.round((9900 * 30) / 31) - Math.round((5000 * 30) / 31) + 9900;
    expect([renewal.lines.data.length, renewal.total]).toEqual([3, expected]);
  });

  test('without the id of the item would bill both plans, as in the real one', async () => {
    const { subscription } = await subscriber('basic');
    const after = await upgrade(subscription, 'pro', { items: [{ price: PRICE_IDS.pro }] });
    expect(after.items.data.map(({ price }) => price.lookup_key)).toEqual(['basic', 'pro']);
  });

  test('outside of the period is refused', async () => {
    const { subscription } = await subscriber('basic');
    const late = upgrade(subscription, 'pro', { proration_date: START + 40 * DAY });
    await expect(late).rejects.toMatchObject({ param: 'proration_date' });
  });
});

test('during the trial the price changes without money, and the trial keeps its end', async () => {
  const { customer, subscription } = await subscriber('basic', 14);
  const after = await sandbox.stripe.subscriptions.update(subscription.id, {
    items: itemsTo(subscription, 'elite'),
    proration_behavior: 'none',
  });
  expect([planOf(after), after.status, after.trial_end]).toEqual(['elite', 'trialing', START + 14 * DAY]);
  await customer.advance(15 * DAY);
  const invoice = (await sandbox.subscription(subscription.id)).latest_invoice as Stripe.Invoice;
  expect([invoice.status, invoice.total]).toEqual(['paid', 19_900]);
});

test('a trial that is ended now is charged now', async () => {
  const { customer, subscription } = await subscriber('basic', 14);
  await customer.advance(2 * DAY);
  const after = await sandbox.stripe.subscriptions.update(subscription.id, {
    trial_end: 'now',
    expand: ['latest_invoice'],
  });
  expect([after.status, (after.latest_invoice as Stripe.Invoice).amount_paid]).toEqual(['active', 5000]);
  expect(after.items.data[0]?.current_period_start).toBe(START + 2 * DAY);
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
    const { customer, subscription } = await subscriber('elite');
    const made = await schedule(subscription);
    expect((await sandbox.subscription(subscription.id)).schedule).toBe(made.id);
    await customer.advance(30 * DAY);
    expect(planOf(await sandbox.subscription(subscription.id))).toBe('elite');
    await customer.advance(31 * DAY + 3600);
    const after = await sandbox.subscription(subscription.id);
    const invoice = after.latest_invoice as Stripe.Invoice;
    expect([planOf(after), after.status, invoice.total]).toEqual(['basic', 'active', 5000]);
    expect(after.items.data[0]?.id).toBe(subscription.items.data[0]?.id);
    await customer.advance(62 * DAY);
    const released = await sandbox.stripe.subscriptionSchedules.retrieve(made.id);
    expect([released.status, released.released_subscription]).toEqual(['released', subscription.id]);
    expect((await sandbox.subscription(subscription.id)).schedule).toBeNull();
  });

  test('may be taken back', async () => {
    const { customer, subscription } = await subscriber('elite');
    const made = await schedule(subscription);
    await sandbox.stripe.subscriptionSchedules.release(made.id);
    await customer.advance(32 * DAY);
    expect(planOf(await sandbox.subscription(subscription.id))).toBe('elite');
  });

  test('is quoted as the next renewal', async () => {
    const { subscription } = await subscriber('elite');
    await schedule(subscription);
    const next = await sandbox.stripe.invoices.createPreview({ subscription: subscription.id });
    expect([next.total, next.lines.data[0]?.period.start]).toEqual([5000, START + 31 * DAY]);
  });

  test('forbids a cancellation beside it', async () => {
    const { subscription } = await subscriber('elite');
    await schedule(subscription);
    const cancel = sandbox.stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await expect(cancel).rejects.toThrow('managed by the subscription schedule');
  });
});
