/** Runs a recovery drill: `drill [--folder FOLDER]`. Exits with 1 when the restored database was not the same. */
import { tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { runDrill } from '#adapters/backup/run-drill.ts';
import { createClock } from '#adapters/clock/clock.ts';
import { readRestoreConfig } from '#config/config.ts';

async function drill(): Promise<boolean> {
  const { values } = parseArgs({ options: { folder: { type: 'string', default: tmpdir() } } });
  const clock = createClock();
  const run = await runDrill({
    settings: readRestoreConfig(),
    folder: values.folder,
    nowMs: () => clock.nowMs(),
  });
  const { rows, bytes, backupSeconds, restoreSeconds, fault } = run;
  process.stdout.write(
    `${rows} rows, ${bytes} bytes of database: backup ${backupSeconds.toFixed(1)} s, restore ${restoreSeconds.toFixed(1)} s, ` +
      `${fault === null ? 'the same in every table' : `FAILED: ${fault}`}\n`,
  );
  return fault === null;
}

drill()
  .then((isGood) => {
    process.exitCode = isGood ? 0 : 1;
  })
  .catch((error: unknown) => {
    process.stderr.write(`drill: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = 1;
  });
