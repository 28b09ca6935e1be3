/** What the bank's page reports: the customer confirmed, or did not. */
import { confirmPayment, failAuthentication } from '#stripe/invoices/pay-invoice.ts';
import type { PaymentIntent, SetupIntent } from '#stripe/objects/intents.ts';
import { confirmSetup, failSetupAuthentication } from '#stripe/payment/confirm-setup.ts';
import { plain } from '#stripe/state/render.ts';
import type { World } from '#stripe/state/world.ts';
import { invalid, missing } from '#stripe/wire/stripe-error.ts';

function intentOf({ store }: World, clientSecret: string): SetupIntent | PaymentIntent {
  const id = clientSecret.split('_secret_')[0] ?? '';
  const found = store.get('setup_intent', id) ?? store.get('payment_intent', id);
  if (found === undefined || found.client_secret !== clientSecret)
    throw missing('intent', id, 'client_secret');
  return found;
}

function confirmed(world: World, intent: SetupIntent | PaymentIntent): SetupIntent | PaymentIntent {
  const method = world.store.need('payment_method', intent.payment_method ?? '');
  const request = { method, confirmed: true, returnUrl: null, inFrame: true };
  return intent.object === 'setup_intent'
    ? confirmSetup(world, intent, request).intent
    : confirmPayment(world, intent, request).intent;
}

function refused(world: World, intent: SetupIntent | PaymentIntent): SetupIntent | PaymentIntent {
  return intent.object === 'setup_intent'
    ? failSetupAuthentication(world, intent)
    : failAuthentication(world, intent);
}

/** `{client_secret, outcome: 'complete' | 'fail'}`; returns the intent after it. */
export function authenticate(world: World, body: Readonly<Record<string, unknown>>): object {
  const intent = intentOf(world, String(body['client_secret'] ?? ''));
  if (intent.status !== 'requires_action') {
    throw invalid(`This intent does not wait for a confirmation: its status is ${intent.status}.`);
  }
  return plain(body['outcome'] === 'complete' ? confirmed(world, intent) : refused(world, intent));
}
