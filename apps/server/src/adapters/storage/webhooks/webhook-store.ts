/** Webhooks as their owner's settings see them. */
import { randomUUID } from 'node:crypto';
import { epochMs } from '@undertow/market';
import { and, count, desc, eq, gte, isNotNull, type SQL, sql } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { webhookDeliveries as deliveries, webhooks } from '#adapters/storage/tables/webhook-tables.ts';
import type { OwnerSeal } from '#ports/account-feeds.ts';
import type { AuditEntry } from '#ports/accounts.ts';
import type { WebhookAct, WebhookChanges, WebhookStore } from '#ports/webhooks/webhooks.ts';
import { deliveryDto, listWebhooks, waitingRow } from './webhook-rows.ts';
import { sealText, withOwnerKey } from './webhook-secrets.ts';

type Method<Name extends keyof WebhookStore> = WebhookStore[Name];

const mine = (userId: string, id: string): SQL | undefined =>
  and(eq(webhooks.userId, userId), eq(webhooks.id, id));

async function findMine(orm: Orm, userId: string, id: string) {
  const [found] = await listWebhooks(orm, mine(userId, id) ?? sql`false`);
  return found;
}

function audit(
  tx: Orm,
  userId: string,
  { action, details }: Pick<AuditEntry, 'action' | 'details'>,
  { nowMs, requestId }: WebhookAct,
): Promise<unknown> {
  return appendAudit(tx, { actor: userId, subject: userId, action, details, requestId }, nowMs);
}

const tailOf = (secret: string): string => secret.slice(-4);

function createAdd(orm: Orm, seal: OwnerSeal | null): Method<'add'> {
  return async ({ userId, address, secret, ...row }, limit, act) => {
    if (seal === null) return null;
    return orm.transaction(async (tx) => {
      // Two at once take turns, so that both are counted
      await rowsOf(tx, sql`SELECT id FROM users WHERE id = ${userId} FOR UPDATE`);
      const [held] = await tx.select({ all: count() }).from(webhooks).where(eq(webhooks.userId, userId));
      if ((held?.all ?? 0) >= limit) return undefined;
      const id = randomUUID();
      const sealed = await withOwnerKey(tx, seal, userId, (key) => ({
        sealedAddress: sealText(key, 'address', id, address),
        sealedSecret: secret === null ? null : sealText(key, 'secret', id, secret),
      }));
      const { topics, eventTypes, instrumentIds, ...rest } = row;
      await tx.insert(webhooks).values({
        ...{ ...rest, ...sealed, id, userId, secretTail: secret === null ? null : tailOf(secret) },
        ...{ topics: [...topics], eventTypes: [...eventTypes], instrumentIds: [...instrumentIds] },
        createdAtMs: epochMs(act.nowMs),
      });
      const added = await findMine(tx, userId, id);
      const details = { webhook: id, format: row.format };
      await audit(tx, userId, { action: 'webhook.created', details }, act);
      return added;
    });
  };
}

function setOf({ name, topics, eventTypes, instrumentIds }: WebhookChanges) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(topics === undefined ? {} : { topics: [...topics] }),
    ...(eventTypes === undefined ? {} : { eventTypes: [...eventTypes] }),
    ...(instrumentIds === undefined ? {} : { instrumentIds: [...instrumentIds] }),
  };
}

function createRemove(orm: Orm): Method<'remove'> {
  return (userId, id, act) =>
    orm.transaction(async (tx) => {
      const gone = await tx.delete(webhooks).where(mine(userId, id)).returning({ id: webhooks.id });
      if (gone.length === 0) return false;
      await tx.delete(deliveries).where(eq(deliveries.webhookId, id));
      await audit(tx, userId, { action: 'webhook.deleted', details: { webhook: id } }, act);
      return true;
    });
}

function createReplaceSecret(orm: Orm, seal: OwnerSeal | null): Method<'replaceSecret'> {
  return async (userId, id, { secret, previousUntilMs }, act) => {
    if (seal === null) return undefined;
    return orm.transaction(async (tx) => {
      const signed = and(mine(userId, id), isNotNull(webhooks.sealedSecret));
      const [row] = await tx.select().from(webhooks).where(signed).for('update');
      if (row === undefined) return undefined;
      const sealedSecret = await withOwnerKey(tx, seal, userId, (key) => sealText(key, 'secret', id, secret));
      const previous = { sealedPrevious: row.sealedSecret, previousUntilMs: epochMs(previousUntilMs) };
      await tx
        .update(webhooks)
        .set({ sealedSecret, secretTail: tailOf(secret), ...previous })
        .where(mine(userId, id));
      const changed = await findMine(tx, userId, id);
      await audit(tx, userId, { action: 'webhook.secret-replaced', details: { webhook: id } }, act);
      return changed;
    });
  };
}

function createResume(orm: Orm): Method<'resume'> {
  return (userId, id, nowMs) =>
    orm.transaction(async (tx) => {
      const resumed = await tx
        .update(webhooks)
        .set({ pausedAtMs: null, pauseReason: null, failures: 0, failingSinceMs: null })
        .where(and(mine(userId, id), isNotNull(webhooks.pausedAtMs)))
        .returning({ id: webhooks.id });
      if (resumed.length > 0)
        await tx
          .update(deliveries)
          .set({ nextAttemptMs: epochMs(nowMs) })
          .where(and(eq(deliveries.webhookId, id), eq(deliveries.state, 'waiting')));
      return findMine(tx, userId, id);
    });
}

function createResend(orm: Orm): Method<'resend'> {
  return async (userId, id, deliveryId, nowMs) => {
    const atMs = epochMs(nowMs);
    const found = await orm
      .update(deliveries)
      .set({ state: 'waiting', isResent: true, sinceMs: atMs, nextAttemptMs: atMs })
      .where(and(eq(deliveries.userId, userId), eq(deliveries.webhookId, id), eq(deliveries.id, deliveryId)))
      .returning({ id: deliveries.id });
    return found.length > 0;
  };
}

/** `seal` is of the table `webhook_keys`; null without the operator's keys. */
export function createWebhookStore(orm: Orm, seal: OwnerSeal | null): WebhookStore {
  return {
    list: (userId) => listWebhooks(orm, eq(webhooks.userId, userId)),
    add: createAdd(orm, seal),
    async change(userId, id, changes) {
      const set = setOf(changes);
      if (Object.keys(set).length > 0) await orm.update(webhooks).set(set).where(mine(userId, id));
      return findMine(orm, userId, id);
    },
    remove: createRemove(orm),
    replaceSecret: createReplaceSecret(orm, seal),
    resume: createResume(orm),
    async put(delivery, nowMs) {
      await orm.insert(deliveries).values(waitingRow(delivery, nowMs)).onConflictDoNothing();
    },
    async deliveries(userId, id, limit) {
      const rows = await orm
        .select()
        .from(deliveries)
        .where(and(eq(deliveries.userId, userId), eq(deliveries.webhookId, id)))
        .orderBy(desc(deliveries.number))
        .limit(limit);
      return rows.map(deliveryDto);
    },
    async count(userId, sinceMs, id) {
      const [row] = await orm
        .select({
          all: count(),
          delivered: sql<number>`count(*) FILTER (WHERE ${deliveries.state} = 'delivered')::int`,
        })
        .from(deliveries)
        .where(
          and(
            eq(deliveries.userId, userId),
            gte(deliveries.createdAtMs, epochMs(sinceMs)),
            id === undefined ? undefined : eq(deliveries.webhookId, id),
          ),
        );
      return row ?? { all: 0, delivered: 0 };
    },
    resend: createResend(orm),
  };
}
