/** Rotating the keys of broker passwords under saves and kill -9: every password stays readable, and the newest one. */
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { createCredentialSeal } from '@undertow/server/src/adapters/secrets/credential-seal.ts';
import { type Database, openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { hasPostgres, startPostgres, type TestServer } from '@undertow/server/testing/database/databases.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StartedProcess, startProcess } from './child-process.ts';

const GIVEN = process.env['DATABASE_URL_TEST'];
const ROWS = 100_000;
const KILLS = 12;
const COMMAND = fileURLToPath(
  new URL('../../apps/server/src/commands/rotate-credential-keys.ts', import.meta.url),
);
const { PATH, NODE_COMPILE_CACHE } = process.env;
const ENVIRONMENT = { PATH, NODE_COMPILE_CACHE };
const SAVER = fileURLToPath(new URL('./save-logins-until-killed.ts', import.meta.url));

const OLD = 'a1'.repeat(32);
const NEW = 'b2'.repeat(32);
const KEYS = `k2=${NEW},k1=${OLD}`;
const keyOf = (hex: string): Buffer => Buffer.from(hex, 'hex');
const old = createCredentialSeal(new Map([['k1', keyOf(OLD)]]));
const both = createCredentialSeal(
  new Map([
    ['k2', keyOf(NEW)],
    ['k1', keyOf(OLD)],
  ]),
);
const alone = createCredentialSeal(new Map([['k2', keyOf(NEW)]]));

describe.runIf(hasPostgres(GIVEN))('PostgreSQL', () => {
  let server: TestServer;
  let database: Database;
  let url = '';
  beforeAll(async () => {
    server = await startPostgres(GIVEN);
    url = await server.createDatabase('migrated');
    database = await openDatabase({ dataDir: null, databaseUrl: url });
    await database.orm.execute(sql`INSERT INTO users (id, issuer, sub, role, created_at_ms)
      SELECT gen_random_uuid()::text, 'https://id.example', n::text, 'user', 0 FROM generate_series(1, ${ROWS}) n`);
    await database.orm.execute(sql`INSERT INTO broker_connections (user_id, username, server, domain, revision, is_wanted,
      saved_at_ms) SELECT id, 'u', 'rithmic_paper_server', 'rithmic_paper_domain', 1, true, 0 FROM users`);
    const users = await rowsOf<{ id: string }>(database.orm, sql`SELECT id FROM users ORDER BY id`);
    for (let at = 0; at < users.length; at += 2_000) {
      const rows = users.slice(at, at + 2_000).map(({ id }) => ({
        id,
        ...old.seal(id, Buffer.from(`${id} 0`)),
      }));
      await database.orm.execute(sql`INSERT INTO broker_credentials (user_id, key_id, data_key, password)
        SELECT id, "keyId", "dataKey", password FROM json_to_recordset(${JSON.stringify(rows)}::json)
          AS row(id text, "keyId" text, "dataKey" text, password text)`);
    }
  }, 600_000);
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  async function sealedByOld(): Promise<number> {
    const [row] = await rowsOf<{ rows: number }>(
      database.orm,
      sql`SELECT count(*)::int AS rows FROM broker_credentials WHERE key_id = 'k1'`,
    );
    return row?.rows ?? 0;
  }

  /** Users whose password does not open, or is older than what was acknowledged. */
  async function broken(seal: typeof both, acknowledged: ReadonlyMap<string, number>) {
    const rows = await rowsOf<{ user_id: string; key_id: string; data_key: string; password: string }>(
      database.orm,
      sql`SELECT * FROM broker_credentials`,
    );
    expect(rows).toHaveLength(ROWS);
    return rows.filter(({ user_id: userId, key_id: keyId, data_key: dataKey, password }) => {
      try {
        const text = Buffer.from(seal.open(userId, { keyId, dataKey, password })).toString();
        const [of, number] = text.split(' ');
        return of !== userId || Number(number) < (acknowledged.get(userId) ?? 0);
      } catch {
        return true;
      }
    });
  }

  /** Resolves once it saves. */
  async function startSaver(round: number): Promise<StartedProcess> {
    const args = [url, KEYS, String(round * 1_000_000)];
    const saver = startProcess(SAVER, args, ENVIRONMENT);
    await saver.untilLines(8);
    return saver;
  }

  const rotate = (): StartedProcess =>
    startProcess(COMMAND, [], { ...ENVIRONMENT, DATABASE_URL: url, CREDENTIAL_KEYS: KEYS });

  test(`${ROWS} passwords survive ${KILLS} kills of the rotation and of what saves beside it`, async () => {
    const acknowledged = new Map<string, number>();
    const note = (saver: StartedProcess): void => {
      for (const line of saver.lines()) {
        const [userId = '', number] = line.split(' ');
        if (userId !== 'open')
          acknowledged.set(userId, Math.max(acknowledged.get(userId) ?? 0, Number(number)));
      }
    };
    const share = Math.floor(ROWS / (KILLS + 1));
    for (let round = 1; round <= KILLS; round += 1) {
      const before = await sealedByOld();
      const saver = await startSaver(round);
      const rotation = rotate();
      // In the middle of a batch
      while (before - (await sealedByOld()) < share && rotation.child.exitCode === null) await wait(4);
      await Promise.all([rotation.kill(), saver.kill()]);
      note(saver);
      expect(await broken(both, acknowledged)).toEqual([]);
    }
    const saver = await startSaver(KILLS + 1);
    const left = await sealedByOld();
    const startMs = performance.now();
    const rotation = rotate();
    expect(await rotation.gone).toBe(0);
    const seconds = (performance.now() - startMs) / 1_000;
    await saver.kill();
    note(saver);
    expect(rotation.output()).toContain('k1 seals no row: it may be taken out of CREDENTIAL_KEYS');
    expect(await sealedByOld()).toBe(0);
    expect(await broken(alone, acknowledged)).toEqual([]);
    expect(acknowledged.size).toBeGreaterThan(0);
    process.stdout.write(
      `rotation: ${ROWS} rows, ${KILLS} kills, ${acknowledged.size} users saved meanwhile, 0 unreadable; ` +
        `the last ${left} rows in ${seconds.toFixed(1)} s\n`,
    );
  }, 3_600_000);
});
