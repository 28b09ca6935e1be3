/** The payment element in the product's page: a frame of the provider and its events. */
import type { ScriptError } from './api-client.ts';
import type { Appearance, ElementOptions, FrameStart } from './card-frame.ts';
import type { Channel } from './channel.ts';
import { makeFrame, type OpenedFrame } from './frame.ts';
import { IntegrationError } from './intent.ts';

type Listener = (event?: unknown) => void;

export interface ElementParts {
  readonly origin: string;
  readonly key: string;
  readonly clientSecret: string | null;
  appearance: Appearance;
}

const LOAD_ERROR: ScriptError = {
  type: 'api_connection_error',
  message: 'The payment form could not be loaded. Please reload the page.',
};

function targetOf(target: string | HTMLElement): HTMLElement {
  if (typeof target !== 'string') return target;
  const found = document.querySelector<HTMLElement>(target);
  if (found === null) {
    throw new IntegrationError(
      `The selector you specified (${target}) applies to no DOM elements that are currently on the page. Make sure the element exists on the page before calling mount().`,
    );
  }
  return found;
}

export class PaymentElement {
  readonly #parts: ElementParts;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #onDestroy: () => void;
  #options: ElementOptions;
  #frame: OpenedFrame | null = null;
  #destroyed = false;

  constructor(parts: ElementParts, options: ElementOptions, onDestroy: () => void) {
    this.#parts = parts;
    this.#options = options;
    this.#onDestroy = onDestroy;
  }

  get mounted(): boolean {
    return this.#frame !== null;
  }

  mount(target: string | HTMLElement): void {
    if (this.#destroyed)
      throw new IntegrationError('This Element has already been destroyed. Please create a new one.');
    const place = targetOf(target);
    this.unmount();
    const { origin } = this.#parts;
    const url = new URL('/frames/card', origin);
    const frame = makeFrame(url, 'Secure payment input frame', {
      change: (data) =>
        this.#emit('change', { ...(data as object), collapsed: false, value: { type: 'card' } }),
      enter: () => place.closest('form')?.requestSubmit(),
      height: (data) => {
        frame.element.style.height = `${Number(data)}px`;
      },
    });
    // The margin for focus rings in the frame must not show as an indent
    frame.element.style.margin = '-3px';
    frame.element.style.width = 'calc(100% + 6px)';
    frame.element.style.height = '0';
    this.#frame = frame;
    this.#paint();
    place.classList.add('StripeElement');
    place.replaceChildren(frame.element);
    this.#start(frame).catch(() => this.#emit('loaderror', { error: LOAD_ERROR }));
  }

  unmount(): void {
    const element = this.#frame?.element;
    element?.parentElement?.classList.remove('StripeElement');
    element?.remove();
    this.#frame = null;
  }

  destroy(): void {
    this.unmount();
    this.#destroyed = true;
    this.#listeners.clear();
    this.#onDestroy();
  }

  update(options: ElementOptions): void {
    this.#options = { ...this.#options, ...options };
    this.#send('options', this.#options);
  }

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  off(event: string, listener?: Listener): this {
    if (listener === undefined) this.#listeners.delete(event);
    else this.#listeners.get(event)?.delete(listener);
    return this;
  }

  /** For the group of elements: a new look, for the element too. */
  repaint(): void {
    this.#paint();
    this.#send('appearance', this.#parts.appearance);
  }

  /** For the group of elements: sends a request to the frame. Rejects when there is none. */
  async request<T>(what: string, data?: unknown): Promise<T> {
    const channel: Channel | undefined = await this.#frame?.channel;
    if (channel === undefined) throw new IntegrationError('The payment element is not mounted.');
    return channel.request<T>(what, data);
  }

  async #start(frame: OpenedFrame): Promise<void> {
    const channel = await frame.channel;
    const { key, clientSecret, appearance } = this.#parts;
    const start: FrameStart = { key, clientSecret, appearance, options: this.#options };
    const { error } = await channel.request<{ error?: ScriptError }>('start', start);
    if (this.#frame !== frame) return;
    this.#emit(error === undefined ? 'ready' : 'loaderror', error === undefined ? {} : { error });
  }

  /** The frame is see-through only while it has the colour scheme of its document. */
  #paint(): void {
    const scheme = this.#parts.appearance.theme === 'night' ? 'dark' : 'light';
    this.#frame?.element.style.setProperty('color-scheme', scheme);
  }

  #send(what: string, data?: unknown): void {
    this.#frame?.channel.then((channel) => channel.send(what, data)).catch(() => undefined);
  }

  #emit(event: string, data: object = {}): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])])
      listener({ elementType: 'payment', ...data });
  }
}
