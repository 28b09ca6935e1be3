/** Intents as the API returns them, distinguished by their client secret. */
import type { ScriptError } from './api-client.ts';

export interface Intent {
  readonly id: string;
  readonly client_secret: string;
  readonly status: string;
  readonly next_action: {
    readonly type: string;
    readonly redirect_to_url?: { readonly url: string };
    readonly use_stripe_sdk?: { readonly stripe_js?: string };
  } | null;
  readonly last_setup_error?: ScriptError | null;
  readonly last_payment_error?: ScriptError | null;
}

/** A caller of the script made a mistake. */
export class IntegrationError extends Error {
  override readonly name = 'IntegrationError';
}

export interface IntentWords {
  /** Name in responses of the script. */
  readonly field: 'paymentIntent' | 'setupIntent';
  /** Name in addresses and errors. */
  readonly object: 'payment_intent' | 'setup_intent';
  readonly path: string;
}

/** Which intent a client secret belongs to. Throws `IntegrationError` for an invalid text. */
export function intentOf(secret: unknown): IntentWords {
  const [, id = '', kind] = /^((pi|seti)_[A-Za-z0-9_]+?)_secret_[A-Za-z0-9]+$/.exec(String(secret)) ?? [];
  if (kind === 'pi')
    return { field: 'paymentIntent', object: 'payment_intent', path: `/v1/payment_intents/${id}` };
  if (kind === 'seti')
    return { field: 'setupIntent', object: 'setup_intent', path: `/v1/setup_intents/${id}` };
  throw new IntegrationError(
    'Invalid value for clientSecret: expected the id of an intent, _secret_ and its secret.',
  );
}
