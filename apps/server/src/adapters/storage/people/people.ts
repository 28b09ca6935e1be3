/** People in lists and numbers, for administrators. */
import { epochMs } from '@undertow/market';
import { type SQL, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { tiersOf } from '#adapters/storage/tiers/tier-sql.ts';
import type { DayCounts, People, PeopleQuery, PeopleSort, PeopleStats, PersonRow } from '#ports/people.ts';
import { londonDayOf } from '#rules/london-day.ts';

interface StoredPerson {
  readonly id: string;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly role: PersonRow['role'];
  /** A driver may bring bigints as strings. */
  readonly created_at_ms: number | string;
  readonly tier: PersonRow['tier'];
}

const COLUMNS = sql`u.id, u.email, u.first_name, u.last_name, u.role, u.created_at_ms`;
const USERS = sql`users`;
const PAGE = sql`page`;

/** The last sort is by id, so that no row is on two pages. */
const ORDERS: Readonly<Record<PeopleSort, SQL>> = {
  newest: sql`u.created_at_ms DESC, u.id DESC`,
  oldest: sql`u.created_at_ms, u.id`,
  email: sql`lower(u.email), u.id`,
  tier: sql`array_position(ARRAY['elite', 'pro', 'basic', 'free'], t.tier), u.created_at_ms DESC, u.id DESC`,
  role: sql`u.role = 'admin' DESC, u.created_at_ms DESC, u.id DESC`,
};

function personOf(row: StoredPerson): PersonRow {
  const { id, email, first_name: firstName, last_name: lastName, role, tier } = row;
  return { id, email, firstName, lastName, role, tier, createdAtMs: Number(row.created_at_ms) };
}

/** The search text is matched literally: nothing in it is a pattern. */
function matching(search: string): SQL {
  if (search === '') return sql`true`;
  const pattern = `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
  return sql`lower(concat_ws(' ', u.first_name, u.last_name, u.email)) LIKE lower(${pattern})`;
}

async function list(orm: Orm, query: PeopleQuery, nowMs: number): Promise<readonly PersonRow[]> {
  const { search, sort, limit, offset } = query;
  const order = ORDERS[sort];
  const rows =
    sort === 'tier'
      ? await rowsOf<StoredPerson>(
          orm,
          sql`SELECT ${COLUMNS}, t.tier FROM users u JOIN (${tiersOf(USERS, nowMs, false)}) t ON t.user_id = u.id
            WHERE ${matching(search)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`,
        )
      : await rowsOf<StoredPerson>(
          orm,
          sql`WITH page AS (SELECT ${COLUMNS} FROM users u WHERE ${matching(search)}
              ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})
            SELECT ${COLUMNS}, t.tier FROM page u JOIN (${tiersOf(PAGE, nowMs, true)}) t ON t.user_id = u.id
            ORDER BY ${order}`,
        );
  return rows.map(personOf);
}

interface CountedRow {
  readonly tier: PersonRow['tier'];
  readonly users: number;
  readonly paying: number;
  readonly trialing: number;
  readonly granted: number;
}

const NONE = { users: 0, paying: 0, trialing: 0, granted: 0 };

async function stats(orm: Orm, sinceMs: number, nowMs: number): Promise<PeopleStats> {
  const [totals] = await rowsOf<{ total: number; fresh: number; admins: number; pence: number }>(
    orm,
    sql`SELECT count(*)::int AS total, (count(*) FILTER (WHERE role = 'admin'))::int AS admins,
        (count(*) FILTER (WHERE created_at_ms >= ${epochMs(sinceMs)}::bigint))::int AS fresh,
        (SELECT coalesce(sum((body ->> 'pricePence')::int), 0)::float8 FROM subscriptions
          WHERE status = 'active' AND NOT duplicate) AS pence
      FROM users`,
  );
  const rows = await rowsOf<CountedRow>(
    orm,
    sql`SELECT tier, count(*)::int AS users, (count(*) FILTER (WHERE source = 'subscription'))::int AS paying,
        (count(*) FILTER (WHERE source = 'trial'))::int AS trialing,
        (count(*) FILTER (WHERE source = 'grant'))::int AS granted
      FROM (${tiersOf(USERS, nowMs, false)}) t GROUP BY tier`,
  );
  const countsOf = (tier: string) => {
    const { tier: _, ...counts } = rows.find((row) => row.tier === tier) ?? { tier, ...NONE };
    return counts;
  };
  return {
    total: totals?.total ?? 0,
    newSince: totals?.fresh ?? 0,
    admins: totals?.admins ?? 0,
    tiers: { basic: countsOf('basic'), pro: countsOf('pro'), elite: countsOf('elite') },
    payingPence: totals?.pence ?? 0,
  };
}

export function createPeople(orm: Orm): People {
  return {
    async find(userId, nowMs) {
      const [row] = await rowsOf<StoredPerson>(
        orm,
        sql`WITH page AS (SELECT ${COLUMNS} FROM users u WHERE u.id = ${userId})
          SELECT ${COLUMNS}, t.tier FROM page u JOIN (${tiersOf(PAGE, nowMs, true)}) t ON t.user_id = u.id`,
      );
      return row === undefined ? undefined : personOf(row);
    },
    list: (query, nowMs) => list(orm, query, nowMs),
    async count(search) {
      const [row] = await rowsOf<{ count: number }>(
        orm,
        sql`SELECT count(*)::int AS count FROM users u WHERE ${matching(search)}`,
      );
      return row?.count ?? 0;
    },
    stats: (sinceMs, nowMs) => stats(orm, sinceMs, nowMs),
    async keepDay(nowMs) {
      await orm.execute(
        sql`INSERT INTO people_counts (day, registered, with_tier)
          SELECT ${londonDayOf(nowMs)}::date, count(*)::int, (count(*) FILTER (WHERE tier <> 'free'))::int
            FROM (${tiersOf(USERS, nowMs, false)}) t
          ON CONFLICT (day) DO UPDATE SET registered = excluded.registered, with_tier = excluded.with_tier`,
      );
    },
    keptDays: (fromDay) =>
      rowsOf<DayCounts>(
        orm,
        sql`SELECT to_char(day, 'YYYY-MM-DD') AS day, registered, with_tier AS "withTier" FROM people_counts
          WHERE day >= ${fromDay}::date ORDER BY people_counts.day`,
      ),
  };
}
