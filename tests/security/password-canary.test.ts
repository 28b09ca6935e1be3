/** T32 A broker password is never exposed: no response, log line, metric, export, table, file or backup holds it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCredentialSeal } from '@undertow/server/src/adapters/secrets/credential-seal.ts';
import { openDatabase } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { createStores } from '@undertow/server/src/adapters/storage/stores.ts';
import { openTestApp, TEST_ORIGIN } from '@undertow/server/testing/app.ts';
import { runCommand } from '@undertow/server/testing/commands.ts';
import { hasPostgres, layDatabase, startPostgres } from '@undertow/server/testing/database/databases.ts';
import { TEST_CREDENTIAL_KEYS } from '@undertow/server/testing/rithmic.ts';
import { unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';

const GIVEN = process.env['DATABASE_URL_TEST'];
const CANARY = 'cAnArY-p4ss-9f2e71';
const KEY = TEST_CREDENTIAL_KEYS.get('k1') ?? Buffer.alloc(0);
const SECRETS = [CANARY, KEY.toString('hex'), KEY.toString('base64')];
/** As plain text, and in common encodings. */
const FORMS = SECRETS.flatMap((secret) => {
  const bytes = Buffer.from(secret, 'utf8');
  return [
    bytes,
    Buffer.from(bytes.toString('base64')),
    Buffer.from(bytes.toString('hex')),
    Buffer.from(secret, 'utf16le'),
  ];
});

/** Names of what contains the canary. */
function hits(found: Readonly<Record<string, Buffer | string>>): readonly string[] {
  return Object.keys(found).filter((name) => {
    const bytes = Buffer.from(found[name] ?? '');
    return FORMS.some((form) => bytes.includes(form));
  });
}

function filesBelow(folder: string): Readonly<Record<string, Buffer>> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => [join(parentPath, name), readFileSync(join(parentPath, name))]),
  );
}

test('T32 the search finds the password in every encoding', () => {
  const packed = {
    json: JSON.stringify({ password: CANARY }),
    base64: Buffer.from(CANARY).toString('base64'),
  };
  expect(hits({ ...packed, clean: 'nothing' })).toEqual(['json', 'base64']);
});

test('T32 responses, log, metrics, export and database hold no password, whatever is done with it', async () => {
  const app = await openTestApp();
  const user = await app.newUser('pro', [1]);
  const admin = await app.newUser('free');
  await app.promote(admin);
  const responses: Record<string, Buffer> = {};
  const own = { origin: TEST_ORIGIN, 'sec-fetch-site': 'same-origin' };
  let calls = 0;
  async function send(method: 'GET' | 'POST', url: string, payload?: unknown, more: object = {}) {
    const body = payload === undefined ? {} : { payload: payload as string };
    const headers = { ...own, ...user.headers, ...more };
    const response = await app.http.inject({ method, url, headers, ...body });
    calls += 1;
    responses[`${calls} ${method} ${url}`] = Buffer.concat([
      Buffer.from(JSON.stringify(response.headers)),
      response.rawPayload,
    ]);
    return response;
  }
  const json = { 'content-type': 'application/json' };
  const details = { username: 'trader', password: CANARY };
  const url = '/api/rithmic-connection';
  const state = async () => (await send('GET', url)).json().status;

  await send('POST', url, details);
  await expect.poll(state).toBe('connected');
  for (const fault of ['wrong_password', 'session_limit', 'gateway_down', null] as const) {
    app.rithmic.fault = fault;
    await send('POST', url, details);
    await expect.poll(() => app.rithmic.loginAttempts.length).toBeGreaterThan(0);
    await send('POST', `${url}/test`);
  }
  await expect.poll(state).toBe('connected');
  // A refusal repeats nothing of it
  await send('POST', url, { ...details, server: CANARY });
  await send('POST', url, { ...details, extra: CANARY });
  await send('POST', url, { password: [CANARY] });
  await send('POST', url, `{"username":"x","password":"${CANARY}`, json);
  await send('POST', url, `password=${CANARY}`, { 'content-type': 'application/x-www-form-urlencoded' });
  await send('POST', url, details, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' });
  await send('POST', `${url}?password=${CANARY}`, details);
  // The database breaks in the middle of a save
  await app.orm.execute(sql`ALTER TABLE broker_credentials RENAME TO broker_credentials_away`);
  expect((await send('POST', url, details)).statusCode).toBe(500);
  await app.orm.execute(sql`ALTER TABLE broker_credentials_away RENAME TO broker_credentials`);
  // A row that does not open
  await app.orm.execute(sql`UPDATE broker_credentials SET data_key = 'v1.k1.AAAA'`);
  await send('POST', `${url}/test`);
  await send('POST', url, details);
  const archive = await app.parts.sessions.start(user.id, { device: 'x', authAtMs: app.parts.clock.nowMs() });
  const exported = await send('GET', '/api/account/export', undefined, {
    cookie: `${app.parts.sessions.cookieName}=${archive}`,
  });
  expect(exported.statusCode).toBe(200);
  const files = unzipSync(exported.rawPayload);
  expect(Object.keys(files).join()).toContain('trading-platform');
  await send('GET', `/api/admin/users/${user.id}`, undefined, admin.headers);
  await send('GET', '/metrics');
  await send('GET', '/api/admin/audit', undefined, admin.headers);

  const tables: Record<string, string> = {};
  const names = await rowsOf<{ name: string }>(
    app.orm,
    sql`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`,
  );
  for (const { name } of names)
    tables[name] = JSON.stringify(await rowsOf(app.orm, sql`SELECT * FROM ${sql.identifier(name)}`));
  expect(tables['broker_credentials']).toContain('v1.k1.');
  await send('POST', '/api/user/rithmic-connection/disconnect');
  // Tables, their history and the write-ahead log
  const database = { database: await app.dump() };
  expect(database.database.length).toBeGreaterThan(1_000_000);
  expect(app.logged.length).toBeGreaterThan(5);
  const shown = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)]));
  expect(app.logged.filter((line) => line.includes(CANARY))).toEqual([]);
  expect(hits({ ...responses, ...shown, ...tables, ...database, log: app.logged.join('\n') })).toEqual([]);
  await app.close();
});

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: hasPostgres(GIVEN) },
])('$kind database', ({ kind, present }) => {
  test.skipIf(!present)(
    'T32 files of the database and a backup that nobody sealed hold ciphertext only',
    async () => {
      const folder = mkdtempSync(join(tmpdir(), 'undertow-canary-'));
      const server = kind === 'postgres' ? await startPostgres(GIVEN) : null;
      const place = { dataDir: join(folder, 'data'), databaseUrl: await server?.createDatabase('migrated') };
      if (kind === 'embedded') layDatabase(place.dataDir);
      const database = await openDatabase(place);
      const { users, connectionStore } = createStores(database.orm);
      const { id: userId } = await users.ensure('https://id.example', 'canary', 0);
      const seal = createCredentialSeal(TEST_CREDENTIAL_KEYS);
      const where = { server: 'rithmic_paper_server', domain: 'rithmic_paper_domain', system: null } as const;
      const sealed = seal.seal(userId, Buffer.from(CANARY));
      await connectionStore.save({ userId, username: 'trader', ...where, sealed }, 0, 'request');
      await database.close();
      const backups = join(folder, 'backups');
      const taken = await runCommand('backup', place, ['--to', backups], { BACKUP_KEY: '' });
      expect(taken).toMatchObject({ status: 0 });
      const found = filesBelow(folder);
      expect(Object.keys(found).length).toBeGreaterThan(1);
      expect(hits(found)).toEqual([]);
      await server?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  );
});
