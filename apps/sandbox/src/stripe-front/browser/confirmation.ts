/** Confirming an intent: card, bank, result, and the way back to the product. */

import type { ApiChannel } from './api-channel.ts';
import type { ApiParams, ScriptError } from './api-client.ts';
import { openBankDialog } from './bank-dialog.ts';
import type { ElementsGroup } from './elements-group.ts';
import { IntegrationError, type Intent, type IntentWords, intentOf } from './intent.ts';

export interface ConfirmOptions {
  readonly elements?: ElementsGroup;
  readonly clientSecret?: string;
  readonly redirect?: 'always' | 'if_required';
  readonly confirmParams?: {
    readonly return_url?: string;
    readonly payment_method?: string;
    readonly payment_method_data?: { readonly billing_details?: ApiParams };
    readonly [param: string]: unknown;
  };
}

/** As the script answers: one of the two intents, or an error. */
export interface ConfirmResult {
  readonly paymentIntent?: Intent;
  readonly setupIntent?: Intent;
  readonly error?: ScriptError;
}

type Outcome = { readonly intent: Intent } | { readonly error: ScriptError };

const DONE = ['succeeded', 'processing', 'requires_capture'];

/** The customer could not confirm, or refused: the intent carries the reason. */
function judged(intent: Intent, { object }: IntentWords): Outcome {
  const error = object === 'setup_intent' ? intent.last_setup_error : intent.last_payment_error;
  if (DONE.includes(intent.status) || !error) return { intent };
  return { error: { ...error, [object]: intent } };
}

async function retrieved(api: ApiChannel, words: IntentWords, secret: string): Promise<Outcome> {
  const { body, error } = await api.call('GET', words.path, { client_secret: secret });
  return error === undefined ? { intent: body as unknown as Intent } : { error };
}

/** Leaves the page for another one; nothing after it happens. */
function leaveFor(address: string): Promise<never> {
  window.location.assign(address);
  return new Promise(() => undefined);
}

/** Carries out the intent's next actions until none is left. */
async function act(api: ApiChannel, words: IntentWords, intent: Intent): Promise<Outcome> {
  const { next_action: action } = intent;
  if (intent.status !== 'requires_action' || action === null) return judged(intent, words);
  if (action.redirect_to_url !== undefined) return leaveFor(action.redirect_to_url.url);
  const address = action.use_stripe_sdk?.stripe_js;
  if (address === undefined) throw new IntegrationError(`The script cannot do ${action.type}.`);
  try {
    await openBankDialog(address, api.origin);
  } catch (error) {
    if (error instanceof IntegrationError) throw error;
    const message = "Your bank's page could not be opened. Please try again.";
    return { error: { type: 'api_connection_error', message } };
  }
  const after = await retrieved(api, words, intent.client_secret);
  return 'error' in after ? after : judged(after.intent, words);
}

/** The card typed in, or the one that is named. */
async function methodOf({
  elements,
  confirmParams = {},
}: ConfirmOptions): Promise<{ id?: string; error?: ScriptError }> {
  if (confirmParams.payment_method !== undefined) return { id: confirmParams.payment_method };
  if (elements === undefined) return {};
  return elements.need().request('payment-method', confirmParams.payment_method_data?.billing_details);
}

/** Confirms with the API and, where required, with the bank. */
export async function confirmIntent(
  api: ApiChannel,
  secret: string,
  options: ConfirmOptions,
): Promise<Outcome> {
  const words = intentOf(secret);
  const { id, error: cardError } = await methodOf(options);
  if (cardError !== undefined) return { error: cardError };
  const { body, error } = await api.call('POST', `${words.path}/confirm`, {
    client_secret: secret,
    use_stripe_sdk: true,
    ...(id === undefined ? {} : { payment_method: id }),
    ...(options.confirmParams?.return_url === undefined
      ? {}
      : { return_url: options.confirmParams.return_url }),
  });
  return error === undefined ? act(api, words, body as unknown as Intent) : { error };
}

/** Only the next actions an intent still has. */
export async function finishIntent(api: ApiChannel, secret: string): Promise<Outcome> {
  const words = intentOf(secret);
  const found = await retrieved(api, words, secret);
  return 'error' in found ? found : act(api, words, found.intent);
}

export async function readIntent(api: ApiChannel, secret: string): Promise<ConfirmResult> {
  const words = intentOf(secret);
  return resultOf(words, await retrieved(api, words, secret));
}

export function resultOf({ field }: IntentWords, outcome: Outcome): ConfirmResult {
  return 'error' in outcome ? outcome : { [field]: outcome.intent };
}

function returnAddress(words: IntentWords, intent: Intent, address: string): string {
  const url = new URL(address, window.location.href);
  url.searchParams.set(words.object, intent.id);
  url.searchParams.set(`${words.object}_client_secret`, intent.client_secret);
  url.searchParams.set('redirect_status', intent.status);
  return url.href;
}

/** `confirmPayment` and `confirmSetup`: without `redirect: 'if_required'` success leads to the return address. */
export async function confirmAndReturn(
  api: ApiChannel,
  field: IntentWords['field'],
  options: ConfirmOptions,
): Promise<ConfirmResult> {
  const secret = options.clientSecret ?? options.elements?.clientSecret;
  const words = intentOf(secret);
  const address = options.confirmParams?.return_url;
  if (words.field !== field)
    throw new IntegrationError(
      `The client secret is that of a ${words.object}: confirm it with its own call.`,
    );
  if (address !== undefined && !/^https?:$/.test(new URL(address, window.location.href).protocol))
    throw new IntegrationError('Invalid value for confirmParams.return_url: it should be a web address.');
  if (options.redirect !== 'if_required' && address === undefined)
    throw new IntegrationError('Missing value for confirmParams.return_url: redirects need one.');
  const outcome = await confirmIntent(api, String(secret), options);
  if ('intent' in outcome && options.redirect !== 'if_required' && address !== undefined)
    return leaveFor(returnAddress(words, outcome.intent, address));
  return resultOf(words, outcome);
}
