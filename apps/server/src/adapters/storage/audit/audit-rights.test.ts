/** T40: what the server's role in PostgreSQL may not do to the audit log, whatever it sends. */
import { expect, test } from 'vitest';
import { createAuditHeadFile } from '#adapters/storage/database/chain-heads-file.ts';
import type { Orm } from '#adapters/storage/database/orm.ts';
import { hasPostgres, openTestDatabase } from '#testing/database/databases.ts';
import { outcomeOf, REFUSED } from '#testing/database/statement-outcome.ts';
import { createAuditHistory } from './audit-history.ts';
import { createAuditLog } from './audit-log.ts';

const GIVEN = process.env['DATABASE_URL_TEST'];
const NOW = Date.UTC(2026, 10, 23);

const FORBIDDEN = [
  "UPDATE audit_log SET actor = 'somebody else' WHERE number = 2",
  'UPDATE audit_log SET at_ms = at_ms',
  'DELETE FROM audit_log WHERE number = 3',
  'TRUNCATE audit_log',
  'TRUNCATE users CASCADE',
  'DROP TABLE audit_log',
  'ALTER TABLE audit_log RENAME TO audit_log_before',
  'ALTER TABLE audit_log OWNER TO CURRENT_USER',
  'ALTER TABLE audit_log DISABLE TRIGGER ALL',
  'ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only',
  'DROP TRIGGER audit_log_append_only ON audit_log',
  'CREATE TRIGGER t BEFORE INSERT ON audit_log EXECUTE FUNCTION refuse_audit_change()',
  'CREATE RULE r AS ON INSERT TO audit_log DO INSTEAD NOTHING',
  'SET session_replication_role = replica',
  'SET ROLE pg_write_all_data',
  'DO $$ BEGIN LOCK TABLE audit_log IN ACCESS EXCLUSIVE MODE; END $$',
  'SELECT 1 FROM audit_log FOR UPDATE',
  // Outside the chain, and behind its end
  'INSERT INTO audit_log SELECT number + 3, at_ms, actor, action, subject, request_id, values_digest, previous_hash, hash FROM audit_log',
  "INSERT INTO audit_values VALUES (9, 'a', '', '{}')",
  "UPDATE audit_values SET details = '{}'",
  'TRUNCATE audit_values',
  'ALTER TABLE audit_values DISABLE TRIGGER audit_values_go_with_their_person',
  'UPDATE audit_head SET count = 0',
  'DELETE FROM audit_head',
  // Tables and functions that would be mistaken for ours
  'CREATE TEMPORARY TABLE audit_log (subject text, action text)',
  'CREATE TABLE audit_log_2 (number bigint)',
  "CREATE OR REPLACE FUNCTION audit_hash(parts text[]) RETURNS text LANGUAGE sql AS $$ SELECT '' $$",
  'DROP FUNCTION append_audit(bigint, text, text, text, text, text)',
  // What else only grows
  "UPDATE track_record SET body = ''",
  'DELETE FROM track_record',
  'DELETE FROM schema_migrations',
];

const append = (orm: Orm, subject: string, action: 'session.revoked' | 'erasure.done' = 'session.revoked') =>
  createAuditLog(orm).append({ actor: 'test', action, subject, details: { count: 1 }, requestId: null }, NOW);

test.runIf(hasPostgres(GIVEN))(
  'T40 the server’s role appends to the audit log and can neither change, remove, cut off nor hide a row',
  async () => {
    // Within the test: roles that may do more are refused where they are made
    const { orm, close } = await openTestDatabase('postgres', GIVEN);
    for (const subject of ['a', 'b', 'c']) await append(orm, subject);
    const history = createAuditHistory(orm, createAuditHeadFile(null));
    await history.witness();
    // A warning only: what it would have given is tried below
    expect(await outcomeOf(orm, 'GRANT ALL ON audit_log TO CURRENT_USER')).toBe('done');
    const outcomes: Record<string, string> = {};
    for (const statement of FORBIDDEN) outcomes[statement] = await outcomeOf(orm, statement);
    expect(outcomes).toEqual(Object.fromEntries(FORBIDDEN.map((statement) => [statement, REFUSED])));
    await append(orm, 'd');
    expect(await history.verify()).toEqual({ count: 4, fault: null });
    await close();
  },
);

test.runIf(hasPostgres(GIVEN))(
  'T40 values of the audit log go with an erased person, and no others',
  async () => {
    const { orm, close } = await openTestDatabase('postgres', GIVEN);
    for (const subject of ['a', 'b']) await append(orm, subject);
    const remove = "DELETE FROM audit_values WHERE user_id = 'a'";
    expect(await outcomeOf(orm, remove)).toMatch(/erased person only/);
    await append(orm, 'a', 'erasure.done');
    expect(await outcomeOf(orm, remove)).toBe('done');
    expect(await outcomeOf(orm, 'DELETE FROM audit_values')).toMatch(/erased person only/);
    await close();
  },
);
