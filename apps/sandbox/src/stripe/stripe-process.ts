/** The process of the sandbox's Stripe: takes its settings as a message, answers when it listens, ends with its parent. */
import { registerStripeFront } from '#stripe-front/register-stripe-front.ts';
import type { StripeSettings } from './settings.ts';
import { startStripe } from './start-stripe.ts';

/** What the parent hears: the origin, or why it could not start. */
export type StripeMessage =
  | { readonly origin: string }
  | { readonly problem: string; readonly code: string | null };

// Ctrl+C reaches the whole group: the parent says when this process ends
process.on('SIGINT', () => undefined);
process.once('message', (settings: StripeSettings) => {
  startStripe(settings, { pages: registerStripeFront }).then(
    ({ origin, close }) => {
      process.send?.({ origin } satisfies StripeMessage);
      const stop = () => {
        close()
          .catch(() => undefined)
          .finally(() => process.exit(0));
      };
      process.once('SIGTERM', stop);
      process.once('disconnect', stop);
    },
    (error: unknown) => {
      const problem = error instanceof Error ? error.message : String(error);
      const code = (error as NodeJS.ErrnoException).code ?? null;
      process.send?.({ problem, code } satisfies StripeMessage, () => process.exit(1));
    },
  );
});
