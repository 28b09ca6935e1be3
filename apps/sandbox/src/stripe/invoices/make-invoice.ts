/** Invoices from draft to finalized: lines, balance of the customer, number, payment intent. */

import { newPaymentIntent } from '#stripe/objects/intents.ts';
import {
  type BillingReason,
  type Invoice,
  type LineFacts,
  newInvoice,
  newInvoicePayment,
  type Period,
} from '#stripe/objects/invoice.ts';
import type { Subscription } from '#stripe/objects/subscription.ts';
import { change, create } from '#stripe/state/events.ts';
import { PAGES, type World } from '#stripe/state/world.ts';
import { newId } from '#stripe/wire/ids.ts';
import { defaultMethod } from './subscription-facts.ts';
import { totalTaxes } from './tax.ts';

/** Less cannot be charged in pounds; it is carried over in the customer's balance. */
const MIN_CHARGE_PENCE = 30;

export interface DraftFacts {
  readonly lines: readonly LineFacts[];
  readonly reason: BillingReason;
  readonly period: Period;
}

/** A draft that is stored nowhere yet. */
export function composeInvoice(
  world: World,
  subscription: Subscription,
  facts: DraftFacts,
  id = newId('in'),
): Invoice {
  const customer = world.store.need('customer', subscription.customer);
  return newInvoice({
    id,
    customer,
    subscription: subscription.id,
    created: world.clocks.now(),
    billing_reason: facts.reason,
    period: facts.period,
    lines: facts.lines,
    total_taxes: totalTaxes(facts.lines),
    taxRates: subscription.default_tax_rates,
  });
}

/** The amount due and the ending balance of the customer, after `total` pence. */
export function applyBalance(
  balance: number,
  total: number,
): { readonly due: number; readonly ending: number } {
  const outstanding = balance + total;
  return outstanding < MIN_CHARGE_PENCE ? { due: 0, ending: outstanding } : { due: outstanding, ending: 0 };
}

/** Stores a draft. The subscription names it as its latest; the event of that is the caller's. */
export function draftInvoice(world: World, subscription: Subscription, facts: DraftFacts): Invoice {
  const invoice = create(world, 'invoice', composeInvoice(world, subscription, facts), 'invoice.created');
  const current = world.store.need('subscription', subscription.id);
  world.store.put('subscription', { ...current, latest_invoice: invoice.id });
  return invoice;
}

function moveBalance(world: World, invoice: Invoice, ending: number): void {
  const customer = world.store.need('customer', invoice.customer);
  if (ending === customer.balance) return;
  change(world, 'customer', customer, { balance: ending }, 'customer.updated');
}

function nextNumber({ store }: World, invoice: Invoice): string {
  const customer = store.need('customer', invoice.customer);
  const sequence = customer.next_invoice_sequence;
  store.put('customer', { ...customer, next_invoice_sequence: sequence + 1, currency: 'gbp' });
  return `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}`;
}

const DESCRIPTIONS: Readonly<Record<BillingReason, string>> = {
  subscription_create: 'Subscription creation',
  subscription_cycle: 'Subscription update',
  subscription_update: 'Subscription update',
  upcoming: 'Subscription update',
};

/** The intent that collects the amount, not tried yet. */
function openPayment(world: World, invoice: Invoice, subscription: Subscription): string {
  const created = world.clocks.now();
  const keepsCard = subscription.payment_settings.save_default_payment_method === 'on_subscription';
  const intent = create(
    world,
    'payment_intent',
    newPaymentIntent({
      amount: invoice.amount_due,
      customer: invoice.customer,
      created,
      description: DESCRIPTIONS[invoice.billing_reason],
      payment_method: defaultMethod(world, subscription)?.id ?? null,
      setup_future_usage: keepsCard ? 'off_session' : null,
      _invoice: invoice.id,
    }),
    'payment_intent.created',
  );
  world.store.put('invoice_payment', newInvoicePayment(invoice, intent.id, created));
  return intent.id;
}

/** A draft becomes open: numbered, due, with a payment intent where something is due. */
export function finalizeInvoice(world: World, draft: Invoice): Invoice {
  const subscription = world.store.need('subscription', draft.parent.subscription_details.subscription);
  const customer = world.store.need('customer', draft.customer);
  const now = world.clocks.now();
  const { due, ending } = applyBalance(customer.balance, draft.total);
  const number = nextNumber(world, draft);
  const url = `${world.origin}${PAGES.invoice}/${draft.id}`;
  const open: Invoice = {
    ...draft,
    amount_due: due,
    amount_remaining: due,
    automatically_finalizes_at: null,
    effective_at: now,
    ending_balance: ending,
    hosted_invoice_url: url,
    invoice_pdf: `${url}/pdf`,
    number,
    starting_balance: customer.balance,
    status: 'open',
    status_transitions: { ...draft.status_transitions, finalized_at: now },
    webhooks_delivered_at: now,
  };
  moveBalance(world, open, ending);
  world.store.put('invoice', open);
  const _paymentIntent = due > 0 ? openPayment(world, open, subscription) : null;
  return change(world, 'invoice', draft, { ...open, _paymentIntent }, 'invoice.finalized');
}
