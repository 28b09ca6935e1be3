/** Carries events to the endpoints: signed, in the order of creation, again with growing waits when refused. */
import { createHmac } from 'node:crypto';
import type { Delivery, StripeEvent, WebhookEndpoint } from '#stripe/objects/webhook-objects.ts';
import { newId } from '#stripe/wire/ids.ts';
import type { Store } from './store.ts';

const RETRY_MS: readonly number[] = [1000, 3000, 10_000, 30_000, 120_000, 600_000, 3_600_000];
const ANSWER_MS = 10_000;
const AT_ONCE = 4;

/** Faults that a test or a developer sets. */
export interface WebhookFaults {
  /** Nothing is sent until this is taken back. */
  readonly paused: boolean;
  /** How many times more each event is sent. */
  readonly duplicate: number;
  /** How many of the next events are never sent. */
  readonly dropNext: number;
  /** The newest of those that wait goes first, one after the other. */
  readonly reorder: boolean;
}

const NO_FAULTS: WebhookFaults = { paused: false, duplicate: 0, dropNext: 0, reorder: false };

/** `t=…,v1=…` over the body, as `stripe.webhooks.constructEvent` checks it. */
export function signatureOf(body: string, secret: string, seconds: number): string {
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return `t=${seconds},v1=${signature}`;
}

export interface WebhookParts {
  readonly store: Store;
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
  #faults = NO_FAULTS;
  #closed = false;

  constructor(parts: WebhookParts) {
    this.#parts = parts;
    this.#retryMs = parts.retryMs ?? RETRY_MS;
  }

  get faults(): WebhookFaults {
    return this.#faults;
  }

  /** Those that are not delivered yet, oldest first. */
  get waiting(): readonly Delivery[] {
    return this.#parts.store.all('sandbox.delivery').filter((one) => one.state === 'waiting');
  }

  setFaults(faults: Partial<WebhookFaults>): WebhookFaults {
    this.#faults = { ...this.#faults, ...faults };
    this.#wake();
    return this.#faults;
  }

  /** Takes up what waited when the process ended. */
  resume(): void {
    this.#queue = this.waiting.map(({ id }) => id);
    this.#wake();
  }

  send(event: StripeEvent, endpoint: WebhookEndpoint): void {
    if (this.#faults.dropNext > 0) {
      this.#faults = { ...this.#faults, dropNext: this.#faults.dropNext - 1 };
      return;
    }
    for (let copy = 0; copy <= this.#faults.duplicate; copy += 1) {
      const delivery: Delivery = {
        id: newId('dlv'),
        object: 'sandbox.delivery',
        event: event.id,
        endpoint: endpoint.id,
        attempts: 0,
        state: 'waiting',
        lastStatus: null,
      };
      this.#parts.store.put('sandbox.delivery', delivery);
      this.#queue.push(delivery.id);
    }
    // Not before the call that caused it has been answered
    setImmediate(() => this.#wake());
  }

  /** Tries everything that waits now, without its wait. */
  flush(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    const queued = new Set(this.#queue);
    this.#queue.push(...this.waiting.map(({ id }) => id).filter((id) => !queued.has(id)));
    this.#wake();
  }

  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #wake(): void {
    const atOnce = this.#faults.reorder ? 1 : AT_ONCE;
    while (!this.#closed && !this.#faults.paused && this.#running < atOnce) {
      const id = this.#faults.reorder ? this.#queue.pop() : this.#queue.shift();
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
    const { store } = this.#parts;
    const delivery = store.get('sandbox.delivery', id);
    const event = delivery && store.get('event', delivery.event);
    const endpoint = delivery && store.get('webhook_endpoint', delivery.endpoint);
    if (delivery === undefined || delivery.state !== 'waiting' || !event || !endpoint) return;
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

  async #post(event: StripeEvent, endpoint: WebhookEndpoint): Promise<number | null> {
    const body = JSON.stringify(event, null, 2);
    const seconds = Math.floor(this.#parts.nowMs() / 1000);
    try {
      const response = await fetch(endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signatureOf(body, endpoint._secret, seconds),
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.timeout(ANSWER_MS),
      });
      await response.arrayBuffer();
      return response.status;
    } catch {
      // The endpoint is not there or does not answer: the same as a refusal, tried again later
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
    if (current === undefined || current.pending_webhooks === 0) return;
    this.#parts.store.put('event', { ...current, pending_webhooks: current.pending_webhooks - 1 });
  }
}
