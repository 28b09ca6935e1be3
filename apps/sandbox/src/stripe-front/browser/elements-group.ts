/** `stripe.elements(…)`: one payment element and what it is for. */
import type { Appearance, ElementOptions } from './card-frame.ts';
import { IntegrationError, intentOf } from './intent.ts';
import { type ElementParts, PaymentElement } from './payment-element.ts';

export interface GroupOptions {
  readonly clientSecret?: string;
  readonly mode?: string;
  readonly appearance?: Appearance;
  readonly locale?: string;
  readonly [option: string]: unknown;
}

export class ElementsGroup {
  readonly #parts: ElementParts;
  #payment: PaymentElement | null = null;

  constructor(origin: string, key: string, { clientSecret, appearance = {} }: GroupOptions) {
    if (clientSecret !== undefined) intentOf(clientSecret);
    this.#parts = { origin, key, clientSecret: clientSecret ?? null, appearance };
  }

  get clientSecret(): string | null {
    return this.#parts.clientSecret;
  }

  create(type: string, options: ElementOptions = {}): PaymentElement {
    if (type !== 'payment')
      throw new IntegrationError(`The sandbox's Stripe has the payment element only, not ${type}.`);
    if (this.#payment !== null)
      throw new IntegrationError('Can only create one Element of type payment through an Elements instance.');
    this.#payment = new PaymentElement(this.#parts, options, () => {
      this.#payment = null;
    });
    return this.#payment;
  }

  getElement(type: string | { __elementType?: string }): PaymentElement | null {
    const name = typeof type === 'string' ? type : type.__elementType;
    return name === 'payment' ? this.#payment : null;
  }

  async update({ appearance }: GroupOptions): Promise<void> {
    if (appearance === undefined) return;
    this.#parts.appearance = appearance;
    this.#payment?.repaint();
  }

  /** The mounted element. Throws `IntegrationError` without one. */
  need(): PaymentElement {
    if (this.#payment?.mounted !== true)
      throw new IntegrationError(
        'Invalid value for elements: it should have a mounted Payment Element. Please mount one before confirming.',
      );
    return this.#payment;
  }
}
