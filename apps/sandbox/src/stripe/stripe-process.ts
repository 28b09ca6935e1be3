/** The process of the sandbox's Stripe. */
import { servePart } from '#part-process.ts';
import { registerStripeFront } from '#stripe-front/register-stripe-front.ts';
import type { StripeSettings } from './settings.ts';
import { startStripe } from './start-stripe.ts';

servePart(async (settings: StripeSettings) => {
  const { origin, close } = await startStripe(settings, { pages: registerStripeFront });
  return { address: origin, close };
});
