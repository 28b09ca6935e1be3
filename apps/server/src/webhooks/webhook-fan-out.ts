/** Makes deliveries of what happened: for every webhook that is notified of it and whose owner may see it, at the owner's delay. */
import { MAX_WEBHOOKS_A_DAY } from '@undertow/contracts';
import { DAY_MS, epochMsOfNs } from '@undertow/market';
import type { Clock } from '#ports/clock.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';
import type { NewDelivery, VisibleUntil, WebhookCause, WebhookOutbox } from '#ports/webhooks/deliveries.ts';
import type { WebhookRow } from '#ports/webhooks/webhooks.ts';
import { accessOver, mayReceive } from './may-receive.ts';
import { newDelivery } from './new-delivery.ts';
import { messageOf, type WebhookMessage } from './webhook-messages.ts';

const AT_ONCE = 500;

interface FanOutInput {
  readonly outbox: WebhookOutbox;
  readonly entitlements: Entitlements;
  readonly clock: Clock;
  readonly until: VisibleUntil;
}

function isWanted(webhook: WebhookRow, { topic, userId, eventType, instrumentId }: WebhookMessage): boolean {
  const { topics, eventTypes, instrumentIds } = webhook;
  if (userId !== null && userId !== webhook.userId) return false;
  if (!topics.some((one) => one === topic)) return false;
  if (eventType !== null && eventTypes.length > 0 && !eventTypes.includes(eventType)) return false;
  return instrumentId === null || instrumentIds.length === 0 || instrumentIds.includes(instrumentId);
}

/** Of the entries of an event, one a delay, that of the owner's. */
function isOfDelay(entitlement: Entitlement, { entry, content }: WebhookCause): boolean {
  if (content?.kind !== 'event' && content?.kind !== 'settled') return true;
  const { instrumentId, type: eventType } = content.event;
  return accessOver(entitlement, { instrumentId, eventType })?.delaySeconds === entry.delaySeconds;
}

export class WebhookFanOut {
  readonly #input: FanOutInput;

  constructor(input: FanOutInput) {
    this.#input = input;
  }

  /** One batch; returns how many entries it took. */
  async round(): Promise<number> {
    const { outbox, clock, until } = this.#input;
    const causes = await outbox.due(until, AT_ONCE);
    if (causes.length === 0) return 0;
    // The state that is stored may be newer than the entry: then its own entry is on its way
    const ready = causes.filter(({ entry, content }) =>
      content?.kind === 'event' || content?.kind === 'settled'
        ? epochMsOfNs(content.event.updatedNs) <= until(entry.delaySeconds)
        : true,
    );
    const made: NewDelivery[] = [];
    const webhooks = await outbox.webhooks();
    for (const cause of ready) made.push(...(await this.#deliveriesOf(cause, webhooks)));
    const entries = ready.map(({ entry }) => entry);
    await outbox.settle(entries, await this.#withinDay(made), clock.nowMs());
    return ready.length;
  }

  async #deliveriesOf(cause: WebhookCause, webhooks: readonly WebhookRow[]): Promise<NewDelivery[]> {
    const message = messageOf(cause);
    if (message === null) return [];
    const made: NewDelivery[] = [];
    for (const webhook of webhooks) {
      if (!isWanted(webhook, message)) continue;
      const entitlement = await this.#input.entitlements.of(webhook.userId, 'api');
      if (!isOfDelay(entitlement, cause)) continue;
      if (mayReceive(entitlement, message, this.#input.until)) made.push(newDelivery(webhook, message));
    }
    return made;
  }

  /** Beyond the number of a day nothing is stored for a user, which their settings show. */
  async #withinDay(made: readonly NewDelivery[]): Promise<readonly NewDelivery[]> {
    if (made.length === 0) return made;
    const { outbox, clock } = this.#input;
    const nowMs = clock.nowMs();
    const owners = [...new Set(made.map(({ userId }) => userId))];
    const counts = new Map(await outbox.counts(owners, nowMs - (nowMs % DAY_MS)));
    return made.filter(({ userId }) => {
      const count = (counts.get(userId) ?? 0) + 1;
      counts.set(userId, count);
      return count <= MAX_WEBHOOKS_A_DAY;
    });
  }
}
