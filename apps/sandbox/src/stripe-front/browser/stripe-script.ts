/** `window.Stripe` of the sandbox: the surface of the provider's script that the product uses, on the sandbox's own frames. */
import type { ScriptError } from './api-client.ts';
import { ApiLine } from './api-line.ts';
import {
  type ConfirmOptions,
  type ConfirmResult,
  confirmAndReturn,
  confirmIntent,
  finishIntent,
  readIntent,
  resultOf,
} from './confirmation.ts';
import { ElementsGroup, type GroupOptions } from './elements-group.ts';
import { IntegrationError, intentOf } from './intent.ts';

interface CardConfirmation {
  readonly payment_method?: string;
  readonly return_url?: string;
}

interface MethodRequest {
  readonly elements: ElementsGroup;
  readonly params?: { readonly billing_details?: Readonly<Record<string, unknown>> };
}

/** The release of the real script whose surface this is. */
const RELEASE = 'endive';

const scriptOrigin = new URL((document.currentScript as HTMLScriptElement).src).origin;

async function refused(what: string): Promise<{ error: ScriptError }> {
  return { error: { type: 'invalid_request_error', message: `The sandbox's Stripe has no ${what}.` } };
}

async function confirmCard(
  api: ApiLine,
  secret: string,
  data: CardConfirmation = {},
): Promise<ConfirmResult> {
  const words = intentOf(secret);
  if (data.payment_method !== undefined && typeof data.payment_method !== 'string')
    throw new IntegrationError('Invalid value for payment_method: the sandbox takes the id of one.');
  return resultOf(words, await confirmIntent(api, secret, { confirmParams: { ...data } }));
}

async function createMethod({ elements, params }: MethodRequest): Promise<unknown> {
  const { paymentMethod, error } = await elements
    .need()
    .ask<{ paymentMethod?: unknown; error?: ScriptError }>('payment-method', params?.billing_details);
  return error === undefined ? { paymentMethod } : { error };
}

function makeStripe(key: string) {
  const api = new ApiLine(scriptOrigin, key);
  return {
    elements: (options: GroupOptions = {}) => new ElementsGroup(scriptOrigin, key, options),
    confirmPayment: (options: ConfirmOptions) => confirmAndReturn(api, 'paymentIntent', options),
    confirmSetup: (options: ConfirmOptions) => confirmAndReturn(api, 'setupIntent', options),
    confirmCardPayment: (secret: string, data?: CardConfirmation) => confirmCard(api, secret, data),
    confirmCardSetup: (secret: string, data?: CardConfirmation) => confirmCard(api, secret, data),
    retrievePaymentIntent: (secret: string) => readIntent(api, secret),
    retrieveSetupIntent: (secret: string) => readIntent(api, secret),
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
      resultOf(intentOf(clientSecret), await finishIntent(api, clientSecret)),
    createPaymentMethod: createMethod,
    createToken: () => refused('tokens: create a payment method'),
    createSource: () => refused('sources: create a payment method'),
    createConfirmationToken: () => refused('confirmation tokens: confirm with the elements'),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  };
}

/** `Stripe('pk_test_…')`. Throws `IntegrationError` for what is no publishable key. */
function Stripe(key: unknown): ReturnType<typeof makeStripe> {
  if (typeof key !== 'string' || key === '')
    throw new IntegrationError('Missing value for Stripe(): apiKey should be a string.');
  if (!key.startsWith('pk_'))
    throw new IntegrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    );
  return makeStripe(key);
}

Stripe.version = RELEASE;
Object.assign(window, { Stripe });
