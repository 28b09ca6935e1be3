/** API keys in the database. Writes of a user follow each other under their row lock. */
import { DAY_MS, epochMs, HOUR_MS } from '@undertow/market';
import { and, desc, eq, gt, gte, inArray, isNull, lte, sum } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import { createOutbox } from '#adapters/storage/mail/outbox.ts';
import { apiKeys, apiKeyUsage } from '#adapters/storage/tables/api-tables.ts';
import { lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { ApiKeyStore, ApiKeyUse, NewApiKeyRow } from '#ports/api-keys/api-key-store.ts';

const hourOf = (ms: number): number => ms - (ms % HOUR_MS);
const dayOf = (ms: number): number => ms - (ms % DAY_MS);

/** Keys that ended, beyond `most` of them: a program that creates and revokes must not fill the table. */
async function dropOld(tx: Orm, userId: string, most: number, nowMs: number): Promise<void> {
  const rows = await tx
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.userId, userId))
    .orderBy(desc(apiKeys.createdAtMs), desc(apiKeys.id));
  const ended = rows.filter((row) => row.revokedAtMs !== null || row.expiresAtMs <= nowMs);
  const old = ended.slice(most).map(({ id }) => id);
  if (old.length > 0) await tx.delete(apiKeys).where(inArray(apiKeys.id, old));
}

async function insert(tx: Orm, row: NewApiKeyRow): Promise<void> {
  const { scopes, addresses, createdAtMs, expiresAtMs } = row;
  await tx.insert(apiKeys).values({
    ...row,
    ...{ scopes: [...scopes], addresses: [...addresses] },
    ...{ createdAtMs: epochMs(createdAtMs), expiresAtMs: epochMs(expiresAtMs) },
  });
}

/** One key and scope: the lock of the key's row makes the first use of a day one, whichever process sees it. */
async function addOne(tx: Orm, use: ApiKeyUse): Promise<void> {
  const { keyId, userId, scope, requests, limited, lastAtMs, lastAddress } = use;
  const atMs = epochMs(lastAtMs);
  const touched = await tx
    .update(apiKeys)
    .set({
      lastUsedAtMs: sql`greatest(coalesce(last_used_at_ms, 0), ${atMs}::bigint)`,
      lastUsedAddress: lastAddress,
    })
    .where(eq(apiKeys.id, keyId))
    .returning({ id: apiKeys.id });
  if (touched.length === 0) return;
  const today = await tx
    .select({ scope: apiKeyUsage.scope })
    .from(apiKeyUsage)
    .where(
      and(
        eq(apiKeyUsage.keyId, keyId),
        eq(apiKeyUsage.scope, scope),
        gte(apiKeyUsage.hourMs, epochMs(dayOf(lastAtMs))),
      ),
    )
    .limit(1);
  await tx
    .insert(apiKeyUsage)
    .values({ keyId, scope, hourMs: epochMs(hourOf(lastAtMs)), userId, requests, limited })
    .onConflictDoUpdate({
      target: [apiKeyUsage.keyId, apiKeyUsage.scope, apiKeyUsage.hourMs],
      set: {
        requests: sql`${apiKeyUsage.requests} + excluded.requests`,
        limited: sql`${apiKeyUsage.limited} + excluded.limited`,
      },
    });
  if (today.length > 0) return;
  const details = { scope, day: new Date(lastAtMs).toISOString().slice(0, 10), address: lastAddress };
  await appendAudit(
    tx,
    { actor: userId, action: 'api-key.used', subject: keyId, details, requestId: null },
    lastAtMs,
  );
}

/** A mail is written once: its key in the outbox is that of the API key. */
async function warnExpiring(orm: Orm, nowMs: number, beforeMs: number): Promise<void> {
  const ending = await orm
    .select()
    .from(apiKeys)
    .where(
      and(
        isNull(apiKeys.revokedAtMs),
        gt(apiKeys.expiresAtMs, epochMs(nowMs)),
        lte(apiKeys.expiresAtMs, epochMs(beforeMs)),
      ),
    );
  const outbox = createOutbox(orm);
  for (const { id, userId, name, lastFour, expiresAtMs, lastUsedAtMs } of ending) {
    const facts = { name, lastFour, expiresAtMs, lastUsedAtMs };
    await outbox.put({ userId, key: `api-key/${id}`, template: 'api_key_expiring', facts }, nowMs);
  }
}

export function createApiKeyStore(orm: Orm): ApiKeyStore {
  return {
    list: (userId) =>
      orm
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.userId, userId))
        .orderBy(desc(apiKeys.createdAtMs), desc(apiKeys.id)),

    async findByHash(keyHash) {
      const [row] = await orm.select().from(apiKeys).where(eq(apiKeys.keyHash, keyHash));
      return row;
    },

    create(row, most, requestId) {
      const { id, userId, scopes, addresses, createdAtMs, expiresAtMs } = row;
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const active = await tx.$count(
          apiKeys,
          and(
            eq(apiKeys.userId, userId),
            isNull(apiKeys.revokedAtMs),
            gt(apiKeys.expiresAtMs, epochMs(createdAtMs)),
          ),
        );
        if (active >= most) return false;
        await dropOld(tx, userId, most, createdAtMs);
        await insert(tx, row);
        const details = { scopes: scopes.join(' '), addresses: addresses.join(' '), expiresAtMs };
        await appendAudit(
          tx,
          { actor: userId, action: 'api-key.created', subject: id, details, requestId },
          createdAtMs,
        );
        return true;
      });
    },

    revoke(userId, id, nowMs, requestId) {
      return orm.transaction(async (tx) => {
        const revoked = await tx
          .update(apiKeys)
          .set({ revokedAtMs: epochMs(nowMs) })
          .where(and(eq(apiKeys.userId, userId), eq(apiKeys.id, id), isNull(apiKeys.revokedAtMs)))
          .returning({ id: apiKeys.id });
        if (revoked.length === 0) return false;
        await appendAudit(
          tx,
          { actor: userId, action: 'api-key.revoked', subject: id, details: {}, requestId },
          nowMs,
        );
        return true;
      });
    },

    warnExpiring: (nowMs, beforeMs) => warnExpiring(orm, nowMs, beforeMs),

    addUse: (use) => orm.transaction((tx) => addOne(tx, use)),

    async usageOf(userId, fromMs) {
      const rows = await orm
        .select({
          keyId: apiKeyUsage.keyId,
          hourMs: apiKeyUsage.hourMs,
          requests: sum(apiKeyUsage.requests),
          limited: sum(apiKeyUsage.limited),
        })
        .from(apiKeyUsage)
        .where(and(eq(apiKeyUsage.userId, userId), gte(apiKeyUsage.hourMs, epochMs(fromMs))))
        .groupBy(apiKeyUsage.keyId, apiKeyUsage.hourMs);
      return rows.map((row) => ({ ...row, requests: Number(row.requests), limited: Number(row.limited) }));
    },
  };
}
