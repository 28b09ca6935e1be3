/** Sets a card up for later charges, and ties it to what waited for it. */

import type { SetupIntent } from '#stripe/objects/intents.ts';
import type { PaymentMethod } from '#stripe/objects/payment-method.ts';
import { change } from '#stripe/state/events.ts';
import type { World } from '#stripe/state/world.ts';
import { invalid } from '#stripe/wire/stripe-error.ts';
import { authenticationFailure, type BankResponse, intentError, setupResponse } from './bank.ts';
import { attach } from './charge-intent.ts';
import { type ConfirmationFacts, nextAction } from './next-action.ts';

export interface SetupRequest extends ConfirmationFacts {
  readonly method: PaymentMethod;
  readonly confirmed: boolean;
}

/** The subscription that waited for the card takes it. */
function tieToSubscription(world: World, intent: SetupIntent, method: PaymentMethod): void {
  const subscription =
    intent._subscription === null ? undefined : world.store.get('subscription', intent._subscription);
  if (subscription === undefined || subscription.pending_setup_intent !== intent.id) return;
  const keeps = subscription.payment_settings.save_default_payment_method === 'on_subscription';
  change(
    world,
    'subscription',
    subscription,
    {
      pending_setup_intent: null,
      ...(keeps ? { default_payment_method: method.id } : {}),
    },
    'customer.subscription.updated',
  );
}

function failed(world: World, intent: SetupIntent, error: Record<string, unknown>): SetupIntent {
  const patch = {
    status: 'requires_payment_method',
    last_setup_error: error,
    next_action: null,
    payment_method: null,
  } as const;
  return change(world, 'setup_intent', intent, patch, 'setup_intent.setup_failed');
}

/** Confirms a set-up with a card. */
export function confirmSetup(
  world: World,
  intent: SetupIntent,
  request: SetupRequest,
): { readonly intent: SetupIntent; readonly response: BankResponse } {
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw invalid(
      `You cannot confirm this SetupIntent because it has already ${intent.status === 'succeeded' ? 'succeeded' : 'been canceled'}.`,
      undefined,
      'setup_intent_unexpected_state',
    );
  }
  const { method, confirmed } = request;
  const response = setupResponse(method, confirmed);
  if (response.kind === 'declined') {
    return { intent: failed(world, intent, intentError(response.failure, method)), response };
  }
  if (response.kind === 'requires_action') {
    const patch = {
      status: 'requires_action',
      last_setup_error: null,
      next_action: nextAction(world, intent.client_secret, request),
      payment_method: method.id,
    } as const;
    return { intent: change(world, 'setup_intent', intent, patch, 'setup_intent.requires_action'), response };
  }
  const patch = {
    status: 'succeeded',
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
  } as const;
  const done = change(world, 'setup_intent', intent, patch, 'setup_intent.succeeded');
  if (intent.customer !== null) attach(world, method, intent.customer, true);
  tieToSubscription(world, done, method);
  return { intent: done, response };
}

/** The customer did not confirm with their bank. */
export function failSetupAuthentication(world: World, intent: SetupIntent): SetupIntent {
  const method =
    intent.payment_method === null ? null : world.store.need('payment_method', intent.payment_method);
  return failed(world, intent, intentError(authenticationFailure('setup_intent'), method));
}
