/** Migrates the database of the settings to the newest schema. */
import { openDatabase } from '#adapters/storage/database/database.ts';
import { readStorageConfig } from '#config/read-storage.ts';

async function migrate(): Promise<void> {
  const database = await openDatabase(readStorageConfig());
  await database.close();
  process.stdout.write(`The ${database.kind} database is at the newest schema.\n`);
}

migrate().catch((error: unknown) => {
  process.stderr.write(`migrate: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
