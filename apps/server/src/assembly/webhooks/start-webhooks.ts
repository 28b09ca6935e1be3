/** Starts the delivery of webhooks. */
import { createWebhookTransport } from '#adapters/webhooks/webhook-transport.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { LiveViews } from '#ports/live-views.ts';
import type { Log } from '#ports/log.ts';
import type { DeliveryQueue, WebhookOutbox } from '#ports/webhooks/deliveries.ts';
import { WebhookFanOut } from '#webhooks/webhook-fan-out.ts';
import { WebhookSender } from '#webhooks/webhook-sender.ts';

export interface WebhookJobParts {
  readonly webhookOutbox: WebhookOutbox;
  readonly deliveryQueue: DeliveryQueue;
  readonly entitlements: Entitlements;
  readonly views: Pick<LiveViews, 'present'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Lets webhooks reach this machine. */
  readonly mayReachLoopback: boolean;
}

/** Returns what stops it, after the deliveries under way. */
export function startWebhooks({
  webhookOutbox: outbox,
  views,
  ...parts
}: WebhookJobParts): () => Promise<void> {
  const until = (delaySeconds: number): number => views.present(delaySeconds).asOfMs;
  const sender = new WebhookSender({
    ...parts,
    queue: parts.deliveryQueue,
    fanOut: new WebhookFanOut({ ...parts, outbox, until }),
    transport: createWebhookTransport(parts),
    chance: Math.random,
    until,
  });
  sender.start();
  return () => sender.close();
}
