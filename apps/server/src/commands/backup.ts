/** Takes a backup of the database of the settings: `backup --to FOLDER [--keep-days N]`. Beside PostgreSQL it works while the server runs. */
import { parseArgs } from 'node:util';
import { removeOldBackups } from '#adapters/backup/remove-old-backups.ts';
import { takeBackupOf, withDatabaseAsFound } from '#adapters/backup/take-backup.ts';
import { createClock } from '#adapters/clock/clock.ts';
import { createRecoveryRecord } from '#adapters/storage/operations/recovery-record.ts';
import { readBackupConfig } from '#config/config.ts';

function readOptions(): { readonly folder: string; readonly keepDays: number | null } {
  const { values } = parseArgs({ options: { to: { type: 'string' }, 'keep-days': { type: 'string' } } });
  if (values.to === undefined || values.to === '') throw new Error('expected --to FOLDER');
  const keep = values['keep-days'];
  if (keep !== undefined && !/^[1-9]\d{0,3}$/.test(keep))
    throw new Error('expected --keep-days to be a number of days from 1 to 9999');
  return { folder: values.to, keepDays: keep === undefined ? null : Number(keep) };
}

async function backup(): Promise<void> {
  const { folder, keepDays } = readOptions();
  const settings = readBackupConfig();
  const clock = createClock();
  const taken = await withDatabaseAsFound(settings, async (database) => {
    const done = await takeBackupOf(database, settings, folder, () => clock.nowMs());
    const { manifest, rows, seconds } = done;
    const run = { atMs: Date.parse(manifest.at), bytes: manifest.file.bytes, rows, seconds };
    await createRecoveryRecord(database.orm).noteBackup(run);
    return done;
  });
  const { file } = taken.manifest;
  process.stdout.write(
    `${taken.path}: ${taken.rows} rows, ${file.bytes} bytes${file.isSealed ? ', sealed' : ''}, ${taken.seconds.toFixed(1)} s\n`,
  );
  if (keepDays === null) return;
  const { gone, kept } = await removeOldBackups(folder, settings.key, { keepDays, nowMs: clock.nowMs() });
  for (const { name, reason } of kept)
    process.stderr.write(`backup: ${name}: kept, its age is unknown or it could not be removed: ${reason}\n`);
  for (const name of gone) process.stdout.write(`${name}: removed, older than ${keepDays} days\n`);
}

backup().catch((error: unknown) => {
  process.stderr.write(`backup: ${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
});
