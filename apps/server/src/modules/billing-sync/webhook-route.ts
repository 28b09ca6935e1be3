/** Receives the payment provider's webhooks: proven by signature, stored before it is answered, applied afterwards. */
import { stripeWebhook } from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import type { WebhookCall } from '#http/bind/bind-webhook.ts';
import { type BillingEvent, type BillingReads, WebhookRefused } from '#ports/billing.ts';
import type { Clock } from '#ports/clock.ts';
import { acceptEvent, type EventFilterParts } from './event-filter.ts';

const RECEIVED = { received: true } as const;

export interface WebhookParts extends EventFilterParts {
  readonly reads: Pick<BillingReads, 'verifyWebhook'>;
  readonly clock: Clock;
  /** Called once an event is stored. */
  onStored(): void;
}

/** Parses the event. Throws `WEBHOOK_REFUSED`. */
function prove({ reads, clock, counts }: WebhookParts, { rawBody, request }: WebhookCall): BillingEvent {
  const given = request.headers['stripe-signature'];
  try {
    return reads.verifyWebhook(rawBody, typeof given === 'string' ? given : undefined, clock.nowMs());
  } catch (error) {
    if (!(error instanceof WebhookRefused)) throw error;
    counts.countWebhook('refused');
    request.log.warn({ reason: error.message, address: request.ip }, 'webhook refused');
    throw new AppError('WEBHOOK_REFUSED');
  }
}

/** `parts` null: there is no payment provider, and every call is refused. */
export function bindWebhookRoutes(binder: RouteBinder, parts: WebhookParts | null): void {
  binder.bindWebhook(stripeWebhook, async (call) => {
    if (parts === null) throw new AppError('UNAVAILABLE');
    const arrival = await acceptEvent(parts, prove(parts, call), parts.clock.nowMs());
    if (arrival === 'stored') parts.onStored();
    return RECEIVED;
  });
}
