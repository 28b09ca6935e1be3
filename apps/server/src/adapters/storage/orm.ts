/** What both database drivers share: the query builder and raw statements. */
import type { SQL } from 'drizzle-orm';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

export { sql } from 'drizzle-orm';

export type Orm = PgDatabase<PgQueryResultHKT>;

/** Rows of a raw statement: both drivers answer with an object that has `rows`. */
export async function rowsOf<Row>(orm: Orm, statement: SQL): Promise<readonly Row[]> {
  const result = (await orm.execute(statement)) as { readonly rows: readonly Row[] };
  return result.rows;
}

/** SQLSTATE of a statement that the role has no right to. */
const INSUFFICIENT_PRIVILEGE = '42501';

/** True where the database refused a statement because of who asked; the query builder wraps what the driver says. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as { code?: unknown }).code === INSUFFICIENT_PRIVILEGE || isRefused(error.cause);
}
