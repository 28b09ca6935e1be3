/** Collects an open invoice, voids it, and confirms payment intents with what follows for their invoice. */

import type { PaymentIntent } from '#stripe/objects/intents.ts';
import type { Invoice } from '#stripe/objects/invoice.ts';
import { authenticationFailure, type BankResponse, intentError } from '#stripe/payment/bank.ts';
import { type ChargeRequest, chargeIntent } from '#stripe/payment/charge-intent.ts';
import { change } from '#stripe/state/events.ts';
import { PAGES, type World } from '#stripe/state/world.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import { markFailed, markPaid } from './settle-invoice.ts';
import { defaultMethod } from './subscription-facts.ts';

export interface Collection {
  readonly invoice: Invoice;
  /** Null where nothing was due or no card was there. */
  readonly response: BankResponse | null;
}

/** Confirms an intent with a card; its invoice and subscription follow. */
export function confirmPayment(
  world: World,
  intent: PaymentIntent,
  request: ChargeRequest,
  automatic = false,
): {
  readonly intent: PaymentIntent;
  readonly response: BankResponse;
} {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw invalid(
      `You cannot confirm this PaymentIntent because it has already ${intent.status === 'succeeded' ? 'succeeded' : 'been canceled'}.`,
      undefined,
      'payment_intent_unexpected_state',
    );
  }
  const { intent: after, response } = chargeIntent(world, intent, request);
  const invoice = world.store.need('invoice', intent._invoice);
  if (response.kind === 'ok') markPaid(world, invoice, after);
  if (response.kind === 'declined') markFailed(world, invoice, { requiresAction: false, automatic });
  return { intent: after, response };
}

/** The customer did not confirm with their bank: the payment fails, the card is removed from the intent. */
export function failAuthentication(world: World, intent: PaymentIntent): PaymentIntent {
  const method =
    intent.payment_method === null ? null : world.store.need('payment_method', intent.payment_method);
  const failed = change(
    world,
    'payment_intent',
    intent,
    {
      status: 'requires_payment_method',
      last_payment_error: intentError(authenticationFailure('payment_intent'), method),
      next_action: null,
      payment_method: null,
    },
    'payment_intent.payment_failed',
  );
  const facts = { requiresAction: false, automatic: false };
  markFailed(world, world.store.need('invoice', intent._invoice), facts);
  return failed;
}

/** Tries to collect without the customer. */
export function collectInvoice(world: World, invoice: Invoice): Collection {
  if (invoice._paymentIntent === null) return { invoice: markPaid(world, invoice, null), response: null };
  const subscription = world.store.need('subscription', invoice.parent.subscription_details.subscription);
  const method = defaultMethod(world, subscription);
  if (method === undefined) {
    return {
      invoice: markFailed(world, invoice, { requiresAction: false, automatic: true }),
      response: null,
    };
  }
  const intent = world.store.need('payment_intent', invoice._paymentIntent);
  const request = {
    method,
    confirmed: false,
    returnUrl: `${world.origin}${PAGES.invoice}/${invoice.id}`,
    inFrame: true,
  };
  const { response } = confirmPayment(world, intent, request, true);
  const after = world.store.need('invoice', invoice.id);
  if (response.kind !== 'requires_action') return { invoice: after, response };
  return { invoice: markFailed(world, after, { requiresAction: true, automatic: true }), response };
}

/** An open invoice is no longer collected; its intent is cancelled. */
export function voidInvoice(world: World, invoice: Invoice): Invoice {
  const now = world.clocks.now();
  const intent =
    invoice._paymentIntent === null ? undefined : world.store.get('payment_intent', invoice._paymentIntent);
  if (intent !== undefined && intent.status !== 'succeeded' && intent.status !== 'canceled') {
    const patch = {
      status: 'canceled',
      canceled_at: now,
      cancellation_reason: 'void_invoice',
      next_action: null,
    };
    change(world, 'payment_intent', intent, patch as Partial<PaymentIntent>, 'payment_intent.canceled');
  }
  const payment = world.store
    .all('invoice_payment')
    .find((one) => one.invoice === invoice.id && one.status === 'open');
  if (payment !== undefined) {
    const transitions = { canceled_at: now, paid_at: null };
    change(world, 'invoice_payment', payment, { status: 'canceled', status_transitions: transitions }, null);
  }
  return change(
    world,
    'invoice',
    invoice,
    {
      amount_remaining: invoice.amount_remaining,
      auto_advance: false,
      next_payment_attempt: null,
      status: 'void',
      status_transitions: { ...invoice.status_transitions, voided_at: now },
    },
    'invoice.voided',
  );
}
