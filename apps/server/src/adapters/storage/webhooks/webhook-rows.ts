/** Rows of webhooks and deliveries as the ports have them. */
import { instantOfMs, type WebhookDeliveryDto } from '@undertow/contracts';
import { epochMs } from '@undertow/market';
import { type eq, getTableColumns, sql } from 'drizzle-orm';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { instantOrNull } from '#adapters/storage/tables/column-types.ts';
import { type webhookDeliveries, webhooks } from '#adapters/storage/tables/webhook-tables.ts';
import type { NewDelivery } from '#ports/webhooks/deliveries.ts';
import type { ListedWebhook } from '#ports/webhooks/webhooks.ts';

const {
  sealedAddress: _address,
  sealedSecret: _secret,
  sealedPrevious: _previous,
  failingSinceMs: _since,
  ...OPEN_COLUMNS
} = getTableColumns(webhooks);

/** Everything but what is sealed. */
export { OPEN_COLUMNS };

const WAITING = sql<number>`(SELECT count(*)::int FROM webhook_deliveries d
  WHERE d.webhook_id = webhooks.id AND d.state = 'waiting')`;

/** Oldest first. */
export function listWebhooks(orm: Orm, mine: ReturnType<typeof eq>): Promise<ListedWebhook[]> {
  return orm
    .select({ ...OPEN_COLUMNS, waiting: WAITING })
    .from(webhooks)
    .where(mine)
    .orderBy(webhooks.createdAtMs, webhooks.id);
}

const instantOf = (ms: number | null): string | null => (ms === null ? null : instantOfMs(ms));

export function deliveryDto(row: typeof webhookDeliveries.$inferSelect): WebhookDeliveryDto {
  const { topic, label, state, attempts, isResent, failure, answer, tookMs, id } = row;
  return {
    ...{ id, topic, label, state, attempts, isResent, failure, answer, tookMs },
    status: row.answerStatus,
    createdAt: instantOfMs(row.createdAtMs),
    nextAttemptAt: state === 'waiting' ? instantOfMs(row.nextAttemptMs) : null,
    lastAttemptAt: instantOf(row.lastAttemptMs),
  };
}

/** A delivery that waits from now on, for a day. */
export function waitingRow({ marketMs, ...delivery }: NewDelivery, nowMs: number) {
  const atMs = epochMs(nowMs);
  return {
    ...delivery,
    marketMs: instantOrNull(marketMs),
    ...{ createdAtMs: atMs, sinceMs: atMs, nextAttemptMs: atMs, state: 'waiting' as const },
  };
}
