/** `npm run cluster -- --status`: what runs, as JSON on standard output. */
import { ROLES } from '#config/cluster-settings.ts';
import { statusOf } from './cluster-state.ts';

/** Exits with 1 and a message on standard error where no cluster runs. */
export function printStatus({ dataDir, all }: { readonly dataDir: string; readonly all: boolean }): void {
  const rows = statusOf(dataDir, all, ROLES);
  if (rows !== null) {
    process.stdout.write(`${JSON.stringify(rows)}\n`);
    return;
  }
  process.stderr.write(`No cluster runs with the data folder ${dataDir}: start one with npm run cluster.\n`);
  process.exitCode = 1;
}
