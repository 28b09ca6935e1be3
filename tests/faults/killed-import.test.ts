/** Imports under kill -9: acknowledged imports are complete, and nothing of the others is visible. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '@undertow/server/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/adapters/storage/database/orm.ts';
import { createStores } from '@undertow/server/adapters/storage/stores.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BATCH_TRADES, FILE_BATCHES } from './import-world.ts';

const WRITER = fileURLToPath(new URL('./import-until-killed.ts', import.meta.url));
const ROUNDS = process.env['LONG_TESTS'] === '1' ? 100 : 3;
const FILE_TRADES = BATCH_TRADES * FILE_BATCHES;

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'undertow-kill-import-'));
});
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

interface Writer {
  readonly child: ChildProcess;
  readonly lines: () => readonly string[];
  readonly gone: Promise<void>;
}

function startWriter(round: number): Writer {
  const child = spawn(process.execPath, [WRITER, dataDir, String(round)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const gone = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
  });
  return { child, lines: () => output.split('\n').slice(0, -1), gone };
}

test(`${ROUNDS} kills at any moment of an import leave nothing half imported`, async () => {
  const answered: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const writer = startWriter(round);
    const until = 2 + ((round * 7) % 12);
    while (writer.lines().length <= until) {
      if (writer.child.exitCode !== null) throw new Error('the writer ended by itself');
      await wait(2);
    }
    writer.child.kill('SIGKILL');
    await writer.gone;
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
