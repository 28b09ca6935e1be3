/** For tests: a row of a user in every registered table, each text in it recognisable. */
import { getTableColumns } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { tablesByName } from '#adapters/storage/privacy/declared-tables.ts';
import { PERSONAL_TABLES } from '#adapters/storage/privacy/personal-data.ts';

/** Part of every text in the rows. */
export const CANARY = 'canary-7f3e';

/** Values that a database constraint or another row requires. */
const GIVEN: Readonly<Record<string, unknown>> = {
  pseudonym: null,
  keptUntilMs: null,
  status: 'canceled',
  doneAtMs: 1,
  sentAtMs: 1,
};

function canaryOf(key: string, column: PgColumn, place: number): unknown {
  if (column.enumValues !== undefined) return column.enumValues[0];
  if (key in GIVEN) return GIVEN[key];
  if (column.getSQLType() === 'bytea') return Buffer.from(`${CANARY}-${key}-${place}`);
  if (column.getSQLType() === 'text[]') return [`${CANARY}-${key}-${place}`];
  switch (column.dataType) {
    case 'number':
      return place + 1;
    case 'boolean':
      return false;
    case 'json':
      return { note: CANARY, inner: { clientSecret: `${CANARY}-secret` } };
    default:
      return `${CANARY}-${key}-${place}`;
  }
}

/** Writes `count` rows of the user into each registered table but `users`. Identity columns are the database's. */
export async function writeCanaryRows(orm: Orm, userId: string, count: number): Promise<void> {
  const declared = tablesByName();
  // Keys of different people differ
  const first = Number.parseInt(userId.slice(0, 6), 16);
  for (const [name, { userColumn }] of Object.entries(PERSONAL_TABLES)) {
    const table = declared.get(name);
    if (table === undefined || name === 'users') continue;
    const columns = Object.entries(getTableColumns(table));
    const isOnePerUser = columns.some(([, column]) => column.name === userColumn && column.primary);
    for (let place = 0; place < (isOnePerUser ? 1 : count); place += 1) {
      const values = columns
        .filter(([, column]) => column.generatedIdentity === undefined)
        .map(([key, column]) => [
          key,
          column.name === userColumn ? userId : canaryOf(key, column, first + place),
        ]);
      await orm.insert(table).values(Object.fromEntries(values));
    }
  }
}
