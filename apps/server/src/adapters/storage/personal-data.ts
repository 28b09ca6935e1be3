/** Every table, and what becomes of the personal data in it: what a person's export shows and what his erasure removes. */
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import * as billingTables from './billing-tables.ts';
import { type Orm, rowsOf } from './orm.ts';
import * as tables from './tables.ts';

interface PersonalTable {
  /** Column that holds the user's id. */
  readonly userColumn: string;
  /** False leaves the rows out of the export: they hold nothing that the person could read. */
  readonly exported: boolean;
}

/** Tables with personal data, in an order in which their rows can be removed. */
export const PERSONAL_TABLES: Readonly<Record<string, PersonalTable>> = {
  sessions: { userColumn: 'user_id', exported: false },
  tier_overrides: { userColumn: 'user_id', exported: true },
  user_instruments: { userColumn: 'user_id', exported: true },
  watchlist: { userColumn: 'user_id', exported: true },
  preferences: { userColumn: 'user_id', exported: true },
  alerts: { userColumn: 'user_id', exported: true },
  billing_customers: { userColumn: 'user_id', exported: true },
  subscriptions: { userColumn: 'user_id', exported: true },
  invoices: { userColumn: 'user_id', exported: true },
  billing_tasks: { userColumn: 'user_id', exported: false },
  registrations: { userColumn: 'user_id', exported: true },
  consents: { userColumn: 'user_id', exported: true },
  erasures: { userColumn: 'user_id', exported: true },
  mail_outbox: { userColumn: 'user_id', exported: true },
  users: { userColumn: 'id', exported: true },
};

/** Tables without personal data, each with the reason. */
export const IMPERSONAL_TABLES: Readonly<Record<string, string>> = {
  audit_log: 'holds a subject key only, which means nothing once the account is gone',
  stripe_events: 'identifiers of the payment provider, which mean nothing without the customer row',
  billing_cursors: 'an instant of the payment provider',
  trial_uses: 'hashes only, kept so that nobody takes a second trial with a new account',
  feed_runs: 'market data',
  bars: 'market data',
  flow_events: 'market data',
  patterns: 'market data',
  track_record: 'market data',
  event_windows: 'market data',
  top_of_book: 'market data',
  frames: 'market data',
  schema_migrations: 'names of migrations',
};

/** Names and columns of the tables that `tables.ts` declares. */
export function declaredTables(): ReadonlyMap<string, readonly string[]> {
  const found = Object.values({ ...tables, ...billingTables }).filter((value) => is(value, PgTable));
  return new Map(
    found.map((table) => [
      getTableName(table),
      Object.values(getTableColumns(table)).map((column) => column.name),
    ]),
  );
}

/** All that is kept of a person, by table. */
export async function exportPersonalData(orm: Orm, userId: string) {
  const exported = Object.entries(PERSONAL_TABLES).filter(([, table]) => table.exported);
  const rows = await Promise.all(
    exported.map(async ([name, { userColumn }]) => {
      const statement = sql`SELECT * FROM ${sql.identifier(name)} WHERE ${sql.identifier(userColumn)} = ${userId}`;
      return [name, await rowsOf<Readonly<Record<string, unknown>>>(orm, statement)] as const;
    }),
  );
  return Object.fromEntries(rows);
}

/** Removes a person; all or nothing. */
export async function erasePersonalData(orm: Orm, userId: string): Promise<void> {
  await orm.transaction(async (tx) => {
    for (const [name, { userColumn }] of Object.entries(PERSONAL_TABLES)) {
      await tx.execute(
        sql`DELETE FROM ${sql.identifier(name)} WHERE ${sql.identifier(userColumn)} = ${userId}`,
      );
    }
  });
}
