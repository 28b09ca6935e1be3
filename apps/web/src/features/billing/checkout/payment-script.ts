/**
 * Loads the payment provider's script from the configured address, once, and makes its object with the publishable key.
 */
import type { Stripe } from '@stripe/stripe-js';

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): unknown;
}

/**
 * True for the origin of the script's address and for its own subdomains (the provider splits its script over them).
 */
export function isOfProvider(url: string, scriptUrl: string): boolean {
  const given = new URL(url, scriptUrl);
  const own = new URL(scriptUrl);
  if (given.protocol !== own.protocol) return false;
  return given.host === own.host || (own.protocol === 'https:' && given.host.endsWith(`.${own.host}`));
}

let hasPolicy = false;

/**
 * The page accepts no address of a script as a mere string. The provider's own script adds further ones in that way, and
 * uses the policy called `default`: it passes the provider's addresses, and makes neither markup nor code from text.
 */
function allowAddresses(scriptUrl: string): void {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined || hasPolicy) return;
  hasPolicy = true;
  trustedTypes.createPolicy('default', {
    createScriptURL(url) {
      if (isOfProvider(url, scriptUrl)) return url;
      throw new TypeError(`a script from ${new URL(url, scriptUrl).origin} is not loaded here`);
    },
  });
}

function addScript(scriptUrl: string): Promise<void> {
  return new Promise((resolve, reject) => {
    allowAddresses(scriptUrl);
    const script = document.createElement('script');
    script.src = scriptUrl;
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The payment form could not be loaded.'));
    });
    document.head.append(script);
  });
}

let loaded: { readonly scriptUrl: string; readonly script: Promise<void> } | null = null;

/** The provider's object. Rejects when the script cannot be loaded; the next call tries again. */
export async function loadPayment(scriptUrl: string, publishableKey: string): Promise<Stripe> {
  if (loaded?.scriptUrl !== scriptUrl) loaded = { scriptUrl, script: addScript(scriptUrl) };
  try {
    await loaded.script;
  } catch (error) {
    loaded = null;
    throw error;
  }
  if (window.Stripe === undefined) throw new Error('The payment form could not be loaded.');
  return window.Stripe(publishableKey);
}
