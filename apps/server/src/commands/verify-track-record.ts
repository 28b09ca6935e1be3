/** Checks that no row of the live track record was changed or removed, and reports the result of each chain. */

import { createTrackHeadsFile } from '#adapters/storage/database/chain-heads-file.ts';
import { openDatabase } from '#adapters/storage/database/database.ts';
import { createTrackStore } from '#adapters/storage/track-record/track-store.ts';
import { readStorageConfig } from '#config/config.ts';

async function verify(): Promise<boolean> {
  const config = readStorageConfig();
  const database = await openDatabase(config);
  try {
    const verdicts = await createTrackStore(database.orm, createTrackHeadsFile(config.dataDir)).verify();
    for (const { chain, count, fault } of verdicts)
      process.stdout.write(`${chain}: ${count} rows, ${fault === null ? 'whole' : `BROKEN: ${fault}`}\n`);
    if (verdicts.length === 0) process.stdout.write('The track record is empty.\n');
    return verdicts.every(({ fault }) => fault === null);
  } finally {
    await database.close();
  }
}

verify()
  .then((isWhole) => {
    process.exitCode = isWhole ? 0 : 1;
  })
  .catch((error: unknown) => {
    process.stderr.write(`verify-track-record: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
