/** One tier up or down by an administrator: checked against the present tier, under the user's lock. */

import { TIERS, type Tier } from '@undertow/contracts';
import { epochMs } from '@undertow/market';
import { sql } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { tierOverrides } from '#adapters/storage/tables/tables.ts';
import { currentTier, lockUser } from '#adapters/storage/tiers/tiers.ts';
import type { AdminAct, StepOutcome, TierSteps } from '#ports/people.ts';
import { isAdmin } from './administrators.ts';

/** The tier one step on; undefined beyond the ends. */
export function nextTier(tier: Tier, direction: 'up' | 'down'): Tier | undefined {
  return TIERS[TIERS.indexOf(tier) + (direction === 'up' ? 1 : -1)];
}

function step(orm: Orm, act: AdminAct, direction: 'up' | 'down', tier: Tier, nowMs: number) {
  const { actorId, userId, requestId } = act;
  return orm.transaction(async (tx): Promise<StepOutcome> => {
    await lockUser(tx, userId);
    if (!(await isAdmin(tx, actorId))) return 'not-admin';
    const found = await rowsOf(tx, sql`SELECT 1 FROM users WHERE id = ${userId}`);
    if (found.length === 0) return 'unknown';
    const before = (await currentTier(tx, userId, nowMs)).tier;
    if (nextTier(before, direction) !== tier) return 'refused';
    const reason = direction === 'up' ? 'promoted by an administrator' : 'demoted by an administrator';
    const createdAtMs = epochMs(nowMs);
    await tx
      .insert(tierOverrides)
      .values({ userId, tier, actor: actorId, reason, createdAtMs, expiresAtMs: null });
    const action = direction === 'up' ? 'tier.promoted' : 'tier.demoted';
    const details = { before, after: tier };
    await appendAudit(tx, { actor: actorId, action, subject: userId, details, requestId }, nowMs);
    return 'done';
  });
}

export function createTierSteps(orm: Orm): TierSteps {
  return { step: (act, direction, tier, nowMs) => step(orm, act, direction, tier, nowMs) };
}
