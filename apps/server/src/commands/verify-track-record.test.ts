/** The command that checks the track record: its output and its exit code, on a data folder of its own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TrackRow } from '@undertow/detection';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTrackHeadsFile } from '#adapters/storage/database/chain-heads-file.ts';
import { openDatabase } from '#adapters/storage/database/database.ts';
import { createTrackStore } from '#adapters/storage/track-record/track-store.ts';
import { environmentOf } from '#testing/commands.ts';
import { layDatabase } from '#testing/database/databases.ts';

const COMMAND = fileURLToPath(new URL('./verify-track-record.ts', import.meta.url));

let dataDir = '';
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'undertow-verify-'));
  layDatabase(dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true }));

const row = (instrumentId: number, n: number): TrackRow => ({
  kind: 'settled',
  signalId: `signal-${n}`,
  instrumentId,
  atNs: String(1_700_000_000_000_000_000n + BigInt(n)),
  type: 'support',
  hit: false,
});

/** Two chains of three rows; a row of the second one is then changed directly in the database. */
async function writeChains(): Promise<void> {
  const database = await openDatabase({ dataDir });
  try {
    const { orm } = database;
    const store = createTrackStore(orm, createTrackHeadsFile(dataDir));
    for (const instrumentId of [1, 2])
      await store.append(
        { instrumentId, source: 'simulated', run: 'a' },
        [1, 2, 3].map((n) => row(instrumentId, n)),
      );
    await orm.execute(sql`DROP TRIGGER track_record_append_only ON track_record`);
    await orm.execute(
      sql`UPDATE track_record SET body = replace(body, 'false', 'true')
          WHERE chain = 'simulated/2' AND position = 2`,
    );
  } finally {
    await database.close();
  }
}

test('an intact chain is reported as intact, a changed row is named and the command exits with 1', async () => {
  await writeChains();
  const env = environmentOf({ dataDir, databaseUrl: undefined });
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND], { env, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toEqual([
    'simulated/1: 3 rows, whole',
    'simulated/2: 2 rows, BROKEN: row 2 was changed',
    '',
  ]);
  expect(status).toBe(1);
}, 180_000);
