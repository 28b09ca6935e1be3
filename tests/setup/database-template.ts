/** Offers every test the database to copy and, should one request it, the PostgreSQL server that they share. */
import { databaseTemplate } from '@undertow/server/testing/database/database-template.ts';
import { offerRunPostgres } from '@undertow/server/testing/database/run-postgres.ts';

export async function setup(): Promise<() => Promise<void>> {
  // In a run that a test of another run starts, it is that one's: here the schema may differ
  delete process.env['DATABASE_TEMPLATE'];
  process.env['DATABASE_TEMPLATE'] = await databaseTemplate();
  const postgres = await offerRunPostgres();
  process.env['POSTGRES_OF_RUN'] = postgres.socket;
  return () => postgres.close();
}
