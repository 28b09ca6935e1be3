/** The command that checks the audit log: its output and its exit code, on a data folder of its own. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, openDatabase } from '#adapters/storage/database/database.ts';
import { createStores } from '#adapters/storage/stores.ts';
import { COMMAND_FLAGS, environmentOf } from '#testing/commands.ts';
import { layDatabase } from '#testing/database/databases.ts';

const COMMAND = fileURLToPath(new URL('./verify-audit.ts', import.meta.url));

let dataDir = '';
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'undertow-verify-'));
  layDatabase(dataDir);
});
afterAll(() => rmSync(dataDir, { recursive: true }));

async function within(act: (database: Database) => Promise<void>): Promise<void> {
  const database = await openDatabase({ dataDir });
  try {
    await act(database);
  } finally {
    await database.close();
  }
}

function run() {
  const env = environmentOf({ dataDir, databaseUrl: undefined });
  const { status, stdout, stderr } = spawnSync(process.execPath, [...COMMAND_FLAGS, COMMAND], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('an intact log is reported as intact, a changed row is named and the command exits with 1', async () => {
  await within(async ({ orm }) => {
    const { audit, auditHistory } = createStores(orm, undefined, dataDir);
    for (const subject of ['a', 'b', 'c'])
      await audit.append(
        { actor: 'test', action: 'session.revoked', subject, details: { count: 1 }, requestId: null },
        1,
      );
    await auditHistory.witness();
  });
  expect(run()).toEqual({ status: 0, stdout: 'The audit log is intact: 3 rows.\n', stderr: '' });
  await within(async ({ orm }) => {
    await orm.execute(sql`DROP TRIGGER audit_log_append_only ON audit_log`);
    await orm.execute(sql`UPDATE audit_log SET subject = 'd' WHERE number = 2`);
  });
  expect(run()).toEqual({
    status: 1,
    stdout: 'The audit log is BROKEN: row 2 was changed.\n',
    stderr: '',
  });
}, 180_000);
