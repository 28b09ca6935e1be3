/**
 * Restores a backup into the empty database of the settings:
 * `restore --from BACKUP [--verify] [--without-erasures] [--unauthenticated]`.
 * With `--verify` the backup is only read and checked.
 */
import { parseArgs } from 'node:util';
import { checkBackup, findBackup, readManifest } from '#adapters/backup/backup-folder.ts';
import { requireFit, restoreBackup } from '#adapters/backup/restore-backup.ts';
import { rowsIn } from '#adapters/backup/table-digests.ts';
import { createClock } from '#adapters/clock/clock.ts';
import { readRestoreConfig } from '#config/config.ts';

function readOptions(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      from: { type: 'string' },
      verify: { type: 'boolean', default: false },
      'without-erasures': { type: 'boolean', default: false },
      unauthenticated: { type: 'boolean', default: false },
    },
  });
  if (values.from === undefined || values.from === '')
    throw new Error('expected --from with a backup, or a folder of backups');
  const { from, verify, unauthenticated, 'without-erasures': withoutErasures } = values;
  return { from, verify, withoutErasures, allowsUnauthenticated: unauthenticated };
}

/** Returns what it prints. `environment` is the process's own by default. */
export async function restore(
  args: readonly string[],
  environment?: Readonly<Record<string, string>>,
): Promise<string> {
  const { from, verify, withoutErasures, allowsUnauthenticated } = readOptions(args);
  const settings = readRestoreConfig(environment);
  const clock = createClock();
  const path = await findBackup(from);
  const manifest = await readManifest(path);
  const tables = Object.keys(manifest.tables).length;
  const what = `${path}: ${rowsIn(manifest.tables)} rows of ${tables} tables at ${manifest.at}`;
  if (verify) {
    requireFit(manifest, settings);
    await checkBackup(path, manifest, settings.key, allowsUnauthenticated);
    const kind =
      manifest.mac === undefined ? 'intact, its manifest not authenticated' : 'intact and authentic';
    return `${what}, ${kind}\n`;
  }
  const startMs = clock.nowMs();
  const { erasedAgain } = await restoreBackup(path, manifest, settings, {
    withoutErasures,
    allowsUnauthenticated,
    nowMs: startMs,
  });
  const seconds = ((clock.nowMs() - startMs) / 1000).toFixed(1);
  return `${what}, restored and the same in every table, ${seconds} s; ${erasedAgain} accounts erased again\n`;
}

if (import.meta.main) {
  restore(process.argv.slice(2)).then(
    (words) => process.stdout.write(words),
    (error: unknown) => {
      process.stderr.write(`restore: ${error instanceof Error ? error.message : error}\n`);
      process.exitCode = 1;
    },
  );
}
