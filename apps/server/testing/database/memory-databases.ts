/** Databases in memory that the files of a worker use one after the other: emptying one costs a seventh of opening one. */
import { join } from 'node:path';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { TemplateFiles } from './template-files.ts';

/** Definitions of tables, triggers, functions and roles: a statement that changes any of them changes this text. */
const DEFINITIONS = sql`SELECT concat_ws(' ',
  (SELECT concat(count(*), ':', max(xmin::text::bigint)) FROM pg_attribute),
  (SELECT concat(count(*), ':', max(xmin::text::bigint)) FROM pg_constraint),
  (SELECT concat(count(*), ':', max(xmin::text::bigint)) FROM pg_trigger),
  (SELECT concat(count(*), ':', max(xmin::text::bigint)) FROM pg_proc),
  (SELECT concat(count(*), ':', max(xmin::text::bigint)) FROM pg_authid),
  (SELECT md5(string_agg(concat(oid, relname, relowner, relacl), ' ' ORDER BY oid)) FROM pg_class)) AS text`;

async function definitionsOf(orm: Orm): Promise<string> {
  const [row] = await rowsOf<{ text: string }>(orm, DEFINITIONS);
  return row?.text ?? '';
}

const named = (table: string) => sql.identifier(table);

/** The rows of a table as one text of JSON; null without any. */
async function contentOf(orm: Orm, table: string): Promise<string | null> {
  const [row] = await rowsOf<{ rows: string | null }>(
    orm,
    sql`SELECT json_agg(one ORDER BY one::text)::text AS rows FROM ${named(table)} one`,
  );
  return row?.rows ?? null;
}

/** One database that is used again. */
class ReusedDatabase {
  readonly #database: Database;
  readonly #definitions: string;
  /** Tables that begin with rows, and those that begin empty. */
  readonly #begin: ReadonlyMap<string, string>;
  readonly #empty: readonly string[];

  private constructor(
    database: Database,
    definitions: string,
    contents: readonly (readonly [table: string, content: string | null])[],
  ) {
    this.#database = database;
    this.#definitions = definitions;
    this.#begin = new Map(contents.flatMap(([table, rows]) => (rows === null ? [] : [[table, rows]])));
    this.#empty = contents.filter(([, rows]) => rows === null).map(([table]) => table);
  }

  static async open(template: string): Promise<ReusedDatabase> {
    const begin = new TemplateFiles(join(template, 'pglite'));
    const database = await openDatabase({ dataDir: null, begin, asFound: true });
    const { orm } = database;
    const tables = await rowsOf<{ name: string }>(
      orm,
      sql`SELECT tablename::text AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    const contents: [string, string | null][] = [];
    for (const { name } of tables) contents.push([name, await contentOf(orm, name)]);
    return new ReusedDatabase(database, await definitionsOf(orm), contents);
  }

  /** True once it is as it was opened; false when it cannot be, because its definitions were changed. */
  async empty(): Promise<boolean> {
    const { orm } = this.#database;
    await orm.execute(sql`DISCARD ALL`);
    if ((await definitionsOf(orm)) !== this.#definitions) return false;
    await orm.transaction(async (tx) => {
      // Neither triggers nor references: some tables refuse to lose a row
      await tx.execute(sql`SET LOCAL session_replication_role = replica`);
      const filled = this.#empty.map(
        (table) => sql`SELECT ${table}::text AS name WHERE EXISTS (SELECT FROM ${named(table)})`,
      );
      const tables = await rowsOf<{ name: string }>(tx, sql.join(filled, sql` UNION ALL `));
      if (tables.length > 0)
        await tx.execute(
          sql`TRUNCATE ${sql.join(
            tables.map(({ name }) => named(name)),
            sql`, `,
          )} CASCADE`,
        );
      for (const [table, rows] of this.#begin) {
        if ((await contentOf(tx, table)) === rows) continue;
        await tx.execute(sql`DELETE FROM ${named(table)}`);
        await tx.execute(
          sql`INSERT INTO ${named(table)} SELECT * FROM json_populate_recordset(NULL::${named(table)}, ${rows}::json)`,
        );
      }
      await tx.execute(
        sql`SELECT setval(format('%I', sequencename)::regclass, start_value, false) FROM pg_sequences WHERE last_value IS NOT NULL`,
      );
    });
    return true;
  }

  /** For one user, until they close it. */
  lease(giveBack: (database: ReusedDatabase) => void): Database {
    const database = this.#database;
    let isClosed = false;
    let transactions = 0;
    const requireOpen = (): void => {
      if (isClosed) throw new Error('Cannot use a pool after calling end on the pool');
    };
    const transaction: Orm['transaction'] = async (run, config) => {
      requireOpen();
      transactions += 1;
      try {
        return await database.orm.transaction(run, config);
      } finally {
        transactions -= 1;
      }
    };
    const orm = new Proxy(database.orm, {
      get(target, key) {
        requireOpen();
        if (key === 'transaction') return transaction;
        const member: unknown = Reflect.get(target, key, target);
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    return {
      ...database,
      orm,
      async ping() {
        requireOpen();
        await database.ping();
      },
      close: async () => {
        if (isClosed) return;
        isClosed = true;
        // A transaction that never ends keeps the connection
        if (transactions === 0) giveBack(this);
        else await database.close();
      },
    };
  }
}

const unused: ReusedDatabase[] = [];

/** An empty, migrated database in memory that begins as the template in the folder. */
export async function leaseMemoryDatabase(template: string): Promise<Database> {
  const giveBack = (database: ReusedDatabase): void => {
    unused.push(database);
  };
  for (let one = unused.pop(); one !== undefined; one = unused.pop())
    if (await one.empty()) return one.lease(giveBack);
  return (await ReusedDatabase.open(template)).lease(giveBack);
}
