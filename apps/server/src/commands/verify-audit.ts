/** Checks that no row of the audit log was changed, removed, inserted or moved, and names the first one that was. */
import { createAuditHistory } from '#adapters/storage/audit/audit-history.ts';
import { createAuditHeadFile } from '#adapters/storage/database/chain-heads-file.ts';
import { openDatabase } from '#adapters/storage/database/database.ts';
import { readStorageConfig } from '#config/read-storage.ts';

async function verify(): Promise<boolean> {
  const config = readStorageConfig();
  const database = await openDatabase(config);
  try {
    const history = createAuditHistory(database.orm, createAuditHeadFile(config.dataDir));
    const { count, fault } = await history.verify();
    process.stdout.write(
      fault === null ? `The audit log is intact: ${count} rows.\n` : `The audit log is BROKEN: ${fault}.\n`,
    );
    return fault === null;
  } finally {
    await database.close();
  }
}

verify()
  .then((isWhole) => {
    process.exitCode = isWhole ? 0 : 1;
  })
  .catch((error: unknown) => {
    process.stderr.write(`verify-audit: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
