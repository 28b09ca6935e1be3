/** The rule of `currentTier` for many people at once: a property test holds the two together. */

import { GRACE_DAYS } from '@undertow/contracts';
import { DAY_MS, epochMs } from '@undertow/market';
import { type SQL, sql } from 'drizzle-orm';

const GRACE_MS = GRACE_DAYS * DAY_MS;

/** True of a subscription `s` that gives its tier at the instant. */
function gives(nowMs: number): SQL {
  return sql`NOT s.duplicate AND (s.status = 'active'
    OR (s.status = 'trialing' AND (s.body ->> 'cardReady')::boolean)
    OR (s.status = 'past_due' AND s.past_due_since_ms > ${epochMs(nowMs) - GRACE_MS}::bigint))`;
}

/**
 * Rows of `user_id`, `tier`, `source` and `granted` for every id of `among`, a table or a common table expression with
 * the columns of users. `narrow`: it is few of many, so that grants are looked up for them alone.
 */
export function tiersOf(among: SQL, nowMs: number, narrow: boolean): SQL {
  const only = narrow ? sql`AND o.user_id IN (SELECT id FROM ${among})` : sql``;
  return sql`SELECT u.id AS user_id, coalesce(g.tier, s.tier, 'free') AS tier,
      CASE WHEN g.tier = 'free' THEN 'none' WHEN g.tier IS NOT NULL THEN 'grant' WHEN s.tier IS NULL THEN 'none'
        WHEN s.status = 'trialing' THEN 'trial' ELSE 'subscription' END AS source
    FROM ${among} u
    LEFT JOIN (SELECT DISTINCT ON (o.user_id) o.user_id, o.tier FROM tier_overrides o
        WHERE (o.expires_at_ms IS NULL OR o.expires_at_ms > ${epochMs(nowMs)}::bigint) ${only}
        ORDER BY o.user_id, o.id DESC) g ON g.user_id = u.id
    LEFT JOIN subscriptions s ON s.user_id = u.id AND ${gives(nowMs)}`;
}
