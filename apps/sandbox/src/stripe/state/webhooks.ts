/** Delivers events to the product's webhook: signed, in the order of creation, retried with growing delays. */
import { createHmac } from 'node:crypto';
import { HOUR_MS } from '@undertow/market';
import type { Delivery, StripeEvent } from '#stripe/objects/event.ts';
import { newId } from '#stripe/wire/ids.ts';
import type { StripeSettings } from './settings.ts';
import type { Store } from './store.ts';

const RETRY_MS: readonly number[] = [1000, 3000, 10_000, 30_000, 120_000, 600_000, HOUR_MS];
const RESPONSE_TIMEOUT_MS = 10_000;
const AT_ONCE = 4;

/** `t=…,v1=…` over the body, as `stripe.webhooks.constructEvent` checks it. */
export function signatureOf(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

export interface WebhookParts {
  readonly store: Store;
  readonly endpoint: StripeSettings['webhook'];
  readonly nowMs: () => number;
  readonly retryMs?: readonly number[] | undefined;
  /** Called after deliveries changed, so that the journal keeps them. */
  readonly onProgress: () => void;
}

export class Webhooks {
  readonly #parts: WebhookParts;
  readonly #retryMs: readonly number[];
  /** Ids of deliveries whose turn has come. */
  #queue: string[] = [];
  readonly #timers = new Set<NodeJS.Timeout>();
  #running = 0;
  #closed = false;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
    this.#retryMs = parts.retryMs ?? RETRY_MS;
  }

  /** Those that are not delivered yet, oldest first. */
  get waiting(): readonly Delivery[] {
    return this.#parts.store.all('sandbox.delivery').filter((one) => one.state === 'waiting');
  }

  /** Resumes deliveries that were pending when the process ended. */
  resume(): void {
    this.#queue = this.waiting.map(({ id }) => id);
    this.#wake();
  }

  send(event: StripeEvent): void {
    if (this.#parts.endpoint === null) return;
    const delivery: Delivery = {
      id: newId('dlv'),
      object: 'sandbox.delivery',
      event: event.id,
      attempts: 0,
      state: 'waiting',
      lastStatus: null,
    };
    this.#parts.store.put('sandbox.delivery', delivery);
    this.#queue.push(delivery.id);
    // Not before the call that caused it has been answered
    setImmediate(() => this.#wake());
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #wake(): void {
    while (!this.#closed && this.#running < AT_ONCE) {
      const id = this.#queue.shift();
      if (id === undefined) return;
      this.#running += 1;
      this.#attempt(id)
        .catch((error: unknown) => process.stderr.write(`sandbox webhooks: ${error}\n`))
        .finally(() => {
          this.#running -= 1;
          this.#wake();
        });
    }
  }

  async #attempt(id: string): Promise<void> {
    const { store, endpoint } = this.#parts;
    const delivery = store.get('sandbox.delivery', id);
    const event = delivery && store.get('event', delivery.event);
    if (delivery === undefined || delivery.state !== 'waiting' || !event || endpoint === null) return;
    const status = await this.#post(event, endpoint);
    if (this.#closed) return;
    const attempts = delivery.attempts + 1;
    const delivered = status !== null && status >= 200 && status < 300;
    const wait = this.#retryMs[attempts - 1];
    const state = !delivered && wait !== undefined ? 'waiting' : 'failed';
    if (delivered) store.remove('sandbox.delivery', id);
    else store.put('sandbox.delivery', { ...delivery, attempts, state, lastStatus: status });
    if (state === 'waiting') this.#later(id, wait ?? 0);
    else this.#settle(event);
    this.#parts.onProgress();
  }

  async #post(event: StripeEvent, endpoint: NonNullable<StripeSettings['webhook']>): Promise<number | null> {
    const body = JSON.stringify(event, null, 2);
    const seconds = Math.floor(this.#parts.nowMs() / 1000);
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureOf(body, endpoint.secret, seconds),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      // The endpoint is not there or does not respond: the same as a refusal, tried again later
      return null;
    }
  }

  #later(id: string, waitMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      this.#queue.push(id);
      this.#wake();
    }, waitMs);
    timer.unref();
    this.#timers.add(timer);
  }

  #settle(event: StripeEvent): void {
    const current = this.#parts.store.get('event', event.id);
    if (current !== undefined) this.#parts.store.put('event', { ...current, pending_webhooks: 0 });
  }
}
