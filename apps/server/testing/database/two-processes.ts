/** For tests: one PostgreSQL database, opened by two processes as it were: each has connections of its own, as the server's role. */
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { putTestRoles, startPostgres } from './databases.ts';

export interface TwoProcesses {
  readonly first: Database;
  readonly second: Database;
  /** Connected as the owner of the tables. */
  readonly owner: Orm;
  close(): Promise<void>;
}

/** An empty, migrated database; `given` is DATABASE_URL_TEST. Call `hasPostgres` first. */
export async function openTwoProcesses(given: string | undefined): Promise<TwoProcesses> {
  const server = await startPostgres(given);
  const address = await server.createDatabase('migrated');
  const roles = await putTestRoles(address);
  const owner = await openDatabase({ dataDir: null, databaseUrl: address, asFound: true });
  const open = () => openDatabase({ dataDir: null, databaseUrl: roles.server });
  const [first, second] = [await open(), await open()];
  return {
    ...{ first, second },
    owner: owner.orm,
    async close() {
      for (const database of [first, second, owner]) await database.close();
      await server.stop();
    },
  };
}
