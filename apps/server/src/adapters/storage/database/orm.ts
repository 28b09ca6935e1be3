/** What both database drivers share: the query builder and raw statements. */
import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

export { sql } from 'drizzle-orm';

export type Orm = PgDatabase<PgQueryResultHKT>;

/** Rows of a raw statement: both drivers return an object that has `rows`. */
export async function rowsOf<Row>(orm: Orm, statement: SQL): Promise<readonly Row[]> {
  const result = (await orm.execute(statement)) as { readonly rows: readonly Row[] };
  return result.rows;
}

/** SQLSTATE of a statement that the role has no right to. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** SQLSTATE of a failed statement; null when the database returned none. The query builder wraps the driver's error. */
export function sqlStateOf(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : sqlStateOf(error.cause);
}

/** True where the database refused a statement because the role has no right to it. */
export function isRefused(error: unknown): boolean {
  return sqlStateOf(error) === INSUFFICIENT_PRIVILEGE;
}

/** True where the database refused the data of a statement (classes 22 and 23): the same data is refused again. */
export function isDataRefused(error: unknown): boolean {
  return /^2[23]/.test(sqlStateOf(error) ?? '');
}
