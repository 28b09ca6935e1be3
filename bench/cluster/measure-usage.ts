/** Measures what PostgreSQL takes to store once a minute what was shown to whom: rows of devices that are known already. */
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '@undertow/cli/src/bench/processes/postgres-run.ts';
import { processFigures } from '@undertow/cli/src/bench/processes/process-figures.ts';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import type { UsageRow } from '@undertow/server/src/ports/people.ts';
import { startGuardedRun } from './guarded-run.ts';

const [rowsWanted = '5000'] = process.argv.slice(2);
const DEVICES = 10;
const MINUTES = 6;
const MINUTE_MS = 60_000;

async function measure(address: string, server: number) {
  const database = await openDatabase({ dataDir: null, databaseUrl: address });
  const { users, dataUsage } = createStores(database.orm);
  const nowMs = Date.now();
  const rows: UsageRow[] = [];
  for (let person = 0; person < Number(rowsWanted) / DEVICES; person += 1) {
    const { id: userId } = await users.ensure('https://id.example', `usage-${person}`, nowMs);
    const facts = {
      userId,
      day: '2026-11-30',
      source: 'simulated',
      delaySeconds: 0,
      instrumentId: 1,
    } as const;
    for (let device = 0; device < DEVICES; device += 1)
      rows.push({ ...facts, device: `${person}-${device}`, firstAtMs: nowMs, lastAtMs: nowMs });
  }
  await dataUsage.save(rows);
  const before = processFigures(server).cpuSeconds;
  for (let minute = 1; minute <= MINUTES; minute += 1)
    await dataUsage.save(rows.map((row) => ({ ...row, lastAtMs: nowMs + minute * MINUTE_MS })));
  const used = processFigures(server).cpuSeconds - before;
  await database.close();
  return { people: rows.length, microsPerRow: (used * 1e6) / (MINUTES * rows.length) };
}

const run = startGuardedRun();
// The account of PostgreSQL must be able to enter
chmodSync(run.folder, 0o755);
const postgres = await startPostgres();
if (postgres === null) process.stdout.write('null\n');
else {
  const folder = new URL(postgres.address.replace('@/', '@localhost/')).searchParams.get('host') ?? '';
  const server = Number(readFileSync(join(folder, 'data/postmaster.pid'), 'utf8').split('\n')[0]);
  run.guard(server);
  process.stdout.write(`${JSON.stringify(await measure(postgres.address, server))}\n`);
  await postgres.stop();
}
run.end();
process.exit(0);
