/** Deletes everything that is stored of an owner's feed while the account stays, with the key that opens it. */
import type { SQL } from 'drizzle-orm';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import type { DeletedOwnRows, OwnData } from '#ports/account-feeds.ts';

/** Returns how many rows the statement deleted. */
async function deleted(tx: Orm, table: string, which: SQL): Promise<number> {
  const [row] = await rowsOf<{ count: number }>(
    tx,
    sql`WITH gone AS (DELETE FROM ${sql.identifier(table)} WHERE ${which} RETURNING 1)
      SELECT count(*)::int AS count FROM gone`,
  );
  return row?.count ?? 0;
}

async function deleteRows(tx: Orm, userId: string): Promise<DeletedOwnRows> {
  const mine = sql`user_id = ${userId}`;
  // First: a writer holds the key until its rows are committed, so that the statements below meet them
  await deleted(tx, 'account_keys', mine);
  await deleted(tx, 'account_gaps', mine);
  const rows = {
    events: await deleted(tx, 'account_events', sql`${mine} AND kind = 'event'`),
    patterns: await deleted(tx, 'account_events', mine),
    bars: await deleted(tx, 'account_bars', mine),
    windows: await deleted(tx, 'account_windows', mine),
    outcomes: await deleted(tx, 'account_outcomes', mine),
    alerts: await deleted(tx, 'alerts', sql`${mine} AND market = 'own'`),
  };
  // Refused alerts, and mails that were not sent yet: both refer to what is no more
  await deleted(tx, 'alert_dead_letters', sql`${mine} AND body::json #>> '{raised,row,market}' = 'own'`);
  await deleted(
    tx,
    'mail_outbox',
    sql`${mine} AND template = 'alert_raised' AND facts ->> 'alertId' IS NOT NULL AND sent_at_ms IS NULL`,
  );
  return rows;
}

export function createOwnData(orm: Orm): OwnData {
  return {
    deleteAll: (userId, nowMs, requestId) =>
      orm.transaction(async (tx) => {
        const rows = await deleteRows(tx, userId);
        const act = { actor: userId, action: 'own-data.deleted', subject: userId } as const;
        await appendAudit(tx, { ...act, details: { ...rows }, requestId }, nowMs);
        return rows;
      }),
  };
}
