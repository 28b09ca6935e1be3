/** Trades of the journal: one by one, page by page, and as the threads that compute read them. */

import { epochMs } from '@undertow/market';
import { and, asc, count, desc, eq, getTableColumns, gte, lte, type SQL, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { column } from '#adapters/storage/tables/batch-column.ts';
import { withInstants } from '#adapters/storage/tables/column-types.ts';
import { journalTrades as trades } from '#adapters/storage/tables/journal-tables.ts';
import {
  type ComparedFile,
  READ_COLUMNS,
  type StoredTrade,
  type TradePage,
  type TradeStore,
} from '#ports/journal.ts';
import { COMPARED_COLUMNS } from '#ports/journal-import.ts';
import { facetsOf } from './journal-facets.ts';
import { filteredTrades, seenTrades } from './journal-filter.ts';
import { raiseVersion, versionOf } from './journal-version.ts';

/** Rows of one statement: with the embedded database everybody waits while one runs. */
const PAGE = 200;
/** The same of those that leave as JSON: half of what a short page costs is the statement itself. */
const READ_PAGE = 2_000;
const IDS_PAGE = 5_000;
const KEYS_PAGE = 1_000;

const {
  userId: _user,
  changedAtMs: _changed,
  supersededBy: _by,
  heirKey: _heir,
  book: _book,
  fills: _fills,
  ...SHOWN
} = getTableColumns(trades);

const SORTED: Readonly<Record<TradePage['sort'], SQL>> = {
  entryTime: sql`${trades.entryAtMs}`,
  exitTime: sql`${trades.exitAtMs}`,
  symbol: sql`${trades.symbol}`,
  quantity: sql`${trades.quantity}::numeric`,
  net: sql`${trades.netMicros}`,
  strategy: sql`${trades.strategy}`,
};

/** Missing values come last in either order. */
function orderOf({ sort, order }: TradePage): readonly SQL[] {
  const way = order === 'asc' ? asc : desc;
  if (sort === 'entryTime') return [way(trades.entryAtMs), way(trades.id)];
  return [sql`${way(SORTED[sort])} NULLS LAST`, way(trades.id)];
}

type Place = Pick<StoredTrade, 'entryAtMs' | 'id'>;

function behind(last: Place | undefined, direction: '<' | '>'): SQL | undefined {
  if (last === undefined) return undefined;
  return sql`(${trades.entryAtMs}, ${trades.id}) ${sql.raw(direction)} (${last.entryAtMs}, ${last.id})`;
}

type ReadMethods = Pick<TradeStore, 'version' | 'count' | 'pages' | 'search' | 'facets' | 'find'>;

function readMethods(orm: Orm): ReadMethods {
  return {
    version: (userId) => versionOf(orm, userId),

    async count(userId, filter) {
      const rows = await orm.select({ all: count() }).from(trades).where(filteredTrades(userId, filter));
      return rows[0]?.all ?? 0;
    },

    async *pages(userId, filter) {
      let last: Place | undefined;
      for (;;) {
        const rows: StoredTrade[] = await orm
          .select(SHOWN)
          .from(trades)
          .where(and(filteredTrades(userId, filter), behind(last, '<')))
          .orderBy(desc(trades.entryAtMs), desc(trades.id))
          .limit(PAGE);
        if (rows.length > 0) yield rows;
        last = rows.at(-1);
        if (rows.length < PAGE) return;
      }
    },

    async search(userId, filter, page) {
      return orm
        .select(SHOWN)
        .from(trades)
        .where(and(filteredTrades(userId, filter), behind(page.after ?? undefined, '<')))
        .orderBy(...orderOf(page))
        .limit(page.limit)
        .offset((page.page - 1) * page.limit);
    },

    facets: (userId) => facetsOf(orm, userId),

    async find(userId, id) {
      const [row] = await orm
        .select(SHOWN)
        .from(trades)
        .where(and(seenTrades(userId), eq(trades.id, id)));
      return row;
    },
  };
}

type ChangeMethods = Pick<TradeStore, 'insert' | 'change' | 'remove'>;

function changeMethods(orm: Orm): ChangeMethods {
  return {
    insert: (userId, trade, nowMs) =>
      orm.transaction(async (tx) => {
        const [row] = await tx
          .insert(trades)
          .values({
            ...withInstants(trade, 'entryAtMs', 'exitAtMs'),
            userId,
            importId: null,
            changedAtMs: epochMs(nowMs),
          })
          .onConflictDoNothing()
          .returning(SHOWN);
        if (row !== undefined) await raiseVersion(tx, userId);
        return row;
      }),

    change: (userId, id, changes, nowMs) =>
      orm.transaction(async (tx) => {
        const [row] = await tx
          .update(trades)
          .set({ ...withInstants(changes, 'entryAtMs', 'exitAtMs'), changedAtMs: epochMs(nowMs) })
          .where(and(seenTrades(userId), eq(trades.id, id)))
          .returning(SHOWN);
        if (row !== undefined) await raiseVersion(tx, userId);
        return row;
      }),

    remove: (userId, id) =>
      orm.transaction(async (tx) => {
        const mine = and(seenTrades(userId), eq(trades.id, id));
        const removed = await tx.delete(trades).where(mine).returning({ id: trades.id });
        if (removed.length > 0) await raiseVersion(tx, userId);
        return removed.length > 0;
      }),
  };
}

/** Column by column: an array of each is made several times faster than one of each row. */
const asJson = (columns: readonly string[]): SQL =>
  sql.join(
    columns.map((name) => sql`json_agg(${sql.identifier(name)})`),
    sql`, `,
  );
const READ_AS_JSON = asJson(READ_COLUMNS);
const COMPARED_AS_JSON = asJson(COMPARED_COLUMNS);

/**
 * Behind a place that the planner does not know: knowing it, it would take what is left for a few rows, and sort all of
 * them for every page in place of following the index.
 */
function behindUnknown(last: Place | undefined): SQL | undefined {
  if (last === undefined) return undefined;
  const { entryAtMs, id } = last;
  return sql`(${trades.entryAtMs}, ${trades.id}) > ((SELECT ${entryAtMs}::bigint), (SELECT ${id}::bigint))`;
}

/** Pages of a user's trades by their entry, column by column. */
async function* columnPages(
  orm: Orm,
  userId: string,
  columns: SQL,
  where: SQL | undefined,
): AsyncGenerator<string> {
  let last: Place | undefined;
  for (;;) {
    const [page] = await rowsOf<{ rows: string; at: string; id: string; all: number }>(
      orm,
      sql`SELECT json_build_array(${columns})::text AS rows, count(*)::int AS all,
          max(entry_at_ms)::text AS at, (array_agg(id))[count(*)::int]::text AS id
        FROM (SELECT * FROM journal_trades WHERE ${and(seenTrades(userId), where, behindUnknown(last))}
          ORDER BY entry_at_ms, id LIMIT ${READ_PAGE}) page`,
    );
    if (page === undefined || page.all === 0) return;
    yield page.rows;
    if (page.all < READ_PAGE) return;
    last = { entryAtMs: Number(page.at), id: Number(page.id) };
  }
}

const endsAfter = (fromMs: SQL): SQL => gte(sql`coalesce(${trades.exitAtMs}, ${trades.entryAtMs})`, fromMs);

/** What a file's trades may be parts of: its span, everything open, its books from what is still open in them. */
function comparedWith(userId: string, { span, books }: ComparedFile): readonly (SQL | undefined)[] {
  if (span === null) return [];
  const fromMs = sql`${epochMs(span.fromMs)}::bigint`;
  const ofBooks = sql`${trades.book} = ANY (${column(books, 'text')})`;
  const openSince = sql`(SELECT min(entry_at_ms) FROM journal_trades
    WHERE ${and(seenTrades(userId), sql`book = ANY (${column(books, 'text')})`, sql`status = 'open'`)})`;
  return [
    and(lte(trades.entryAtMs, epochMs(Math.ceil(span.toMs))), endsAfter(fromMs)),
    sql`${trades.status} = 'open'`,
    ...(books.length === 0 ? [] : [and(ofBooks, endsAfter(sql`least(${fromMs}, ${openSince})`))]),
  ];
}

type BulkMethods = Pick<TradeStore, 'knownKeys' | 'rows' | 'compared' | 'ids'>;

function bulkMethods(orm: Orm): BulkMethods {
  return {
    async knownKeys(userId, keys) {
      const known: string[] = [];
      for (let at = 0; at < keys.length; at += KEYS_PAGE) {
        const keyPage = keys.slice(at, at + KEYS_PAGE);
        const rows = await orm
          .select({ key: trades.key })
          .from(trades)
          .where(and(seenTrades(userId), sql`${trades.key} = ANY (${column(keyPage, 'text')})`));
        known.push(...rows.map((row) => row.key));
      }
      return known;
    },

    rows: (userId) => columnPages(orm, userId, READ_AS_JSON, undefined),

    async *compared(userId, file) {
      for (const where of comparedWith(userId, file))
        yield* columnPages(orm, userId, COMPARED_AS_JSON, where);
    },

    async ids(userId, filter) {
      const found: number[] = [];
      for (let last = 0; ; ) {
        const rows = await orm
          .select({ id: trades.id })
          .from(trades)
          .where(and(filteredTrades(userId, filter), sql`${trades.id} > ${last}`))
          .orderBy(asc(trades.id))
          .limit(IDS_PAGE);
        found.push(...rows.map((row) => row.id));
        last = found.at(-1) ?? 0;
        if (rows.length < IDS_PAGE) return found;
      }
    },
  };
}

export function createTradeStore(orm: Orm): TradeStore {
  return { ...readMethods(orm), ...changeMethods(orm), ...bulkMethods(orm) };
}
