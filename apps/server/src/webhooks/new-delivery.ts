/** A message as the delivery to one webhook, in its form. */
import { createHash } from 'node:crypto';
import type { NewDelivery } from '#ports/webhooks/deliveries.ts';
import type { WebhookRow } from '#ports/webhooks/webhooks.ts';
import { chatBody } from './chat-bodies.ts';
import type { WebhookMessage } from './webhook-messages.ts';

/** The same for the same state of the same cause. */
function idOf(webhookId: string, { topic, subject, timestamp }: WebhookMessage): string {
  const hash = createHash('sha256').update([webhookId, topic, subject, timestamp].join('\n'));
  return `msg_${hash.digest('base64url').slice(0, 24)}`;
}

export function newDelivery(
  { id: webhookId, userId, format, chat }: Pick<WebhookRow, 'id' | 'userId' | 'format' | 'chat'>,
  message: WebhookMessage,
): NewDelivery {
  const { topic, subject, label, instrumentId, eventType, marketMs, timestamp, data, words } = message;
  const body =
    format === 'standard' ? JSON.stringify({ type: topic, timestamp, data }) : chatBody(format, words, chat);
  return {
    ...{ id: idOf(webhookId, message), webhookId, userId, topic, subject, label },
    ...{ instrumentId, eventType, marketMs, body },
  };
}
