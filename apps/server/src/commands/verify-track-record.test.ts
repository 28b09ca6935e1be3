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
import { COMMAND_FLAGS, environmentOf } from '#testing/commands.ts';
import { layDatabase } from '#testing/database/databases.ts';

const COMMAND = fileURLToPath(new URL('./verify-track-record.ts', import.meta.url));

let dataDir = '';
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'undertow-verify-'));
  layDatabase(dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true }));

function run(...args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const env = environmentOf({ dataDir, databaseUrl: undefined });
  return spawnSync(process.execPath, [...COMMAND_FLAGS, COMMAND, ...args], { env, encoding: 'utf8' });
}

const row = (instrumentId: number, n: number): TrackRow => ({
  kind: 'settled',
  signalId: `signal-${n}`,
  instrumentId,
  atNs: String(1_700_000_000_000_000_000n + BigInt(n)),
  type: 'support',
  hit: false,
});

/** So many signals, each settled: three of four hit, beside a base rate of a half; the last one without. */
function signals(count: number): TrackRow[] {
  return Array.from({ length: count }, (_, n): TrackRow[] => {
    const common = { signalId: `run-${n}`, instrumentId: 1, type: 'stop_run' } as const;
    const at = (ms: number): string => String(1_700_000_100_000_000_000n + BigInt(n * 1000 + ms));
    const barriers = { direction: 1, targetTicks: 2, adverseTicks: 2, horizonMs: 120_000 };
    return [
      {
        ...{ kind: 'raised', ...common, atNs: at(0), sub: 'burst', exact: true, confidence: 1, score: null },
        ...{ calibrator: 'exact', tier: 'L3', midTicks: 9, condition: { hour: 15, volatility: 'low' } },
        declared: { rule: 'reversal', ...barriers, probability: 0.6 },
      },
      {
        ...{ kind: 'settled', ...common, atNs: at(500), hit: n % 4 !== 0 },
        base: n === count - 1 ? null : { resolved: 20, rate: 0.5 },
      },
    ];
  }).flat();
}

/** Forty signals, and three rows in each of two chains; a row of the second one is then changed directly in the database. */
async function writeChains(): Promise<void> {
  const database = await openDatabase({ dataDir });
  try {
    const { orm } = database;
    const store = createTrackStore(orm, createTrackHeadsFile(dataDir));
    await store.append({ instrumentId: 1, source: 'simulated', run: 'a' }, signals(40));
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
  const { status, stdout, stderr } = run();
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toEqual([
    'simulated/1: 83 rows, whole',
    'simulated/2: 2 rows, BROKEN: row 2 was changed',
    '',
  ]);
  expect(status).toBe(1);
}, 180_000);

test('a recount gives every figure from the rows alone, and says that the product shows the same', () => {
  const { status, stdout } = run('--recount');
  expect(stdout.split('\n').slice(2)).toEqual([
    'simulated, counted from the rows alone:',
    '  stop_run/burst: 40 raised, 39 settled beside a base rate, 29 hits (74.4%), base rate 50.0%, Brier 0.210',
    '  The product shows the same figures.',
    '',
  ]);
  expect(status).toBe(1);
}, 180_000);

test('an unknown option is refused', () => {
  const { status, stderr } = run('--recuont');
  expect(stderr).toContain("Unknown option '--recuont'");
  expect(status).toBe(1);
});
