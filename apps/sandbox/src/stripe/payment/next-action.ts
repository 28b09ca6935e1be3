/** Where a customer confirms with the bank, and the next action that leads a caller there. */
import type { NextAction } from '#stripe/objects/intents.ts';
import { PAGES, type World } from '#stripe/state/world.ts';

export interface ConfirmationFacts {
  /** Where the customer returns to; null for a caller that opens the page itself. */
  readonly returnUrl: string | null;
  /** The caller is the script in the browser, which opens the page in a frame. */
  readonly inFrame: boolean;
}

/** The page of the bank for an intent. */
export function authenticationUrl(world: World, clientSecret: string, returnUrl: string | null): string {
  const url = new URL(PAGES.authentication, world.origin);
  url.searchParams.set('client_secret', clientSecret);
  if (returnUrl !== null) url.searchParams.set('return_url', returnUrl);
  return url.href;
}

export function nextAction(world: World, clientSecret: string, facts: ConfirmationFacts): NextAction {
  const { returnUrl, inFrame } = facts;
  const url = authenticationUrl(world, clientSecret, returnUrl);
  return inFrame || returnUrl === null
    ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
    : { type: 'redirect_to_url', redirect_to_url: { url, return_url: returnUrl } };
}
