/** What support needs about one user: what gave them their tier at an instant, and how many alerts they read. */
import { type EpochMs, epochMs } from '@undertow/market';
import { and, desc, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { subscriptions } from '#adapters/storage/tables/billing-tables.ts';
import { tierOverrides } from '#adapters/storage/tables/tables.ts';
import { storedOf } from '#adapters/storage/tiers/current-subscription.ts';
import type { Support, TierHistory } from '#ports/people.ts';
import { hasEnded, subscriptionTier } from '#rules/subscription-tier.ts';

async function grantAt(orm: Orm, userId: string, atMs: EpochMs): Promise<TierHistory['grant']> {
  const { tier, actor, reason, expiresAtMs, createdAtMs } = tierOverrides;
  const current = or(isNull(expiresAtMs), gt(expiresAtMs, atMs));
  const [row] = await orm
    .select({ tier, actor, reason, untilMs: expiresAtMs })
    .from(tierOverrides)
    .where(and(eq(tierOverrides.userId, userId), lte(createdAtMs, atMs), current))
    .orderBy(desc(tierOverrides.id))
    .limit(1);
  return row ?? null;
}

/** The newest one made by then that had not ended. */
async function subscriptionAt(orm: Orm, userId: string, atMs: EpochMs) {
  const rows = await orm
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.userId, userId),
        lte(subscriptions.createdAtMs, atMs),
        eq(subscriptions.duplicate, false),
      ),
    )
    .orderBy(desc(subscriptions.createdAtMs), desc(subscriptions.id));
  return rows.find(({ status, body }) => !hasEnded(status) || (body.endedAtMs ?? 0) > atMs);
}

async function tierAt(orm: Orm, userId: string, instantMs: number): Promise<TierHistory> {
  const atMs = epochMs(instantMs);
  const grant = await grantAt(orm, userId, atMs);
  const row = await subscriptionAt(orm, userId, atMs);
  const given =
    row === undefined ? { tier: 'free' as const, untilMs: null } : subscriptionTier(storedOf(row), atMs);
  return {
    tier: grant?.tier ?? given.tier,
    grant,
    subscription:
      row === undefined
        ? null
        : { id: row.id, tier: row.tier, status: row.status, periodEndsAtMs: row.body.periodEndsAtMs },
    untilMs: grant === null ? given.untilMs : grant.untilMs,
    isCertain: grant !== null || row === undefined || row.readAtMs <= atMs,
  };
}

export function createSupport(orm: Orm): Support {
  return {
    tierAt: (userId, atMs) => tierAt(orm, userId, atMs),
    async alertCounts(userId, sinceMs) {
      const [row] = await rowsOf<{ count: number; read: number }>(
        orm,
        sql`SELECT count(*)::int AS count, (count(*) FILTER (WHERE is_read))::int AS read FROM alerts
          WHERE user_id = ${userId} AND market = 'platform' AND NOT is_test AND created_at_ms >= ${epochMs(sinceMs)}::bigint`,
      );
      return row ?? { count: 0, read: 0 };
    },
  };
}
