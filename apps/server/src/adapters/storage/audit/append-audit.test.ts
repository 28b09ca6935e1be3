/** The audit log is written by one function, which keeps its numbers without gaps under concurrency. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabase } from '#adapters/storage/database/database.ts';
import { migrate, readMigrations } from '#adapters/storage/database/migrate.ts';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { createStores } from '#adapters/storage/stores.ts';
import type { AuditEntry } from '#ports/accounts.ts';
import {
  hasPostgres,
  openBlankDatabase,
  openMemoryDatabase,
  startPostgres,
  type TestServer,
} from '#testing/database/databases.ts';
import { appendAudit } from './append-audit.ts';

const NOW = Date.UTC(2026, 10, 22);
const given = process.env['DATABASE_URL_TEST'];
/** The chain is made by migration 19. */
const LAST_WITHOUT_CHAIN = 18;
const SOURCES = join(import.meta.dirname, '../../..');

const entryOf = (subject: string): AuditEntry => ({
  actor: 'test',
  action: 'session.revoked',
  subject,
  details: { count: 1 },
  requestId: null,
});

const rowsIn = (orm: Orm) =>
  rowsOf<{ number: string; previous_hash: string; hash: string; subject: string }>(
    orm,
    sql`SELECT number::text, previous_hash, hash, subject FROM audit_log ORDER BY audit_log.number`,
  );

async function expectOneChain(orm: Orm, count: number): Promise<void> {
  const rows = await rowsIn(orm);
  expect(rows.map(({ number }) => Number(number))).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  const before = ['0'.repeat(64), ...rows.map(({ hash }) => hash)];
  expect(rows.map((row) => row.previous_hash)).toEqual(before.slice(0, -1));
  const head = await rowsOf(orm, sql`SELECT count::int, hash FROM audit_head`);
  expect(head).toEqual([{ count, hash: before.at(-1) }]);
}

test('no source but append-audit.ts writes into the audit log', () => {
  const writes =
    /SELECT append_audit|insert\(\s*audit(Log|Values|Head)|INSERT\s+INTO\s+audit_|UPDATE\s+audit_/i;
  const names = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  const found = names.filter(
    (name) => /(?<!\.test)\.ts$/.test(name) && writes.test(readFileSync(join(SOURCES, name), 'utf8')),
  );
  expect(found).toEqual([join('adapters', 'storage', 'audit', 'append-audit.ts')]);
});

test('rows from before the chain are chained in their order, under the present names', async () => {
  const { orm, close } = await openBlankDatabase();
  const all = readMigrations();
  await migrate(orm, all.slice(0, LAST_WITHOUT_CHAIN));
  for (const action of ['bootstrap_admin', 'grant_tier', 'withdraw_tier', 'register', 'erasure.undone'])
    await orm.execute(sql`INSERT INTO audit_log (at_ms, actor, action, subject, details)
      VALUES (${NOW}, 'test', ${action}, 'somebody', '{"reason": "before"}')`);
  await migrate(orm, all);
  const values = await rowsOf(
    orm,
    sql`SELECT number::int, action, details::json FROM audit_log JOIN audit_values USING (number) ORDER BY 1`,
  );
  expect(values).toEqual(
    ['role.bootstrapped', 'tier.granted', 'tier.withdrawn', 'registration.made', 'erasure.undone'].map(
      (action, at) => ({ number: at + 1, action, details: { reason: 'before' } }),
    ),
  );
  await appendAudit(orm, entryOf('somebody'), NOW);
  await expectOneChain(orm, 6);
  await close();
});

test('a transaction that fails leaves no row and no gap', async () => {
  const { orm, close } = await openMemoryDatabase();
  const failing = orm.transaction(async (tx) => {
    await appendAudit(tx, entryOf('never'), NOW);
    throw new Error('after the row');
  });
  await expect(failing).rejects.toThrow('after the row');
  await appendAudit(orm, entryOf('first'), NOW);
  await expectOneChain(orm, 1);
  await close();
});

test('many rows at once are written each, in the order in which they came', async () => {
  const { orm, close } = await openMemoryDatabase();
  const { audit } = createStores(orm);
  const subjects = Array.from({ length: 250 }, (_, at) => `user-${at}`);
  await Promise.all(subjects.map((subject) => audit.append(entryOf(subject), NOW)));
  await expectOneChain(orm, 250);
  expect((await rowsIn(orm)).map(({ subject }) => subject)).toEqual(subjects);
  await close();
});

describe.skipIf(!hasPostgres(given))('PostgreSQL', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startPostgres(given);
  });
  afterAll(() => server?.stop());

  test('two processes that append at once, alone and within acts, keep one chain without a gap', async () => {
    const databaseUrl = await server.createDatabase();
    const processes = [
      await openDatabase({ dataDir: null, databaseUrl }),
      await openDatabase({ dataDir: null, databaseUrl }),
    ];
    const writes = processes.flatMap(({ orm }, place) => {
      const { audit, tiers, users } = createStores(orm);
      const alone = Array.from({ length: 100 }, (_, at) => audit.append(entryOf(`${place}/${at}`), NOW));
      const acts = Array.from({ length: 20 }, async (_, at) => {
        const { id: userId } = await users.ensure('https://id.example', `${place}/${at}`, NOW);
        const grant = { userId, tier: 'pro', actor: 'test', reason: 'test', expiresAtMs: null } as const;
        await tiers.grant(grant, NOW);
        await tiers.withdraw({ userId, actor: 'test', reason: 'test' }, NOW + 1);
      });
      return [...alone, ...acts];
    });
    await Promise.all(writes);
    await expectOneChain(processes[0]!.orm, 2 * (100 + 40));
    for (const { close } of processes) await close();
  });
});
