/** Rows that go in by unnest: one parameter a column, one statement a batch. */
import { type SQL, sql } from 'drizzle-orm';

/** A column of a batch as one parameter. */
export function column(values: readonly unknown[], type: string): SQL {
  return sql`${sql.param(values)}::${sql.raw(type)}[]`;
}
