/** Every script outside this workspace that a measurement starts in a process of its own: the bench has no other such path. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** Paths from the repository's root. */
export const SCRIPTS = {
  undertow: 'apps/cli/src/main.ts',
  startProduct: 'apps/sandbox/src/start.ts',
  migrate: 'apps/server/src/commands/migrate.ts',
  verifyAudit: 'apps/server/src/commands/verify-audit.ts',
  drill: 'apps/server/src/commands/drill.ts',
  accountFeedLines: 'bench/measure-account-feed-lines.ts',
  alerts: 'bench/measure-alerts.ts',
  apiPages: 'bench/public-api/measure-api-pages.ts',
  chart: 'bench/measure-chart.ts',
  chartTest: 'bench/measure-chart-test.ts',
  dashboard: 'bench/measure-dashboard.ts',
  databento: 'bench/measure-databento.ts',
  demo: 'bench/measure-demo.ts',
  fanOut: 'bench/measure-fan-out.ts',
  fillDatabase: 'bench/fill-database.ts',
  landing: 'bench/measure-landing.ts',
  storage: 'bench/measure-storage.ts',
  tapes: 'bench/measure-tapes.ts',
  workspace: 'bench/measure-workspace.ts',
  webhooks: 'bench/public-api/measure-webhooks.ts',
  webFanOut: 'bench/cluster/measure-web-fan-out.ts',
  wire: 'bench/cluster/measure-wire.ts',
  usage: 'bench/cluster/measure-usage.ts',
  takeover: 'bench/cluster/measure-takeover.ts',
} as const;
export type Script = keyof typeof SCRIPTS;

export function pathOf(script: Script): string {
  return fileURLToPath(new URL(`../../../../../${SCRIPTS[script]}`, import.meta.url));
}

/** Runs a driver with `input` as its standard input, which prints its figures as one line of JSON; rejects with the driver's own error. */
export async function runDriver<Figures>(
  driver: Script,
  isFigures: (value: unknown) => value is Figures,
  args: readonly string[] = [],
  input = '',
): Promise<Figures> {
  const running = promisify(execFile)(process.execPath, [pathOf(driver), ...args]);
  running.child.stdin?.end(input);
  const { stdout } = await running;
  const figures: unknown = JSON.parse(stdout);
  if (!isFigures(figures)) throw new Error(`expected figures from ${SCRIPTS[driver]}, found ${stdout}`);
  return figures;
}
