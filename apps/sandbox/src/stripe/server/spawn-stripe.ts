/** Starts the process of the sandbox's Stripe from its parent. */
import type { Part } from '#processes/part-process.ts';
import { spawnPart } from '#processes/spawn-part.ts';
import type { StripeSettings } from '#stripe/state/settings.ts';

/**
 * A small process: 44 MB of its own in place of 76. The optimising compiler is not worth its memory here, and the
 * scripts for browsers are stripped of their types by a call for which Node still prints a warning.
 */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--liftoff-only', '--max-semi-space-size=1'];

/** Resolves with its origin when it listens; rejects with `code` `EADDRINUSE` for a port in use. */
export function spawnStripe(settings: StripeSettings): Promise<Part> {
  const script = new URL('./stripe-process.ts', import.meta.url);
  return spawnPart({ name: 'Stripe', script, flags: FLAGS, without: 'payments fail' }, settings);
}
