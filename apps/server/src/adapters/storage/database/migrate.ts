/** Brings a database to the newest schema: numbered SQL files, forward only, one transaction each, under one advisory lock. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRefused, type Orm, rowsOf, sql } from './orm.ts';

/** Any fixed number: the lock of migrations. */
const LOCK_KEY = 7_305_201;

export interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sql: string;
}

/** The database does not fit the migrations of this build. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** Migrations of this build, in order. */
export function readMigrations(folder = join(import.meta.dirname, 'migrations')): readonly Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
    if (number !== index + 1)
      throw new MigrationError(`${name}: expected the number ${index + 1}, as 0001-name.sql`);
    return { number, name, sql: readFileSync(join(folder, name), 'utf8') };
  });
}

function checksumOf(migration: Migration): string {
  return createHash('sha256').update(migration.sql).digest('hex');
}

async function appliedChecksums(orm: Orm): Promise<ReadonlyMap<number, string>> {
  const rows = await rowsOf<{ number: number; checksum: string }>(
    orm,
    sql`SELECT number, checksum FROM schema_migrations`,
  );
  return new Map(rows.map((row) => [row.number, row.checksum]));
}

/** Applies one migration unless it was; false when it was. */
async function applyOne(orm: Orm, migration: Migration): Promise<boolean> {
  return orm.transaction(async (tx) => {
    await tx.execute(sql`SET LOCAL lock_timeout = '5s'`);
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK_KEY})`);
    const known = (await appliedChecksums(tx)).get(migration.number);
    if (known !== undefined) {
      if (known === checksumOf(migration)) return false;
      throw new MigrationError(
        `${migration.name} was changed after it was applied: add a new migration in its place.`,
      );
    }
    for (const statement of migration.sql.split('--> statement-breakpoint')) {
      await tx.execute(sql.raw(statement));
    }
    await tx.execute(sql`INSERT INTO schema_migrations (number, name, checksum)
      VALUES (${migration.number}, ${migration.name}, ${checksumOf(migration)})`);
    return true;
  });
}

/** A role that may not change the schema can see all the same that nothing is missing. */
async function putRecord(orm: Orm): Promise<void> {
  await orm.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${LOCK_KEY})`);
    const [record] = await rowsOf<{ there: boolean }>(
      tx,
      sql`SELECT to_regclass('public.schema_migrations') IS NOT NULL AS there`,
    );
    if (record?.there === true) return;
    await tx.execute(sql`CREATE TABLE schema_migrations (
      number integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL)`);
  });
}

async function applyAll(orm: Orm, migrations: readonly Migration[]): Promise<readonly string[]> {
  await putRecord(orm);
  const applied: string[] = [];
  for (const migration of migrations) {
    if (await applyOne(orm, migration)) applied.push(migration.name);
  }
  return applied;
}

/** Applies what is missing; returns the names applied. Throws `MigrationError` when history differs from this build. */
export async function migrate(orm: Orm, migrations = readMigrations()): Promise<readonly string[]> {
  const applied = await applyAll(orm, migrations).catch((cause: unknown) => {
    if (!isRefused(cause)) throw cause;
    throw new MigrationError(
      'The database is not at the schema of this build, and this role may not change it: expected npm run migrate as the ' +
        'role that owns the tables (MIGRATION_DATABASE_URL).',
      { cause },
    );
  });
  const newest = Math.max(0, ...(await appliedChecksums(orm)).keys());
  if (newest > migrations.length) {
    throw new MigrationError(
      `The database is at migration ${newest}, this build knows ${migrations.length} only.`,
    );
  }
  return applied;
}
