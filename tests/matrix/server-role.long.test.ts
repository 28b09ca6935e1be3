/** Every row of the matrix again on PostgreSQL, as the server's role, which owns nothing: no route needs more than its grants. */

import type { Database } from '@undertow/server/src/adapters/storage/database/database.ts';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { mayChangeAudit } from '@undertow/server/src/adapters/storage/database-roles/audit-reach.ts';
import { openTestApp, type TestApp, type TestUser } from '@undertow/server/testing/app.ts';
import { hasPostgres, openTestDatabase } from '@undertow/server/testing/database/databases.ts';
import { createJournalWorkInProcess } from '@undertow/server/testing/journal-in-process.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { MATRIX } from './authorisation-rows.ts';
import { callRow, OWN } from './call-row.ts';
import { CALLERS } from './matrix-row.ts';

const GIVEN = process.env['DATABASE_URL_TEST'];

describe.runIf(hasPostgres(GIVEN))('as the server’s role on PostgreSQL', () => {
  let database: Database;
  let app: TestApp;
  let other: TestUser;
  beforeAll(async () => {
    database = await openTestDatabase('postgres', GIVEN);
    app = await openTestApp({ database, journalWork: createJournalWorkInProcess() });
    other = await app.newUser('elite', [1, 2]);
  });
  afterAll(() => app?.close());

  test.each(MATRIX.map((row) => ({ name: `${row.route}, ${row.situation}`, row })))(
    '$name',
    async ({ row }) => {
      for (const caller of ['E', 'A'] as const) {
        const user = await app.newUser(caller === 'E' ? 'elite' : 'free', row.instruments);
        if (caller === 'A') await app.promote(user);
        const { statusCode } = await callRow(row, { app, caller, user, other }, OWN);
        expect([caller, statusCode]).toEqual([caller, row.statuses[CALLERS.indexOf(caller)]]);
      }
    },
  );

  test('the audit log they wrote is complete, and the role cannot change it', async () => {
    expect(await mayChangeAudit(app.orm)).toBe(false);
    await app.stores.auditHistory.witness();
    const { count, fault } = await app.stores.auditHistory.verify();
    expect(fault).toBeNull();
    expect(count).toBeGreaterThan(100);
    const acts = await rowsOf(app.orm, sql`SELECT DISTINCT action FROM audit_log`);
    expect(acts.length).toBeGreaterThan(15);
  });
});
