/** The embedded database under kill -9: nothing acknowledged is lost, and the folder belongs to one process at a time. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { createMarketStore } from '@undertow/server/src/adapters/storage/market/market-store.ts';
import { newDataFolder } from '@undertow/server/testing/database/data-folder.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StartedProcess, startProcess } from './child-process.ts';

const WRITER = fileURLToPath(new URL('./write-until-killed.ts', import.meta.url));
const ROUNDS = process.env['LONG_TESTS'] === '1' ? 200 : 2;
const REFUSALS = process.env['LONG_TESTS'] === '1' ? 100 : 1;

let dataDir: string;
beforeAll(() => {
  dataDir = newDataFolder('kill');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const startWriter = (round: number): StartedProcess => startProcess(WRITER, [dataDir, String(round)]);

test(`${ROUNDS} kills at any moment lose nothing that was acknowledged`, async () => {
  const acknowledged: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const writer = startWriter(round);
    await writer.untilLines(1 + ((round * 37) % 60));
    await writer.kill();
    acknowledged.push(...writer.lines().filter((line) => line !== 'open'));
  }
  const database = await openDatabase({ dataDir });
  const rows = await rowsOf<{ sub: string }>(database.orm, sql`SELECT sub FROM users`);
  const stored = new Set(rows.map((row) => row.sub));
  expect(acknowledged.length).toBeGreaterThan(ROUNDS);
  expect(acknowledged.filter((sub) => !stored.has(sub))).toEqual([]);
  const bars = await createMarketStore(database.orm).listBars(1, 'simulated', 0, 1e12);
  const starts = new Set(bars.map((bar) => bar.startMs));
  const lost = acknowledged.filter((sub) => {
    const [round, count] = sub.split('-').map(Number);
    const startMs = (round ?? 0) * 1_000_000 + (count ?? 0);
    return !starts.has(startMs) || !starts.has(startMs + 500_000);
  });
  expect(lost).toEqual([]);
  await database.close();
}, 3_600_000);

test(`the second opener is refused ${REFUSALS} times of ${REFUSALS}, and the first keeps writing`, async () => {
  const first = startWriter(1_000);
  await first.untilLines(1);
  for (let attempt = 0; attempt < REFUSALS; attempt += 1) {
    const second = startWriter(2_000 + attempt);
    expect(await second.gone).toBe(1);
    expect(second.errors()).toContain(`in use by process ${first.child.pid}`);
  }
  await first.untilLines(first.lines().length + 3);
  await first.kill();
}, 600_000);
