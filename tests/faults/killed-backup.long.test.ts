/** A backup under writes, and one that is killed: whatever looks complete is complete and consistent. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { checkBackup, findBackup, readManifest } from '@undertow/server/src/adapters/backup/backup-folder.ts';
import { type Database, openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { hasPostgres, startPostgres, type TestServer } from '@undertow/server/testing/database/databases.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const GIVEN = process.env['DATABASE_URL_TEST'];
const COMMAND = fileURLToPath(new URL('../../apps/server/src/commands/backup.ts', import.meta.url));
const RESTORE = fileURLToPath(new URL('../../apps/server/src/commands/restore.ts', import.meta.url));
const ROUNDS = 60;
/** The dump takes long enough to be killed in it. */
const ROWS = 300_000;

describe.runIf(hasPostgres(GIVEN))('PostgreSQL', () => {
  let server: TestServer;
  let database: Database;
  let url = '';
  let folder = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'undertow-killed-backup-'));
    server = await startPostgres(GIVEN);
    url = await server.createDatabase('migrated');
    database = await openDatabase({ dataDir: null, databaseUrl: url });
    await database.orm.execute(sql`INSERT INTO feed_runs (source, run) VALUES ('test', 'first')`);
    await database.orm.execute(sql`INSERT INTO billing_cursors (name, at_ms) VALUES ('test-first', 1)`);
    await database.orm.execute(sql`INSERT INTO top_of_book (instrument_id, run_id, second_ms, bid_size, ask_size, volume,
      buy_volume, sell_volume) SELECT 1, 1, n, n % 7, n % 11, n, n, 0 FROM generate_series(1, ${ROWS}) n`);
  }, 120_000);
  afterAll(async () => {
    await database.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  function start(command: string, args: readonly string[], databaseUrl: string): ChildProcess {
    const { PATH, NODE_COMPILE_CACHE } = process.env;
    const env = { PATH, NODE_COMPILE_CACHE, DATA_DIR: folder, DATABASE_URL: databaseUrl };
    return spawn(process.execPath, [command, ...args], { env, stdio: 'inherit' });
  }

  const ended = (child: ChildProcess) =>
    new Promise<number | null>((resolve) => {
      child.once('close', (code) => resolve(code));
    });

  test(`${ROUNDS} kills in the middle leave nothing that looks complete and is not`, async () => {
    const backups = join(folder, 'killed');
    mkdirSync(backups);
    let parts = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = start(COMMAND, ['--to', backups], url);
      const gone = ended(child);
      const begun = () =>
        readdirSync(backups, { recursive: true }).some((name) => String(name).includes('database.dump'));
      while (child.exitCode === null && !begun()) await wait(5);
      await wait((round * 17) % 200);
      child.kill('SIGKILL');
      await gone;
      const names = readdirSync(backups);
      parts += names.filter((name) => name.endsWith('.part')).length;
      for (const name of names.filter((one) => !one.endsWith('.part'))) {
        const path = await findBackup(join(backups, name));
        await checkBackup(path, await readManifest(path), null);
      }
      for (const name of names) rmSync(join(backups, name), { recursive: true });
    }
    expect(parts).toBeGreaterThan(0);
  }, 600_000);

  test('a backup that is taken while rows arrive restores one consistent moment', async () => {
    const backups = join(folder, 'under-writes');
    const child = start(COMMAND, ['--to', backups], url);
    const gone = ended(child);
    let written = 0;
    // Two tables that always have as many rows of ours as each other
    while (child.exitCode === null) {
      written += 1;
      await database.orm.transaction(async (tx) => {
        await tx.execute(sql`INSERT INTO feed_runs (source, run) VALUES ('test', ${String(written)})`);
        await tx.execute(sql`INSERT INTO billing_cursors (name, at_ms) VALUES (${`test-${written}`}, 1)`);
      });
    }
    expect(await gone).toBe(0);
    expect(written).toBeGreaterThan(20);
    const { tables } = await readManifest(await findBackup(backups));
    expect(tables['feed_runs']?.rows).toBe(tables['billing_cursors']?.rows);
    const target = await server.createDatabase();
    // It compares every table with the manifest
    expect(await ended(start(RESTORE, ['--from', backups, '--without-erasures'], target))).toBe(0);
  }, 240_000);
});
