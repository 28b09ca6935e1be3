/** The tier of a user: the newest override row that has not expired, else what their subscription gives. */

import { epochMs } from '@undertow/market';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { instantOrNull } from '#adapters/storage/tables/column-types.ts';
import { tierOverrides } from '#adapters/storage/tables/tables.ts';
import type { CurrentTier, TierOverride, Tiers } from '#ports/accounts.ts';
import { subscriptionTier } from '#rules/subscription-tier.ts';
import { currentSubscription } from './current-subscription.ts';

function unexpired(nowMs: number) {
  return or(isNull(tierOverrides.expiresAtMs), gt(tierOverrides.expiresAtMs, epochMs(nowMs)));
}

async function newestOverride(orm: Orm, userId: string, nowMs: number): Promise<TierOverride | undefined> {
  const [row] = await orm
    .select({ tier: tierOverrides.tier, reason: tierOverrides.reason, untilMs: tierOverrides.expiresAtMs })
    .from(tierOverrides)
    .where(and(eq(tierOverrides.userId, userId), unexpired(nowMs)))
    .orderBy(desc(tierOverrides.id))
    .limit(1);
  return row;
}

/** The tier of a user at an instant; free without an override or a subscription that gives one. */
export async function currentTier(orm: Orm, userId: string, nowMs: number): Promise<CurrentTier> {
  const override = await newestOverride(orm, userId, nowMs);
  if (override !== undefined) return { tier: override.tier, untilMs: override.untilMs };
  const subscription = await currentSubscription(orm, userId);
  return subscription === undefined ? { tier: 'free', untilMs: null } : subscriptionTier(subscription, nowMs);
}

/** Takes the row lock of a user until the transaction ends. */
export async function lockUser(tx: Orm, userId: string): Promise<void> {
  await tx.execute(sql`SELECT 1 FROM users WHERE id = ${userId} FOR UPDATE`);
}

export function createTiers(orm: Orm): Tiers {
  return {
    current: (userId, nowMs) => currentTier(orm, userId, nowMs),

    granted: (userId, nowMs) => newestOverride(orm, userId, nowMs),

    grant({ userId, tier, actor, reason, expiresAtMs }, nowMs) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const before = await currentTier(tx, userId, nowMs);
        const atMs = epochMs(nowMs);
        await tx.insert(tierOverrides).values({
          userId,
          tier,
          actor,
          reason,
          createdAtMs: atMs,
          expiresAtMs: instantOrNull(expiresAtMs),
        });
        const details = { before: before.tier, after: tier, reason, expiresAtMs };
        await appendAudit(
          tx,
          { actor, action: 'tier.granted', subject: userId, details, requestId: null },
          nowMs,
        );
      });
    },

    withdraw({ userId, actor, reason }, nowMs) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, userId);
        const before = await currentTier(tx, userId, nowMs);
        const atMs = epochMs(nowMs);
        const ended = await tx
          .update(tierOverrides)
          .set({ expiresAtMs: atMs })
          .where(and(eq(tierOverrides.userId, userId), unexpired(nowMs)))
          .returning({ id: tierOverrides.id });
        if (ended.length === 0) return false;
        const after = await currentTier(tx, userId, nowMs);
        const details = { before: before.tier, after: after.tier, reason };
        await appendAudit(
          tx,
          { actor, action: 'tier.withdrawn', subject: userId, details, requestId: null },
          nowMs,
        );
        return true;
      });
    },
  };
}
