/** The command that creates the roles of a database, and every other command with the role that it needs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#adapters/storage/database/database.ts';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { runCommand } from '#testing/commands.ts';
import { hasPostgres, startPostgres, type TestServer } from '#testing/database/databases.ts';

const GIVEN = process.env['DATABASE_URL_TEST'];
const PASSWORDS = { server: 'pass-of-the-server', backup: 'pass-of-the-backup' };

describe.runIf(hasPostgres(GIVEN))('PostgreSQL', () => {
  let postgres: TestServer;
  let folder = '';
  let addresses: Readonly<Record<'owner' | 'server' | 'backup', string>>;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'undertow-roles-'));
    postgres = await startPostgres(GIVEN);
    addresses = await newAddresses();
  }, 60_000);
  afterAll(async () => {
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Of an empty database to which nobody but its owner has access yet. */
  async function newAddresses(stamp = String(Date.now())) {
    const owner = await postgres.createDatabase();
    const of = (use: 'server' | 'backup') =>
      owner.replace(/^(\w+:\/\/)[^@/]*@/, `$1undertow_${use}_${process.pid}_${stamp}:${PASSWORDS[use]}@`);
    return { owner, server: of('server'), backup: of('backup') };
  }

  const everyAddress = ({ owner, backup }: typeof addresses) => ({
    MIGRATION_DATABASE_URL: owner,
    BACKUP_DATABASE_URL: backup,
  });

  /** As the server's role, and no other. */
  const asServer = (
    command: string,
    args: readonly string[] = [],
    more: Readonly<Record<string, string>> = {},
  ) => runCommand(command, { dataDir: folder, databaseUrl: addresses.server }, args, more);

  test('an empty database gets its schema and roles, a second run changes nothing, no password is printed', async () => {
    const place = { dataDir: folder, databaseUrl: addresses.server };
    const first = await runCommand('database-roles', place, [], everyAddress(addresses));
    expect(first).toMatchObject({
      status: 0,
      output: expect.stringMatching(/: made, for the server\n.*: made, for backups\n/),
    });
    const second = await runCommand('database-roles', place, [], everyAddress(addresses));
    expect(second.output).toMatch(
      /: updated, for the server\n.*: updated, for backups\nEach signs in; none but the owner/,
    );
    for (const password of Object.values(PASSWORDS))
      expect(first.output + second.output).not.toContain(password);
  }, 120_000);

  test('without the owner’s address, and with one role for everything, it changes nothing', async () => {
    expect(await asServer('database-roles')).toMatchObject({
      status: 1,
      output: expect.stringContaining('expected MIGRATION_DATABASE_URL'),
    });
    const place = { dataDir: folder, databaseUrl: addresses.owner.replace('@', ':x@') };
    expect(
      await runCommand('database-roles', place, [], { MIGRATION_DATABASE_URL: addresses.owner }),
    ).toMatchObject({
      status: 1,
      output: expect.stringContaining('a role of its own in each address'),
    });
  }, 120_000);

  test('as the server’s role: migrate finds nothing to do, seed, grant-tier, purge, both verifications and rotate-keys work', async () => {
    const words: Record<string, readonly string[]> = {
      migrate: [],
      seed: [],
      'grant-tier': ['--sub', 's', '--issuer', 'https://id.example', '--tier', 'pro', '--reason', 'test'],
      purge: [],
      'verify-track-record': [],
      'rotate-credential-keys': [],
    };
    for (const [command, args] of Object.entries(words)) {
      const { status, output } = await asServer(command, args, { CREDENTIAL_KEYS: `k1=${'5b'.repeat(32)}` });
      expect(status, `${command}: ${output}`).toBe(0);
    }
    // The file beside the database is written by the server, which did not run here
    expect((await asServer('verify-audit')).output).toContain(
      'the file beside the database does not know it',
    );
  }, 240_000);

  test('a backup as its own role, a drill and a restore as the owner, and roles for the restored one', async () => {
    const backups = join(folder, 'backups');
    const place = { dataDir: folder, databaseUrl: undefined };
    const production = { NODE_ENV: 'production' };
    const backup = { ...production, BACKUP_DATABASE_URL: addresses.backup };
    expect(await runCommand('backup', place, ['--to', backups], backup)).toMatchObject({ status: 0 });
    const drilled = { databaseUrl: addresses.server, dataDir: folder };
    const owner = { ...production, MIGRATION_DATABASE_URL: addresses.owner };
    expect(await runCommand('drill', drilled, ['--folder', folder], owner)).toMatchObject({
      status: 0,
      output: expect.stringContaining('the same in every table'),
    });
    const empty = await newAddresses('restored');
    const target = { dataDir: join(folder, 'restored'), databaseUrl: empty.server };
    const restored = await runCommand('restore', target, ['--from', backups, '--without-erasures'], {
      ...production,
      MIGRATION_DATABASE_URL: empty.owner,
    });
    expect(restored).toMatchObject({ status: 0, output: expect.stringContaining('the same in every table') });
    expect(await runCommand('database-roles', target, [], everyAddress(empty))).toMatchObject({ status: 0 });
    expect(await runCommand('verify-audit', target, [])).toMatchObject({
      status: 0,
      output: expect.stringContaining('The audit log is intact'),
    });
  }, 240_000);

  test('the server’s process migrates as the owner and continues as its role', async () => {
    const fresh = await newAddresses('fresh');
    const settings = { dataDir: null, databaseUrl: fresh.server, migrationUrl: fresh.owner };
    // Its role does not exist yet: the schema does
    await expect(openDatabase(settings)).rejects.toThrow('DATABASE_URL');
    const place = { dataDir: folder, databaseUrl: fresh.server };
    expect(await runCommand('database-roles', place, [], everyAddress(fresh))).toMatchObject({ status: 0 });
    const database = await openDatabase(settings);
    const roles = async () => {
      const seen = sql`SELECT usename AS role FROM pg_stat_activity WHERE datname = current_database()`;
      return (await rowsOf<{ role: string }>(database.orm, seen)).map(({ role }) => role);
    };
    await expect.poll(roles).toEqual([expect.stringContaining('undertow_server_')]);
    await database.close();
  }, 120_000);
});
