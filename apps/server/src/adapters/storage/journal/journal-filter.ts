/** Selects the visible trades of a user by the filters of the table, its export and the statistics. */
import { ZERO_BAND_MICROS } from '@undertow/journal';
import { and, eq, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { journalTrades as trades } from '#adapters/storage/tables/journal-tables.ts';
import type { TradeFilter } from '#ports/journal.ts';

/** The row number that an id names; -1, which no row has, for anything else. */
function rowNumberOf(id: string): number {
  return /^\d{1,15}$/.test(id) ? Number(id) : -1;
}

/**
 * Trades of the user without those of imports that are being stored or taken away, and without those that an import
 * that is stored has completed. Written so that the planner uses both
 * conditions for ones that many rows pass: taking one for rare (as IS NULL of a column it knows nothing of), it would sort
 * everything in place of using the index.
 */
export function seenTrades(userId: string): SQL | undefined {
  const hidden = sql`ARRAY(SELECT id FROM journal_imports
    WHERE user_id = ${userId} AND state IN ('storing', 'removing'))`;
  return and(
    eq(trades.userId, userId),
    sql`NOT coalesce(${trades.importId} = ANY (${hidden}), false)`,
    sql`NOT coalesce(${trades.supersededBy} > 0 AND ${trades.supersededBy} <> ALL (${hidden}), false)`,
  );
}

/** Every text of a trade as one, lowered once: seven comparisons that ignore case each lower their column for themselves. */
const SEARCHED = sql`lower(concat_ws(E'\\n', ${trades.symbol}, ${trades.root}, ${trades.account}, ${trades.platform},
  ${trades.strategy}, ${trades.notes}, CASE WHEN ${trades.tags} <> '[]'::jsonb THEN ${trades.tags}::text END))`;

function contains(search: string): SQL {
  return sql`strpos(${SEARCHED}, lower(${search})) > 0`;
}

/** The same bounds as the statistics: within half a cent of nothing is neither a win nor a loss. */
function withResult(result: NonNullable<TradeFilter['result']>): SQL | undefined {
  switch (result) {
    case 'win':
      return gte(trades.netMicros, ZERO_BAND_MICROS);
    case 'loss':
      return lte(trades.netMicros, -ZERO_BAND_MICROS);
    case 'zero':
      return sql`abs(${trades.netMicros}) < ${ZERO_BAND_MICROS}`;
  }
}

/** Trades that one of the user's insights names; none for an unknown insight and for somebody else's. */
function ofInsight(userId: string, insightId: string | undefined): SQL | undefined {
  if (insightId === undefined) return undefined;
  return sql`${trades.id} IN (SELECT named.id::bigint
    FROM journal_insights, jsonb_array_elements_text(body -> 'tradeIds') AS named (id)
    WHERE journal_insights.id = ${rowNumberOf(insightId)} AND journal_insights.user_id = ${userId})`;
}

function ofRow(column: typeof trades.id | typeof trades.importId, id: string | undefined): SQL | undefined {
  return id === undefined ? undefined : eq(column, rowNumberOf(id));
}

/** Trades of the user that the filter leaves. An empty strategy means trades without one. */
export function filteredTrades(userId: string, filter: TradeFilter): SQL | undefined {
  const { id, search, account, root, strategy, tag, side, status, result, importId, insightId, from, to } =
    filter;
  return and(
    seenTrades(userId),
    ofRow(trades.id, id),
    search ? contains(search) : undefined,
    account === undefined ? undefined : eq(trades.account, account),
    root === undefined ? undefined : eq(trades.root, root),
    strategy === undefined
      ? undefined
      : strategy === ''
        ? isNull(trades.strategy)
        : eq(trades.strategy, strategy),
    tag === undefined ? undefined : sql`${trades.tags} @> ${JSON.stringify([tag])}::jsonb`,
    side === undefined ? undefined : eq(trades.side, side === 'BUY' ? 'long' : 'short'),
    status === undefined ? undefined : eq(trades.status, status),
    result === undefined ? undefined : withResult(result),
    ofRow(trades.importId, importId),
    ofInsight(userId, insightId),
    from === undefined ? undefined : gte(trades.tradeDay, from),
    to === undefined ? undefined : lte(trades.tradeDay, to),
  );
}
