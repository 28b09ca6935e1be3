/** `window.Stripe` of the sandbox: the surface of the provider's script that the product uses, on the sandbox's own frames. */

import { ApiChannel } from './api-channel.ts';
import type { ScriptError } from './api-client.ts';
import { type ConfirmOptions, confirmAndReturn, finishIntent, readIntent, resultOf } from './confirmation.ts';
import { ElementsGroup, type GroupOptions } from './elements-group.ts';
import { IntegrationError, intentOf } from './intent.ts';

/** The release of the real script whose surface this is. */
const RELEASE = 'endive';

const scriptOrigin = new URL((document.currentScript as HTMLScriptElement).src).origin;

async function refused(what: string): Promise<{ error: ScriptError }> {
  return { error: { type: 'invalid_request_error', message: `The sandbox's Stripe has no ${what}.` } };
}

function makeStripe(key: string) {
  const api = new ApiChannel(scriptOrigin, key);
  return {
    elements: (options: GroupOptions = {}) => new ElementsGroup(scriptOrigin, key, options),
    confirmPayment: (options: ConfirmOptions) => confirmAndReturn(api, 'paymentIntent', options),
    confirmSetup: (options: ConfirmOptions) => confirmAndReturn(api, 'setupIntent', options),
    retrievePaymentIntent: (secret: string) => readIntent(api, secret),
    retrieveSetupIntent: (secret: string) => readIntent(api, secret),
    handleNextAction: async ({ clientSecret }: { clientSecret: string }) =>
      resultOf(intentOf(clientSecret), await finishIntent(api, clientSecret)),
    // React's wrapper looks for these three before it takes the object
    confirmCardPayment: () => refused('confirmCardPayment: confirm with the elements'),
    createPaymentMethod: () => refused('createPaymentMethod: confirm with the elements'),
    createToken: () => refused('createToken: confirm with the elements'),
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
