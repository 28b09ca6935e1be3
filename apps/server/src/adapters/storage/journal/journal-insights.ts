/** Insights of people: the newest generation, and what became of each finding over all of them. */

import type { Insight } from '@undertow/journal';
import { epochMs } from '@undertow/market';
import { and, asc, eq, gt, isNotNull, lt, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { withClaim } from '#adapters/storage/jobs/claim-fence.ts';
import {
  journalInsights as insights,
  journalInsightRuns as runs,
} from '#adapters/storage/tables/journal-tables.ts';
import type { InsightRun, InsightStore } from '#ports/journal.ts';

/** The states of a finding apply to its statement, whatever its figures are now. */
const SAYS_THE_SAME = sql`regexp_replace(journal_insights.body ->> 'title', '[0-9][0-9.,]*', '', 'g') =
  regexp_replace(excluded.body ->> 'title', '[0-9][0-9.,]*', '', 'g')`;

/** Stores the findings by key; a known one keeps number and first day, and its states with an equal statement. */
async function upsert(tx: Orm, userId: string, found: readonly Insight[], nowMs: number): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map((body, place) => ({ key: body.key, place, body }));
  await tx.execute(sql`
    INSERT INTO journal_insights (user_id, key, place, shown, body, first_seen_at_ms)
    SELECT ${userId}::text, key, place, true, body, ${epochMs(nowMs)}::bigint
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS found (key text, place int, body jsonb)
    ON CONFLICT (user_id, key) DO UPDATE SET place = excluded.place, shown = true, body = excluded.body,
      read_at_ms = CASE WHEN ${SAYS_THE_SAME} THEN journal_insights.read_at_ms END,
      implemented_at_ms = CASE WHEN ${SAYS_THE_SAME} THEN journal_insights.implemented_at_ms END`);
}

async function replaceIn(tx: Orm, userId: string, found: readonly Insight[], run: InsightRun): Promise<void> {
  await tx.update(insights).set({ shown: false }).where(eq(insights.userId, userId));
  await upsert(tx, userId, found, run.generatedAtMs);
  const values = { ...run, generatedAtMs: epochMs(run.generatedAtMs) };
  await tx
    .insert(runs)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: runs.userId, set: values });
}

export function createInsightStore(orm: Orm): InsightStore {
  const mineOf = (userId: string, id: number) =>
    and(eq(insights.userId, userId), eq(insights.id, id), eq(insights.shown, true));
  return {
    async list(userId) {
      const rows = await orm
        .select()
        .from(insights)
        .where(and(eq(insights.userId, userId), eq(insights.shown, true)))
        .orderBy(asc(insights.place), asc(insights.id));
      return rows.map(({ id, body, firstSeenAtMs, readAtMs, implementedAtMs }) => ({
        id,
        insight: body as Insight,
        firstSeenAtMs,
        isRead: readAtMs !== null,
        isImplemented: implementedAtMs !== null,
      }));
    },

    seen: (userId) =>
      orm
        .select({ key: insights.key, firstMs: insights.firstSeenAtMs })
        .from(insights)
        .where(eq(insights.userId, userId)),

    async outdated(generator, after, most) {
      const rows = await orm
        .select({ userId: runs.userId })
        .from(runs)
        .where(and(lt(runs.generator, generator), gt(runs.userId, after)))
        .orderBy(asc(runs.userId))
        .limit(most);
      return rows.map(({ userId }) => userId);
    },

    replace(userId, found, run, claim) {
      const write = (tx: Orm): Promise<void> => replaceIn(tx, userId, found, run);
      return claim === null ? orm.transaction(write) : withClaim(orm, claim, write);
    },

    async run(userId) {
      const [row] = await orm.select().from(runs).where(eq(runs.userId, userId));
      if (row === undefined) return undefined;
      const { userId: _user, ...run } = row;
      return run;
    },

    async markRead(userId, id, nowMs) {
      const first = sql`coalesce(${insights.readAtMs}, ${epochMs(nowMs)})`;
      const marked = await orm
        .update(insights)
        .set({ readAtMs: first })
        .where(mineOf(userId, id))
        .returning({ id: insights.id });
      return marked.length > 0;
    },

    async markImplemented(userId, id, nowMs) {
      const first = sql`coalesce(${insights.implementedAtMs}, ${epochMs(nowMs)})`;
      const marked = await orm
        .update(insights)
        .set({ implementedAtMs: first })
        .where(and(mineOf(userId, id), isNotNull(insights.readAtMs)))
        .returning({ id: insights.id });
      if (marked.length > 0) return 'done';
      const known = await rowsOf(orm, sql`SELECT 1 FROM ${insights} WHERE ${mineOf(userId, id)}`);
      return known.length > 0 ? 'unread' : 'unknown';
    },
  };
}
