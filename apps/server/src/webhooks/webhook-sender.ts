/** Sends deliveries that are due: several at once, each held, checked once more against what its owner may see, and settled. */
import { WEBHOOK_RETRY_HOURS } from '@undertow/contracts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '@undertow/market';
import { Webhook } from 'standardwebhooks';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { Clock } from '#ports/clock.ts';
import { SecretUnreadable } from '#ports/credentials.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { Log } from '#ports/log.ts';
import {
  type Attempt,
  type DeliveryQueue,
  type HeldDelivery,
  type VisibleUntil,
  WebhookFailure,
  type WebhookResponse,
  type WebhookTarget,
  type WebhookTransport,
} from '#ports/webhooks/deliveries.ts';
import { mayReceive } from './may-receive.ts';
import { nextAttemptMs } from './retry-times.ts';
import type { WebhookFanOut } from './webhook-fan-out.ts';

const EVERY_MS = SECOND_MS;
const EXPIRE_EVERY = 60;
const MAX_UNDER_WAY = 64;
/** Longer than an attempt can take, with time for storage. */
const HOLD_MS = MINUTE_MS;
/** One that was taken longer ago is left to whoever takes it next: this process may have been suspended. */
const SEND_WITHIN_MS = 30 * SECOND_MS;
/** How long receivers have to answer at a stop: after that the delivery is sent again, with the same id. */
const FINISH_MS = 2 * SECOND_MS;
const GONE = 410;

interface SenderInput {
  readonly queue: DeliveryQueue;
  readonly fanOut: Pick<WebhookFanOut, 'round'>;
  readonly transport: WebhookTransport;
  readonly entitlements: Entitlements;
  readonly clock: Clock;
  readonly log: Log;
  readonly until: VisibleUntil;
  /** From 0 to 1. */
  chance(): number;
}

function headersOf({ id, body, format }: HeldDelivery, { secrets }: WebhookTarget, nowMs: number) {
  const plain = { 'content-type': 'application/json', 'user-agent': 'Undertow-Webhooks/1' };
  if (format !== 'standard') return plain;
  const at = new Date(nowMs);
  return {
    ...plain,
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(nowMs / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

function failureOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirects, which is not followed' : `answered ${status}`;
}

export class WebhookSender {
  readonly #input: SenderInput;
  readonly #underWay = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  #task: RepeatingTask | null = null;
  #rounds = 0;

  constructor(input: SenderInput) {
    this.#input = input;
  }

  start(): void {
    this.#task = new RepeatingTask(
      EVERY_MS,
      () => this.round(),
      (error) => this.#input.log.warn({ err: error }, 'webhooks not read'),
    );
    void this.#task.run();
  }

  /** Makes deliveries of what happened and begins to send what is due; does not wait for receivers. */
  async round(): Promise<void> {
    const { fanOut, queue, clock } = this.#input;
    if (this.#rounds % EXPIRE_EVERY === 0) await queue.expire(clock.nowMs() - WEBHOOK_RETRY_HOURS * HOUR_MS);
    this.#rounds += 1;
    await fanOut.round();
    const free = MAX_UNDER_WAY - this.#underWay.size;
    if (free <= 0) return;
    const claimedMs = clock.nowMs();
    for (const delivery of await queue.claim(claimedMs, HOLD_MS, free)) this.#begin(delivery, claimedMs);
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  #begin(delivery: HeldDelivery, claimedMs: number): void {
    const sending = this.#deliver(delivery, claimedMs)
      // It stays held, and is tried again when that is over
      .catch((error: unknown) =>
        this.#input.log.error({ err: error, delivery: delivery.id }, 'webhook not settled'),
      )
      .finally(() => {
        this.#underWay.delete(sending);
        // What follows of its subject is due now
        void this.#task?.run();
      });
    this.#underWay.add(sending);
  }

  async #deliver(delivery: HeldDelivery, claimedMs: number): Promise<void> {
    const { queue, entitlements, clock, until } = this.#input;
    const entitlement = await entitlements.of(delivery.userId, 'api');
    if (!mayReceive(entitlement, delivery, until)) return queue.withhold(delivery);
    const nowMs = clock.nowMs();
    if (nowMs - claimedMs > SEND_WITHIN_MS) return;
    const beganMs = performance.now();
    try {
      const target = await queue.targetOf(delivery.webhookId, nowMs);
      if (target === undefined) return;
      const headers = headersOf(delivery, target, nowMs);
      const request = { ...target, headers, body: delivery.body };
      const response = await this.#input.transport.post(request, this.#ending.signal);
      await this.#answered(delivery, response, performance.now() - beganMs);
    } catch (error) {
      if (!(error instanceof WebhookFailure || error instanceof SecretUnreadable)) throw error;
      // Nobody refused it: it stays held, and is tried again when that is over
      if (this.#ending.signal.aborted) return;
      const failure = error instanceof WebhookFailure ? error.message : 'its secret cannot be read';
      const tookMs = performance.now() - beganMs;
      await this.#failed(delivery, { status: null, failure, answer: null, tookMs }, null);
    }
  }

  async #answered(
    delivery: HeldDelivery,
    { status, answer, retryAfterMs }: WebhookResponse,
    tookMs: number,
  ): Promise<void> {
    const failure = failureOf(status);
    const attempt = { status, failure, answer: answer === '' ? null : answer, tookMs };
    if (failure === null) return this.#input.queue.delivered(delivery, attempt);
    return this.#failed(delivery, attempt, retryAfterMs);
  }

  async #failed(delivery: HeldDelivery, attempt: Attempt, retryAfterMs: number | null): Promise<void> {
    const { queue, clock, log, chance } = this.#input;
    const { id, attempts, sinceMs } = delivery;
    const nowMs = clock.nowMs();
    const nextMs = nextAttemptMs({ attempts, sinceMs, nowMs, retryAfterMs, chance: chance() });
    const dead = nextMs === null ? 'failing' : null;
    const pause = attempt.status === GONE ? 'gone' : dead;
    log.info(
      { delivery: id, attempts, status: attempt.status, reason: attempt.failure },
      'webhook not accepted',
    );
    await queue.failed(delivery, attempt, { nextMs, pause }, nowMs);
  }

  /** Takes no more, and waits a moment for those under way. */
  async close(): Promise<void> {
    await this.#task?.stop();
    this.#task = null;
    const overdue = setTimeout(() => this.#ending.abort(), FINISH_MS);
    await this.idle();
    clearTimeout(overdue);
  }
}
