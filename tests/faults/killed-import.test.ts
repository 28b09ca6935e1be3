/** Imports under kill -9: acknowledged imports are complete, and nothing of the others is visible. */
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { newDataFolder } from '@undertow/server/testing/database/data-folder.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProcess } from './child-process.ts';
import { BATCH_TRADES, FILE_BATCHES } from './import-world.ts';

const WRITER = fileURLToPath(new URL('./import-until-killed.ts', import.meta.url));
const ROUNDS = process.env['LONG_TESTS'] === '1' ? 100 : 2;
const FILE_TRADES = BATCH_TRADES * FILE_BATCHES;

let dataDir: string;
beforeAll(() => {
  dataDir = newDataFolder('kill-import');
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

test(`${ROUNDS} kills at any moment of an import leave nothing half imported`, async () => {
  const answered: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const writer = startProcess(WRITER, [dataDir, String(round)]);
    await writer.untilLines(2 + ((round * 7) % 12));
    await writer.kill();
    answered.push(
      ...writer.lines().flatMap((line) => (line.endsWith('stored') ? [line.split(' ', 1)[0] ?? ''] : [])),
    );
  }
  const database = await openDatabase({ dataDir });
  const { users, tradeImports, trades } = createStores(database.orm);
  const user = await users.ensure('https://id.example', 'journal', 0);
  const stored = await tradeImports.list(user.id);
  // The last one may have been stored although its response was lost
  expect(stored.map(({ fileName }) => fileName)).toEqual(expect.arrayContaining(answered));
  for (const { imported } of stored) expect(imported).toBe(FILE_TRADES);
  expect(await trades.count(user.id, {})).toBe(stored.length * FILE_TRADES);
  await tradeImports.sweep(Date.now() + 600_000);
  const [left] = await rowsOf<{ trades: number; imports: number }>(
    database.orm,
    sql`SELECT (SELECT count(*)::int FROM journal_trades) AS trades, (SELECT count(*)::int FROM journal_imports) AS imports`,
  );
  expect(left).toEqual({ trades: stored.length * FILE_TRADES, imports: stored.length });
  await database.close();
}, 3_600_000);
