/** The filter values of a journal: accounts, symbols, strategies, tags, platforms, currencies, first and last day. */
import { and, asc, isNotNull, max, min, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { journalTrades as trades } from '#adapters/storage/tables/journal-tables.ts';
import type { TradeFacets } from '#ports/journal.ts';
import { seenTrades } from './journal-filter.ts';

/** Of each kind; more nobody finds in a list. */
const MAX_FACETS = 500;

async function distinct(orm: Orm, column: PgColumn, mine: SQL | undefined): Promise<string[]> {
  const rows = await orm
    .selectDistinct({ value: column })
    .from(trades)
    .where(and(mine, isNotNull(column)))
    .orderBy(asc(column))
    .limit(MAX_FACETS);
  return rows.map((row) => String(row.value));
}

async function tagsOf(orm: Orm, mine: SQL | undefined): Promise<string[]> {
  const rows = await rowsOf<{ tag: string }>(
    orm,
    sql`SELECT DISTINCT tag FROM journal_trades, jsonb_array_elements_text(tags) AS tag
      WHERE ${mine} AND tags <> '[]'::jsonb ORDER BY tag LIMIT ${MAX_FACETS}`,
  );
  return rows.map((row) => row.tag);
}

/** A statement for each kind, one after the other: with the embedded database others come in between. */
export async function facetsOf(orm: Orm, userId: string): Promise<TradeFacets> {
  const mine = seenTrades(userId);
  const [days] = await orm
    .select({ first: min(trades.tradeDay), last: max(trades.tradeDay) })
    .from(trades)
    .where(mine);
  return {
    accounts: await distinct(orm, trades.account, mine),
    roots: await distinct(orm, trades.root, mine),
    strategies: await distinct(orm, trades.strategy, mine),
    tags: await tagsOf(orm, mine),
    platforms: await distinct(orm, trades.platform, mine),
    currencies: await distinct(orm, trades.currency, mine),
    firstDay: days?.first ?? null,
    lastDay: days?.last ?? null,
  };
}
