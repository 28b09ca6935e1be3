/** How many rows every table has and what they hold, in two numbers that do not depend on their order: to compare two databases. */
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';

export interface TableDigest {
  readonly rows: number;
  /** Sum of 60 bits of the MD5 of every row as text. */
  readonly checksum: string;
}

export type TableDigests = Readonly<Record<string, TableDigest>>;

/** How rows are written as text must not depend on the settings of a server. */
const SAME_TEXT = [
  "SET LOCAL TimeZone = 'UTC'",
  "SET LOCAL DateStyle = 'ISO, YMD'",
  "SET LOCAL IntervalStyle = 'postgres'",
  "SET LOCAL bytea_output = 'hex'",
  'SET LOCAL extra_float_digits = 1',
  // A database of many gigabytes takes minutes
  'SET LOCAL statement_timeout = 0',
];

/** Reads in one transaction, so that all tables are seen at one moment. */
export async function digestTables(tx: Orm): Promise<TableDigests> {
  for (const statement of SAME_TEXT) await tx.execute(sql.raw(statement));
  const tables = await rowsOf<{ name: string }>(
    tx,
    sql`SELECT relname AS name FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1`,
  );
  const digests: Record<string, TableDigest> = {};
  for (const { name } of tables) {
    const [row] = await rowsOf<{ rows: string; checksum: string }>(
      tx,
      sql`SELECT count(*)::text AS rows,
        coalesce(sum(('x' || left(md5(one_row::text), 15))::bit(60)::bigint), 0)::text AS checksum
        FROM ${sql.identifier(name)} AS one_row`,
    );
    digests[name] = { rows: Number(row?.rows), checksum: row?.checksum ?? '' };
  }
  return digests;
}

export function rowsIn(digests: TableDigests): number {
  return Object.values(digests).reduce((sum, { rows }) => sum + rows, 0);
}

/** A sentence for each table that is not the same in both. */
export function digestFaults(expected: TableDigests, found: TableDigests): readonly string[] {
  const names = [...new Set([...Object.keys(expected), ...Object.keys(found)])].toSorted();
  return names.flatMap((name) => {
    const [then, now] = [expected[name], found[name]];
    if (then === undefined) return [`the table ${name} was not in the backup`];
    if (now === undefined) return [`the table ${name} is missing`];
    if (then.rows !== now.rows) return [`${name} has ${now.rows} rows, expected ${then.rows}`];
    return then.checksum === now.checksum ? [] : [`${name} holds other rows than the backup`];
  });
}
