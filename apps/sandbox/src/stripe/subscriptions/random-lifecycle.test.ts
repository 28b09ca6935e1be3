/** After any sequence of a customer's actions, invoices, payments, balances and states are consistent. */
import { DAY_S } from '@undertow/market';
import fc from 'fast-check';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { PRICE_IDS } from '#stripe/state/catalogue.ts';
import type { World } from '#stripe/state/world.ts';
import { confirm, openSandbox, type Plan, type Sandbox, secretOf } from '#testing/stripe/open-sandbox.ts';

const PLANS = Object.keys(PRICE_IDS) as Plan[];
const CARDS = [
  'pm_card_visa',
  'pm_card_chargeCustomerFail',
  'pm_card_authenticationRequired',
  'pm_card_authenticationRequiredOnSetup',
];

const kindOf = <K extends string>(kind: K) => fc.constant(kind);

/** A card that fails, time that passes and a change are what makes lifecycles different; an end makes them short. */
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: kindOf('wait'), days: fc.integer({ min: 1, max: 40 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kindOf('change'),
      plan: fc.constantFrom(...PLANS),
      proration: fc.constantFrom('none' as const, 'always_invoice' as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('schedule'), plan: fc.constantFrom(...PLANS) }) },
  { weight: 4, arbitrary: fc.record({ kind: kindOf('card'), card: fc.constantFrom(...CARDS) }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('end'), value: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: kindOf('pay') }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kindOf('confirm'), outcome: fc.constantFrom('complete', 'fail') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: kindOf('refund'), pence: fc.integer({ min: 1, max: 5000 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kindOf('cancel') }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Lifecycle {
  readonly sandbox: Sandbox;
  readonly customer: string;
  readonly id: string;
  seconds: number;
}

async function schedule({ id, sandbox: { stripe } }: Lifecycle, plan: Plan): Promise<void> {
  const made = await stripe.subscriptionSchedules.create({ from_subscription: id });
  const [phase] = made.phases;
  await stripe.subscriptionSchedules.update(made.id, {
    phases: [
      {
        items: [{ price: String(phase?.items[0]?.price) }],
        start_date: phase?.start_date ?? 0,
        end_date: phase?.end_date ?? 0,
      },
      { items: [{ price: PRICE_IDS[plan] }], duration: { interval: 'month', interval_count: 1 } },
    ],
  });
}

async function act(lifecycle: Lifecycle, one: Step): Promise<void> {
  const { id, customer, sandbox } = lifecycle;
  const { stripe } = sandbox;
  const found = await stripe.subscriptions.retrieve(id, { expand: ['latest_invoice.confirmation_secret'] });
  const invoice = found.latest_invoice as Stripe.Invoice;
  switch (one.kind) {
    case 'wait':
      lifecycle.seconds += one.days * DAY_S;
      return sandbox.advance(lifecycle.seconds);
    case 'change': {
      const items = [{ id: found.items.data[0]?.id ?? '', price: PRICE_IDS[one.plan] }];
      await stripe.subscriptions.update(id, {
        items,
        proration_behavior: one.proration,
        payment_behavior: 'pending_if_incomplete',
      });
      return;
    }
    case 'schedule':
      return schedule(lifecycle, one.plan);
    case 'card': {
      const card = await sandbox.attach(customer, one.card);
      await stripe.subscriptions.update(id, { default_payment_method: card });
      return;
    }
    case 'end':
      await stripe.subscriptions.update(id, { cancel_at_period_end: one.value });
      return;
    case 'pay':
      await confirm(stripe, invoice.confirmation_secret?.client_secret ?? 'pi_none', 'pm_card_visa');
      return;
    case 'confirm': {
      const client_secret = invoice.confirmation_secret?.client_secret ?? '';
      await sandbox.control('authenticate', { client_secret, outcome: one.outcome });
      return;
    }
    case 'refund': {
      const [charge] = (await stripe.charges.list({ customer })).data;
      await stripe.refunds.create({ payment_intent: String(charge?.payment_intent), amount: one.pence });
      return;
    }
    case 'cancel':
      await stripe.subscriptions.cancel(id);
      return;
  }
}

/** Invariants after every step. */
function checkBooks({ store, clocks }: World, { id, customer }: Lifecycle): void {
  const subscription = store.need('subscription', id);
  const mine = store.all('invoice').filter((one) => one.customer === customer);
  for (const invoice of mine) {
    expect(invoice.total).toBe(invoice.lines.data.reduce((sum, line) => sum + line.amount, 0));
    expect(invoice.total_taxes.reduce((sum, tax) => sum + tax.amount + tax.taxable_amount, 0)).toBe(
      invoice.total,
    );
    expect(invoice.amount_due).toBeGreaterThanOrEqual(0);
    if (invoice.status === 'paid') expect(invoice.amount_paid).toBe(invoice.amount_due);
  }
  const charged = store.all('charge').filter((one) => one.customer === customer && one.paid);
  const paid = mine.reduce((sum, invoice) => sum + invoice.amount_paid, 0);
  expect(charged.reduce((sum, charge) => sum + charge.amount, 0)).toBe(paid);
  for (const charge of charged) expect(charge.amount_refunded).toBeLessThanOrEqual(charge.amount);
  const intents = charged.map((charge) => charge.payment_intent);
  expect(new Set(intents).size).toBe(intents.length);
  const now = clocks.now();
  const [item] = subscription.items.data;
  if (['active', 'past_due', 'trialing'].includes(subscription.status)) {
    expect(item?.current_period_start).toBeLessThanOrEqual(now);
    expect(item?.current_period_end).toBeGreaterThan(now);
    expect(subscription.ended_at).toBeNull();
  }
  if (subscription.status === 'canceled') {
    expect([subscription.schedule, subscription.pending_update, subscription.pending_setup_intent]).toEqual([
      null,
      null,
      null,
    ]);
    expect(mine.filter((one) => one.next_payment_attempt !== null)).toEqual([]);
  }
  const waits =
    subscription.pending_update === null ? null : store.need('invoice', subscription._pendingInvoice ?? '');
  expect(waits === null || waits.status === 'open').toBe(true);
}

test('the books are consistent after every step of any lifecycle', async () => {
  const lifecycles = fc.record({
    plan: fc.constantFrom(...PLANS),
    trial: fc.boolean(),
    steps: fc.array(step, { minLength: 4, maxLength: 16 }),
  });
  await fc.assert(
    fc.asyncProperty(lifecycles, async ({ plan, trial, steps }) => {
      const sandbox = await openSandbox();
      const customer = await sandbox.customer();
      const facts = { plan, card: null, ...(trial ? { trialDays: 14 } : {}) };
      const subscription = await sandbox.subscribe(customer, facts);
      await confirm(sandbox.stripe, secretOf(subscription), 'pm_card_visa');
      const lifecycle = { sandbox, customer, id: subscription.id, seconds: 0 };
      for (const one of steps) {
        // A step may be refused with a message; it may not break the sandbox
        await act(lifecycle, one).catch((error: { readonly statusCode?: number }) => {
          expect([400, 402, 404]).toContain(error.statusCode);
        });
        checkBooks(sandbox.running.world, lifecycle);
      }
      await sandbox.close();
    }),
    { numRuns: process.env['LONG_TESTS'] === '1' ? 400 : 30 },
  );
});
