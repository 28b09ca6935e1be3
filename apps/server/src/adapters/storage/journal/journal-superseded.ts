/** Trades superseded by those of a later import that contains the whole of them, and restored when it is undone. */
import { sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import type { Superseded } from '#ports/journal-import.ts';

/** Rows of one statement: with the embedded database everybody waits while one runs. */
const ROWS = 125;

/** Marks stored trades as completed by an import that is being stored: they are visible until it is complete. */
export async function supersede(
  orm: Orm,
  userId: string,
  importId: number,
  trades: readonly Superseded[],
): Promise<void> {
  for (let at = 0; at < trades.length; at += ROWS)
    await orm.execute(
      sql`UPDATE journal_trades SET superseded_by = ${importId}::bigint, heir_key = given."heirKey"
        FROM json_to_recordset(${JSON.stringify(trades.slice(at, at + ROWS))}::json) AS given (id bigint, "heirKey" text)
        WHERE journal_trades.id = given.id AND user_id = ${userId} AND superseded_by IS NULL
          AND EXISTS (SELECT 1 FROM journal_imports WHERE id = ${importId} AND state = 'storing')`,
    );
}

/**
 * Moves what a user wrote on superseded trades to those that replace them: notes and tags of all, the first
 * strategy and planned stop; their rows of the file follow the new ones. Returns how many replace others.
 */
export async function inheritWords(orm: Orm, userId: string, importId: number): Promise<number> {
  const rows = await rowsOf<{ id: number }>(
    orm,
    sql`WITH given AS (
      SELECT heir_key,
        left(string_agg(DISTINCT notes, E'\n'), 5000) AS notes,
        (array_agg(strategy ORDER BY entry_at_ms, id) FILTER (WHERE strategy IS NOT NULL))[1] AS strategy,
        (array_agg(planned_stop ORDER BY entry_at_ms, id) FILTER (WHERE planned_stop IS NOT NULL))[1] AS planned_stop,
        string_agg(raw, E'\n' ORDER BY entry_at_ms, id) AS raw
      FROM journal_trades WHERE superseded_by = ${importId}::bigint AND heir_key IS NOT NULL GROUP BY heir_key),
    tagged AS (
      SELECT heir_key, jsonb_agg(DISTINCT tag) AS tags
      FROM journal_trades, jsonb_array_elements(tags) AS tag
      WHERE superseded_by = ${importId}::bigint AND heir_key IS NOT NULL GROUP BY heir_key)
    UPDATE journal_trades heir SET
      notes = coalesce(given.notes, heir.notes),
      strategy = coalesce(given.strategy, heir.strategy),
      planned_stop = coalesce(given.planned_stop, heir.planned_stop),
      tags = coalesce(tagged.tags, heir.tags),
      raw = left(concat_ws(E'\n', nullif(heir.raw, ''), given.raw), 2000)
    FROM given LEFT JOIN tagged USING (heir_key)
    WHERE heir.user_id = ${userId} AND heir.key = given.heir_key AND heir.superseded_by IS NULL
      AND heir.import_id = ${importId}::bigint
    RETURNING heir.id`,
  );
  return rows.length;
}

/** What gave way to an import that nobody sees is as it was before it. */
export async function bringBack(orm: Orm, importId: number): Promise<void> {
  for (;;) {
    const rows = await rowsOf<{ id: number }>(
      orm,
      sql`UPDATE journal_trades SET superseded_by = NULL, heir_key = NULL WHERE id IN
        (SELECT id FROM journal_trades WHERE superseded_by = ${importId}::bigint LIMIT ${ROWS}) RETURNING id`,
    );
    if (rows.length < ROWS) return;
  }
}
