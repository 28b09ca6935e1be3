/** The card frame: card data is typed, validated and sent to the API here, and never reaches the parent page. */
import { callApi, type ScriptError } from './api-client.ts';
import { CardForm } from './card-form.ts';
import { acceptChannel, type Channel } from './channel.ts';
import { intentOf } from './intent.ts';

export interface Appearance {
  readonly theme?: string;
  readonly variables?: Readonly<Record<string, string>>;
}

export interface ElementOptions {
  readonly business?: { readonly name?: string };
  readonly terms?: { readonly card?: string };
}

export interface FrameStart {
  readonly key: string;
  readonly clientSecret: string | null;
  readonly appearance: Appearance;
  readonly options: ElementOptions;
}

/** Variables of the appearance that the frame follows, with the property that a value must suit. */
const VARIABLES: Readonly<Record<string, readonly [property: string, name: string]>> = {
  colorPrimary: ['color', '--accent'],
  colorBackground: ['color', '--surface'],
  colorText: ['color', '--text'],
  colorTextSecondary: ['color', '--text2'],
  colorTextPlaceholder: ['color', '--text3'],
  colorDanger: ['color', '--bad'],
  colorWarning: ['color', '--warn'],
  colorBorder: ['color', '--strong'],
  borderRadius: ['border-radius', '--radius'],
  fontFamily: ['font-family', '--font'],
  fontSizeBase: ['font-size', '--size'],
  gridRowSpacing: ['gap', '--row-gap'],
  gridColumnSpacing: ['gap', '--column-gap'],
};

let channel: Channel | null = null;
let key = '';
const form = new CardForm(sendChange);

function sendChange(): void {
  channel?.send('change', { empty: form.empty, complete: form.complete });
}

function sendHeight(): void {
  channel?.send('height', Math.ceil(document.body.getBoundingClientRect().height));
}

function applyAppearance({ theme, variables = {} }: Appearance): void {
  const root = document.documentElement;
  root.dataset['theme'] = theme === 'night' ? 'night' : 'light';
  for (const [variable, [property, name]] of Object.entries(VARIABLES)) {
    const value = variables[variable];
    if (value !== undefined && CSS.supports(property, value)) root.style.setProperty(name, value);
    else root.style.removeProperty(name);
  }
  sendHeight();
}

function applyOptions({ business, terms }: ElementOptions): void {
  const line = document.getElementById('terms');
  if (line !== null) {
    line.hidden = terms?.card === 'never';
    line.textContent = `By providing your card information, you allow ${business?.name ?? 'Undertow'} to charge your card for future payments in accordance with their terms.`;
  }
  sendHeight();
}

async function start(data: unknown): Promise<{ error?: ScriptError }> {
  const { key: given, clientSecret, appearance, options } = data as FrameStart;
  key = given;
  applyAppearance(appearance);
  applyOptions(options);
  if (clientSecret === null) return {};
  const { error } = await callApi(key, 'GET', intentOf(clientSecret).path, { client_secret: clientSecret });
  return error === undefined ? {} : { error };
}

async function createPaymentMethod(data: unknown): Promise<{ id?: string; error?: ScriptError }> {
  const problem = form.check();
  if (problem !== null) return { error: { type: 'validation_error', ...problem } };
  const given = (data ?? {}) as { address?: Record<string, unknown> };
  const { body, error } = await callApi(key, 'POST', '/v1/payment_methods', {
    type: 'card',
    card: form.card,
    billing_details: { ...given, address: { ...form.address, ...given.address } },
  });
  return error === undefined ? { id: String(body?.['id']) } : { error };
}

function listenToKeys(): void {
  document.addEventListener('keydown', ({ key: pressed, target }) => {
    if (pressed === 'Enter' && target instanceof HTMLInputElement) channel?.send('enter');
  });
  document.querySelector('form')?.addEventListener('submit', (event) => event.preventDefault());
}

listenToKeys();
new ResizeObserver(sendHeight).observe(document.body);
acceptChannel((document.documentElement.dataset['parents'] ?? '').split(' '), {
  start,
  appearance: (data) => applyAppearance(data as Appearance),
  options: (data) => applyOptions(data as ElementOptions),
  'payment-method': createPaymentMethod,
})
  .then((opened) => {
    channel = opened;
    sendHeight();
  })
  .catch(() => undefined);
