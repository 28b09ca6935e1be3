/** The process of the sandbox's Stripe. */
import { servePart } from '#processes/part-process.ts';
import type { StripeSettings } from '#stripe/state/settings.ts';
import { registerStripeFront } from '#stripe-front/register-stripe-front.ts';
import { startStripe } from './start-stripe.ts';

servePart(async (settings: StripeSettings) => {
  const { origin, close } = await startStripe(settings, { pages: registerStripeFront });
  return { address: origin, close };
});
