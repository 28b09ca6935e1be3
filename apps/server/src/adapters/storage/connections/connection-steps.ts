/** What users' own connections did recently: a bounded log for each of them. */

import { CONNECTION_LOG_KEPT } from '@undertow/contracts';
import { epochMs } from '@undertow/market';
import { desc, eq } from 'drizzle-orm';
import { type Orm, sql } from '#adapters/storage/database/orm.ts';
import { instantOrNull, withInstants } from '#adapters/storage/tables/column-types.ts';
import { brokerConnectionLog } from '#adapters/storage/tables/connection-tables.ts';
import { users } from '#adapters/storage/tables/tables.ts';
import type { StepNote, StepStore } from '#ports/credentials.ts';
import { mergeLogStep } from '#rules/merge-log-steps.ts';

type KeptNote = StepNote & { readonly id?: number };

async function newest(orm: Orm, userId: string, limit: number) {
  const { id, step, sinceMs, atMs, times, fault, server, tier, withoutDataMs } = brokerConnectionLog;
  return await orm
    .select({ id, step, sinceMs, atMs, times, fault, server, tier, withoutDataMs })
    .from(brokerConnectionLog)
    .where(eq(brokerConnectionLog.userId, userId))
    .orderBy(desc(atMs), desc(id))
    .limit(limit);
}

async function keep(tx: Orm, userId: string, notes: readonly KeptNote[]): Promise<void> {
  const added = notes.filter(({ id }) => id === undefined);
  if (added.length > 0)
    await tx
      .insert(brokerConnectionLog)
      .values(added.map((note) => ({ ...withInstants(note, 'sinceMs', 'atMs', 'withoutDataMs'), userId })));
  for (const { id, atMs, times, withoutDataMs } of notes)
    if (id !== undefined)
      await tx
        .update(brokerConnectionLog)
        .set({ atMs: epochMs(atMs), times, withoutDataMs: instantOrNull(withoutDataMs) })
        .where(eq(brokerConnectionLog.id, id));
}

async function trim(tx: Orm, userId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM broker_connection_log WHERE id IN (
    SELECT id FROM broker_connection_log WHERE user_id = ${userId}
      ORDER BY at_ms DESC, id DESC OFFSET ${CONNECTION_LOG_KEPT})`);
}

export function createStepStore(orm: Orm): StepStore {
  return {
    append: (userId, notes) =>
      orm.transaction(async (tx) => {
        // Two servers that write for one user take turns; nothing is written for an account that was erased
        const [user] = await tx
          .select({ id: users.id })
          .from(users)
          .where(eq(users.id, userId))
          .for('no key update');
        if (user === undefined) return;
        const before: readonly KeptNote[] = await newest(tx, userId, CONNECTION_LOG_KEPT);
        const after = notes.reduce<readonly KeptNote[]>(mergeLogStep, before);
        const known = new Set(before);
        await keep(tx, userId, after.filter((note) => !known.has(note)).toReversed());
        await trim(tx, userId);
      }),
    async newest(userId, limit) {
      const rows = await newest(orm, userId, limit);
      return rows.map(({ id, ...note }) => note);
    },
  };
}
