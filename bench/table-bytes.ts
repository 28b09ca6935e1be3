/** Bytes that the rows of an hour take in each table of market data, its indexes and what is kept out of line included. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@undertow/market';
import { type Orm, rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import {
  DEFAULT_RETENTION,
  marketRules,
} from '@undertow/server/src/adapters/storage/operations/retention.ts';

const TABLES = [
  'book_seconds',
  'event_windows',
  'flow_events',
  'event_facets',
  'patterns',
  'track_record',
  'bars',
  'feed_gaps',
  'frames',
];
const WINDOWS = 'event_windows';
/** Goes and stays with the rows of another table. */
const KEPT_WITH: Readonly<Record<string, string>> = { event_facets: 'flow_events' };
/**
 * The rows are copied, more than an hour later each time, until a table is about so large: pages and indexes are as full as
 * those of a long run, and what every table begins with does not count.
 */
const FILLED_BYTES = 16_000_000;
const MAX_COPIES = 400;
const COPY_STEP_MS = HOUR_MS + MINUTE_MS;
/** Text by which a row is found; hashes, so that those of a later hour lie anywhere among the others. */
const HASHES: ReadonlySet<string> = new Set(['id', 'event_id', 'signal_id']);
const NUMBERS: ReadonlySet<string> = new Set(['id', 'position']);
/** More than an hour has rows. */
const NUMBERS_AN_HOUR = 1_000_000;

export interface TableBytes {
  readonly part: string;
  readonly rows: number;
  readonly bytes: number;
  /** Days by the default retention; null forever. */
  readonly keptDays: number | null;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

/** The column in copy `n`. */
function laterOf({ name, type }: Column): string {
  if (name.endsWith('_ms')) return `${name} + n * ${COPY_STEP_MS}`;
  if (type === 'text' && HASHES.has(name)) return `left(md5(${name} || n), length(${name}))`;
  if (type === 'bigint' && NUMBERS.has(name)) return `${name} + n * ${NUMBERS_AN_HOUR}`;
  return name;
}

async function sizeOf(orm: Orm, table: string): Promise<number> {
  const [row] = await rowsOf<{ bytes: string }>(
    orm,
    sql`SELECT pg_total_relation_size(${table}::text::regclass)::text AS bytes`,
  );
  return Number(row?.bytes);
}

/** `emptied`: columns that are null in the copies. */
async function bytesOf(orm: Orm, table: string, emptied: readonly string[] = []): Promise<number> {
  const columns = await rowsOf<Column>(
    orm,
    sql`SELECT column_name AS name, data_type AS type FROM information_schema.columns
      WHERE table_schema = 'public' AND table_name = ${table} ORDER BY ordinal_position`,
  );
  const names = columns.map(({ name }) => name).join(', ');
  const later = columns.map((one) => (emptied.includes(one.name) ? 'NULL' : laterOf(one))).join(', ');
  const copies = Math.min(MAX_COPIES, Math.ceil(FILLED_BYTES / (await sizeOf(orm, table))));
  await orm.execute(sql.raw(`CREATE TABLE copied (LIKE ${table} INCLUDING ALL)`));
  await orm.execute(
    sql.raw(`INSERT INTO copied (${names}) OVERRIDING SYSTEM VALUE SELECT ${later} FROM ${table},
      generate_series(0, ${copies - 1}) AS n ORDER BY n, ${table}.ctid`),
  );
  const bytes = await sizeOf(orm, 'copied');
  await orm.execute(sql`DROP TABLE copied`);
  return bytes / copies;
}

async function countOf(orm: Orm, table: string, column: string): Promise<number> {
  const [row] = await rowsOf<{ rows: number }>(
    orm,
    sql.raw(`SELECT count(${column})::int AS rows FROM ${table}`),
  );
  return row?.rows ?? 0;
}

function keptDaysOf(table: string, clears?: string): number | null {
  const kept = KEPT_WITH[table] ?? table;
  const rule = marketRules(DEFAULT_RETENTION, 0).find((one) => one.table === kept && one.clears === clears);
  return rule === undefined ? null : -rule.beforeMs / DAY_MS;
}

/** Of a database with the rows of one hour. Those of tapes, which are kept shorter than their windows, are a part of their own. */
export async function bytesOfTables(orm: Orm): Promise<readonly TableBytes[]> {
  const parts: TableBytes[] = [];
  for (const table of TABLES) {
    const rows = await countOf(orm, table, '*');
    if (rows === 0) continue;
    const bytes = await bytesOf(orm, table, table === WINDOWS ? ['tape'] : []);
    parts.push({ part: table, rows, bytes, keptDays: keptDaysOf(table) });
    if (table !== WINDOWS) continue;
    const whole = await bytesOf(orm, table);
    const tapes = await countOf(orm, table, 'tape');
    parts.push({ part: 'tapes', rows: tapes, bytes: whole - bytes, keptDays: keptDaysOf(table, 'tape') });
  }
  return parts;
}
