/** The provider's own pages that take a card: the payment element of the script, and a button. */

interface ScriptResult {
  readonly error?: { readonly message?: string };
}

interface Mounted {
  mount(selector: string): void;
  on(event: string, listener: () => void): void;
}

/** What this page uses of the script loaded before it. */
interface StripeApi {
  elements(options: object): { create(type: 'payment', options: object): Mounted };
  confirmSetup(options: object): Promise<ScriptResult>;
  confirmPayment(options: object): Promise<ScriptResult>;
}

const form = document.querySelector<HTMLFormElement>('form[data-secret]');

function problemOf(result: ScriptResult): string {
  return result.error?.message ?? 'The card could not be confirmed. Please try again.';
}

async function confirm(
  stripe: StripeApi,
  elements: object,
  returnUrl: string,
  isSetup: boolean,
): Promise<string> {
  const options = { elements, confirmParams: { return_url: returnUrl } };
  return problemOf(await (isSetup ? stripe.confirmSetup(options) : stripe.confirmPayment(options)));
}

function host(place: HTMLFormElement): void {
  const { key = '', secret = '', returnUrl = '' } = place.dataset;
  const makeStripe = (window as unknown as { Stripe: (key: string) => StripeApi }).Stripe;
  const stripe = makeStripe(key);
  const theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'night' : 'stripe';
  const elements = stripe.elements({ clientSecret: secret, appearance: { theme } });
  const problem = place.querySelector('[role=alert]');
  const button = place.querySelector('button');
  const element = elements.create('payment', { terms: { card: 'never' } });
  const say = (text: string) => {
    if (problem !== null) problem.textContent = text;
  };
  element.on('loaderror', () => say('The card form could not be loaded. Please reload the page.'));
  element.mount('#card');
  place.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button === null || button.disabled) return;
    button.disabled = true;
    say('');
    confirm(stripe, elements, returnUrl, secret.startsWith('seti_'))
      .then(say, (error: Error) => say(error.message))
      .finally(() => {
        button.disabled = false;
      });
  });
}

if (form !== null) host(form);
