/** The queue of deliveries: each is held by one sender at a time, subjects in their order, receivers and users in their turn. */
import { epochMs, HOUR_MS } from '@undertow/market';
import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { createOutbox } from '#adapters/storage/mail/outbox.ts';
import { webhookDeliveries as deliveries, webhooks } from '#adapters/storage/tables/webhook-tables.ts';
import type { OwnerSeal } from '#ports/account-feeds.ts';
import { SecretUnreadable } from '#ports/credentials.ts';
import type { Attempt, DeliveryQueue, HeldDelivery } from '#ports/webhooks/deliveries.ts';
import { openText, withOwnerKey } from './webhook-secrets.ts';

/** Deliveries on their way at once. One that fails is tried alone, so that it is not flooded when it returns. */
const AT_ONCE_OF_WEBHOOK = 4;
const AT_ONCE_OF_USER = 8;

type Method<Name extends keyof DeliveryQueue> = DeliveryQueue[Name];

const free = (row: SQL, nowMs: number): SQL =>
  sql`${row}.state = 'waiting' AND (${row}.held_until_ms IS NULL OR ${row}.held_until_ms <= ${nowMs}::bigint)`;

/**
 * Numbers of what may be sent now; others may take them at the same time. Of each webhook only the first ones are looked at: after
 * an outage thousands may be due. The conditions are those of the partial indexes, so that the planner takes each for its purpose also
 * where it has no statistics: the embedded database keeps none.
 */
function dueNumbers(nowMs: number, limit: number): SQL {
  const first = sql`ORDER BY next_attempt_ms, number`;
  return sql`WITH held AS MATERIALIZED (
      SELECT webhook_id, user_id FROM webhook_deliveries
      WHERE state = 'waiting' AND held_until_ms > ${nowMs}::bigint)
    SELECT number FROM (
      SELECT c.number, c.next_attempt_ms, w.failures,
        row_number() OVER (PARTITION BY w.id ${first})
          + (SELECT count(*) FROM held WHERE held.webhook_id = w.id) AS of_webhook,
        row_number() OVER (PARTITION BY w.user_id ${first})
          + (SELECT count(*) FROM held WHERE held.user_id = w.user_id) AS of_user
      FROM webhooks w CROSS JOIN LATERAL (
        SELECT due.number, due.next_attempt_ms FROM webhook_deliveries due
        WHERE due.webhook_id = w.id AND ${free(sql`due`, nowMs)} AND due.next_attempt_ms > 0 AND due.next_attempt_ms <= ${nowMs}::bigint
          AND due.number = (SELECT number FROM webhook_deliveries alike WHERE alike.webhook_id = due.webhook_id
            AND alike.subject = due.subject AND alike.state = 'waiting' ORDER BY alike.number LIMIT 1)
        ${first} LIMIT ${AT_ONCE_OF_WEBHOOK}) c
      WHERE w.paused_at_ms IS NULL
    ) AS ranked
    WHERE of_webhook <= CASE WHEN failures > 0 THEN 1 ELSE ${AT_ONCE_OF_WEBHOOK} END AND of_user <= ${AT_ONCE_OF_USER}
    ${first} LIMIT ${limit}`;
}

interface ClaimedRow extends Omit<HeldDelivery, 'number' | 'sinceMs' | 'marketMs'> {
  /** Drivers may bring bigints as strings. */
  readonly number: string;
  readonly sinceMs: string;
  readonly marketMs: string | null;
}

function createClaim(orm: Orm): Method<'claim'> {
  return async (now, holdMs, limit) => {
    const nowMs = epochMs(now);
    const rows = await rowsOf<ClaimedRow>(
      orm,
      sql`UPDATE webhook_deliveries d SET attempts = d.attempts + 1, last_attempt_ms = ${nowMs}::bigint,
          held_until_ms = ${epochMs(now + holdMs)}::bigint
        FROM webhooks w WHERE w.id = d.webhook_id AND d.number IN (
          SELECT taken.number FROM webhook_deliveries taken
          WHERE taken.number = ANY (ARRAY(${dueNumbers(nowMs, limit)})) AND ${free(sql`taken`, nowMs)}
          FOR UPDATE SKIP LOCKED)
        RETURNING d.number::text, d.id, d.webhook_id AS "webhookId", d.user_id AS "userId", d.topic, d.subject, d.label,
          d.instrument_id AS "instrumentId", d.event_type AS "eventType", d.market_ms::text AS "marketMs", d.body,
          d.attempts, d.since_ms::text AS "sinceMs", w.format`,
    );
    return rows.map(({ number, sinceMs, marketMs, ...row }) => ({
      ...row,
      number: Number(number),
      sinceMs: Number(sinceMs),
      marketMs: marketMs === null ? null : Number(marketMs),
    }));
  };
}

function createTargetOf(orm: Orm, seal: OwnerSeal | null): Method<'targetOf'> {
  return async (webhookId, nowMs) => {
    const [row] = await orm.select().from(webhooks).where(eq(webhooks.id, webhookId));
    if (row === undefined) return undefined;
    if (seal === null) throw new SecretUnreadable('expected CREDENTIAL_KEYS');
    const { userId, sealedAddress, sealedSecret, sealedPrevious, previousUntilMs } = row;
    const previous = previousUntilMs !== null && nowMs < previousUntilMs ? sealedPrevious : null;
    const secrets = [sealedSecret, previous].filter((sealed) => sealed !== null);
    return withOwnerKey(orm, seal, userId, (key) => ({
      address: openText(key, 'address', webhookId, sealedAddress),
      secrets: secrets.map((sealed) => openText(key, 'secret', webhookId, sealed)),
    }));
  };
}

/** Still this attempt: nobody took it over. */
const held = ({ number, attempts }: HeldDelivery) =>
  and(eq(deliveries.number, number), eq(deliveries.attempts, attempts), eq(deliveries.state, 'waiting'));

function noted({ status, failure, answer, tookMs }: Attempt) {
  return { answerStatus: status, failure, answer, tookMs: Math.round(tookMs), heldUntilMs: null };
}

function createFailed(orm: Orm): Method<'failed'> {
  return (delivery, attempt, { nextMs, pause }, now) =>
    orm.transaction(async (tx) => {
      const nowMs = epochMs(now);
      const change = nextMs === null ? { state: 'failed' as const } : { nextAttemptMs: epochMs(nextMs) };
      const ours = await tx
        .update(deliveries)
        .set({ ...noted(attempt), ...change })
        .where(held(delivery))
        .returning({ number: deliveries.number });
      if (ours.length === 0) return;
      const [row] = await tx
        .update(webhooks)
        .set({
          failures: sql`${webhooks.failures} + 1`,
          failingSinceMs: sql`coalesce(${webhooks.failingSinceMs}, ${nowMs}::bigint)`,
          lastStatus: attempt.status,
        })
        .where(eq(webhooks.id, delivery.webhookId))
        .returning();
      if (row === undefined || pause === null || row.pausedAtMs !== null) return;
      // Given up, and nothing else was accepted since it was new either
      const isDead = row.failingSinceMs !== null && row.failingSinceMs - delivery.sinceMs < HOUR_MS;
      if (pause === 'failing' && !isDead) return;
      await tx.update(webhooks).set({ pausedAtMs: nowMs, pauseReason: pause }).where(eq(webhooks.id, row.id));
      const facts = { name: row.name, address: row.shownAddress, reason: pause, atMs: nowMs };
      const mail = {
        userId: row.userId,
        key: `webhook/${row.id}/${nowMs}`,
        template: 'webhook_paused',
      } as const;
      await createOutbox(tx).put({ ...mail, facts }, nowMs);
    });
}

/** `seal` is of the table `webhook_keys`; null without the operator's keys: nothing can be opened then. */
export function createDeliveryQueue(orm: Orm, seal: OwnerSeal | null): DeliveryQueue {
  return {
    claim: createClaim(orm),
    targetOf: createTargetOf(orm, seal),
    async delivered(delivery, attempt) {
      await orm.transaction(async (tx) => {
        await tx
          .update(deliveries)
          .set({ ...noted(attempt), state: 'delivered' })
          .where(held(delivery));
        await tx
          .update(webhooks)
          .set({ failures: 0, failingSinceMs: null, lastStatus: attempt.status })
          .where(eq(webhooks.id, delivery.webhookId));
      });
    },
    failed: createFailed(orm),
    async withhold(delivery) {
      await orm.update(deliveries).set({ state: 'withheld', heldUntilMs: null }).where(held(delivery));
    },
    async expire(sinceBeforeMs) {
      await orm
        .update(deliveries)
        .set({ state: 'failed', failure: sql`coalesce(${deliveries.failure}, 'waited for a day')` })
        .where(and(eq(deliveries.state, 'waiting'), lt(deliveries.sinceMs, epochMs(sinceBeforeMs))));
    },
  };
}
