/** Who calls: the product with its secret key, or a browser with the publishable key and a client secret. */

import type { StripeSettings } from '#stripe/state/settings.ts';
import { type Params, text } from '#stripe/wire/params.ts';
import { invalid, unauthorized } from '#stripe/wire/stripe-error.ts';

function shown(key: string): string {
  return key.length < 12 ? '***' : `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;
}

/** The key is in the header, or in the body as the browser script sends it. */
function keyOf(authorization: string | undefined, params: Params): string | undefined {
  const [scheme, value = ''] = (authorization ?? '').split(' ');
  if (scheme === 'Bearer') return value;
  if (scheme === 'Basic') return Buffer.from(value, 'base64').toString('utf8').split(':')[0];
  return text(params, 'key');
}

/** Throws 401 for no key or a wrong one. */
export function keyKind(
  settings: StripeSettings,
  authorization: string | undefined,
  params: Params,
): 'secret' | 'publishable' {
  const key = keyOf(authorization, params);
  if (key === undefined || key === '') {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (key === settings.secretKey) return 'secret';
  if (key === settings.publishableKey) return 'publishable';
  throw unauthorized(`Invalid API Key provided: ${shown(key)}`);
}

/** A browser must send the client secret of the intent it requests. */
export function checkClientSecret(key: 'secret' | 'publishable', params: Params, expected: string): void {
  const given = text(params, 'client_secret');
  if (key === 'secret' && given === undefined) return;
  if (given !== expected) {
    throw invalid(
      'The client_secret provided does not match any associated intent on this account.',
      'client_secret',
      'resource_missing',
    );
  }
}
