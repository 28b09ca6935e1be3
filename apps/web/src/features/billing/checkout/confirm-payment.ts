/** Confirms what the provider waits for, with a new card or with the one that is kept, and reads how it went. */
import type { Stripe, StripeElements } from '@stripe/stripe-js';

/** `needs_card`: the kept card cannot pay this. `failed`: in the provider's words, null where it gave none. */
export type PaymentOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'needs_card' }
  | { readonly kind: 'failed'; readonly message: string | null };

interface Result {
  readonly error?: { readonly message?: string } | undefined;
}

/** Where the provider sends the browser back to when a bank takes over the whole page. */
export function returnUrl(): string {
  return `${location.origin}/?payment=success`;
}

function outcomeOf({ error }: Result): PaymentOutcome {
  return error === undefined ? { kind: 'done' } : { kind: 'failed', message: error.message ?? null };
}

/** Confirms with the card that was just typed: a set-up where nothing is charged yet, else the payment. */
export async function confirmNewCard(
  stripe: Stripe,
  elements: StripeElements,
  clientSecret: string,
): Promise<PaymentOutcome> {
  const given = { elements, confirmParams: { return_url: returnUrl() }, redirect: 'if_required' as const };
  return outcomeOf(
    clientSecret.startsWith('seti_') ? await stripe.confirmSetup(given) : await stripe.confirmPayment(given),
  );
}

/** Confirms a payment that the kept card pays: often only the bank's question is left. */
export async function confirmKeptCard(stripe: Stripe, clientSecret: string): Promise<PaymentOutcome> {
  const { paymentIntent, error } = await stripe.retrievePaymentIntent(clientSecret);
  if (error !== undefined) return outcomeOf({ error });
  switch (paymentIntent.status) {
    case 'succeeded':
    case 'processing':
      return { kind: 'done' };
    case 'requires_payment_method':
      return { kind: 'needs_card' };
    case 'requires_action':
      return outcomeOf(await stripe.handleNextAction({ clientSecret }));
    default:
      return outcomeOf(
        await stripe.confirmPayment({
          clientSecret,
          confirmParams: { return_url: returnUrl() },
          redirect: 'if_required',
        }),
      );
  }
}
