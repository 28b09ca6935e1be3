/** Rules of alerts. A plan's limit is counted under the user's row lock. */

import { randomUUID } from 'node:crypto';
import type { AlertCondition, NewsFilter, QuietHours, SessionHours } from '@undertow/contracts';
import { epochMs } from '@undertow/market';
import { and, asc, count, eq } from 'drizzle-orm';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { withInstants } from '#adapters/storage/tables/column-types.ts';
import { alertRules } from '#adapters/storage/tables/tables.ts';
import { lockUser } from '#adapters/storage/tiers/tiers.ts';
import { BUILT_IN_RULE } from '#alerting/built-in-rule.ts';
import type { AlertRule, AlertRuleContent, AlertRuleStore, RuleActivity } from '#ports/alerts.ts';

type Row = typeof alertRules.$inferSelect;

function ruleOf({ place: _place, ...row }: Row): AlertRule {
  return {
    ...row,
    notificationMethod: row.notificationMethod as AlertRule['notificationMethod'],
    instrumentIds: row.instrumentIds as readonly number[],
    condition: row.condition as AlertCondition,
    sessionHours: row.sessionHours as SessionHours,
    newsWindow: row.newsWindow as NewsFilter,
    quietHours: row.quietHours as QuietHours | null,
  };
}

type NewRule = AlertRuleContent & Pick<AlertRule, 'userId' | 'origin'>;

async function insertRule(orm: Orm, rule: NewRule, nowMs: number): Promise<AlertRule> {
  const atMs = epochMs(nowMs);
  const values = {
    ...withInstants(rule, 'expiresAtMs'),
    id: randomUUID(),
    createdAtMs: atMs,
    updatedAtMs: atMs,
  };
  const [row] = await orm.insert(alertRules).values(values).returning();
  if (row === undefined) throw new Error('an inserted rule was not returned');
  return ruleOf(row);
}

/** The default rule. In the transaction of the account, so that it is made once. */
export async function insertBuiltInRule(orm: Orm, userId: string, nowMs: number): Promise<void> {
  await insertRule(orm, { ...BUILT_IN_RULE, userId, origin: 'built-in' }, nowMs);
}

interface ActivityRow {
  readonly rule_id: string;
  readonly last_ms: number | string;
  readonly fired: number | string;
}

export function createAlertRules(orm: Orm): AlertRuleStore {
  const mine = (userId: string, id: string) => and(eq(alertRules.userId, userId), eq(alertRules.id, id));
  return {
    async list(userId) {
      const rows = await orm
        .select()
        .from(alertRules)
        .where(eq(alertRules.userId, userId))
        .orderBy(asc(alertRules.place));
      return rows.map(ruleOf);
    },

    async all() {
      const rows = await orm.select().from(alertRules).orderBy(asc(alertRules.userId), asc(alertRules.place));
      return rows.map(ruleOf);
    },

    add(rule, limit, nowMs) {
      return orm.transaction(async (tx) => {
        await lockUser(tx, rule.userId);
        const [there] = await tx
          .select({ rules: count() })
          .from(alertRules)
          .where(eq(alertRules.userId, rule.userId));
        if ((there?.rules ?? 0) >= limit) return undefined;
        return insertRule(tx, rule, nowMs);
      });
    },

    async change(userId, id, changes, nowMs) {
      const [row] = await orm
        .update(alertRules)
        .set({
          ...withInstants(changes, 'expiresAtMs'),
          updatedAtMs: sql`greatest(updated_at_ms + 1, ${epochMs(nowMs)}::bigint)`,
        })
        .where(mine(userId, id))
        .returning();
      return row === undefined ? undefined : ruleOf(row);
    },

    async remove(userId, id) {
      return (await orm.delete(alertRules).where(mine(userId, id)).returning()).length > 0;
    },

    async activity(userId, sinceMs, { isOwner }) {
      const rows = await rowsOf<ActivityRow>(
        orm,
        sql`SELECT rule_id, max(created_at_ms) AS last_ms,
            count(*) FILTER (WHERE created_at_ms >= ${epochMs(sinceMs)}::bigint) AS fired
          FROM alerts WHERE user_id = ${userId} AND rule_id IS NOT NULL AND NOT is_test
            AND (${isOwner}::boolean OR market = 'platform') GROUP BY rule_id`,
      );
      return new Map<string, RuleActivity>(
        rows.map((row) => [
          row.rule_id,
          { lastFiredAtMs: Number(row.last_ms), firedSince: Number(row.fired) },
        ]),
      );
    },
  };
}
