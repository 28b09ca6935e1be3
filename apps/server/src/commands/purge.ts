/**
 * Removes rows past the retention of the settings: `purge [--dry-run]`, which only reports what it would remove. Beside
 * PostgreSQL it works while the server runs.
 */
import { parseArgs } from 'node:util';
import { createClock } from '#adapters/clock/clock.ts';
import { openDatabase } from '#adapters/storage/database/database.ts';
import { accountRules, countOld, marketRules, removeOld } from '#adapters/storage/operations/retention.ts';
import { readRetentionConfig } from '#config/config.ts';

// The reader of a pipe may close it (`| head`): the purge finishes anyway
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

async function purge(): Promise<void> {
  const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
  const { retention, ...settings } = readRetentionConfig();
  const database = await openDatabase(settings);
  try {
    const nowMs = createClock().nowMs();
    for (const rule of [...marketRules(retention, nowMs), ...accountRules(retention, nowMs)]) {
      const { rows, oldestMs } = await countOld(database.orm, rule);
      const oldest = oldestMs === null ? '' : `, the oldest of ${new Date(oldestMs).toISOString()}`;
      const done = values['dry-run']
        ? `${rows} would be removed`
        : `${await removeOld(database.orm, rule)} removed`;
      process.stdout.write(`${rule.table} (kept ${rule.kept}): ${done}${oldest}\n`);
    }
  } finally {
    await database.close();
  }
}

purge().catch((error: unknown) => {
  process.stderr.write(`purge: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
