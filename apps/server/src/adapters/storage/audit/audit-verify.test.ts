/** G23: whatever is changed behind the server in the audit log is found, by an owner of the database who switches its guards off too. */
import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAuditHeadFile } from '#adapters/storage/database/chain-heads-file.ts';
import type { Database } from '#adapters/storage/database/database.ts';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import type { AuditEntry } from '#ports/accounts.ts';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { createAuditHistory } from './audit-history.ts';
import { createAuditLog } from './audit-log.ts';
import { verifyAudit } from './audit-verify.ts';

const NOW = Date.UTC(2026, 10, 22);
const ROWS = 30;
/** Rows of this user are erased before the tamperings begin. */
const ERASED = 'person-2';
const ERASED_AT = 20;
/** Smaller than the log, so that the tamperings fall on the seams of pages too. */
const PAGE = 7;
const TAMPERINGS = process.env['LONG_TESTS'] === '1' ? 1000 : 150;

let database: Database;
const headFile = createAuditHeadFile(null);

const entryOf = (at: number): AuditEntry => ({
  actor: at % 5 === 0 ? 'admin' : `person-${at % 4}`,
  action: at % 3 === 0 ? 'tier.granted' : 'session.revoked',
  subject: `person-${at % 4}`,
  details: { before: null, after: `plan ${at}`, count: at },
  requestId: at % 2 === 0 ? null : `request-${at}`,
});

beforeAll(async () => {
  database = await openMemoryDatabase();
  const log = createAuditLog(database.orm);
  for (let at = 1; at <= ROWS; at += 1) {
    const erasure = { ...entryOf(at), action: 'erasure.done', subject: ERASED, details: {} } as const;
    await log.append(at === ERASED_AT ? erasure : entryOf(at), NOW + at);
  }
  await database.orm.execute(
    sql`DELETE FROM audit_values WHERE user_id = ${ERASED} AND number <= ${ERASED_AT}`,
  );
  await createAuditHistory(database.orm, headFile).witness();
});
afterAll(() => database.close());

/** A change that an owner of the database makes; true when it changed something. */
type Tampering = (tx: Orm) => Promise<boolean>;

async function changes(tx: Orm, statement: ReturnType<typeof sql>): Promise<boolean> {
  const result = (await tx.execute(statement)) as { affectedRows?: number; rowCount?: number };
  return (result.affectedRows ?? result.rowCount ?? 0) > 0;
}

const place = fc.integer({ min: 1, max: ROWS });
const shortText = fc.stringMatching(/^[a-z0-9:.-]{0,12}$/);

const editText = fc
  .tuple(
    place,
    fc.constantFrom('actor', 'action', 'subject', 'request_id', 'values_digest', 'previous_hash', 'hash'),
    shortText,
  )
  .map(
    ([number, column, value]): Tampering =>
      (tx) => {
        const name = sql.identifier(column);
        return changes(
          tx,
          sql`UPDATE audit_log SET ${name} = ${value} WHERE number = ${number} AND ${name} IS DISTINCT FROM ${value}`,
        );
      },
  );

const editTime = fc.tuple(place, fc.integer({ min: 1, max: 1_000_000 })).map(
  ([number, later]): Tampering =>
    (tx) =>
      changes(tx, sql`UPDATE audit_log SET at_ms = at_ms + ${later} WHERE number = ${number}`),
);

const editNumber = fc.tuple(place, fc.integer({ min: -3, max: 2 * ROWS })).map(
  ([number, other]): Tampering =>
    (tx) =>
      changes(
        tx,
        sql`UPDATE audit_log SET number = ${other} WHERE number = ${number}
      AND NOT EXISTS (SELECT 1 FROM audit_log WHERE number = ${other})`,
      ),
);

const editValues = fc.tuple(place, fc.constantFrom('user_id', 'salt', 'details'), shortText).map(
  ([number, column, value]): Tampering =>
    (tx) => {
      const name = sql.identifier(column);
      return changes(
        tx,
        sql`UPDATE audit_values SET ${name} = ${value} WHERE number = ${number} AND ${name} <> ${value}`,
      );
    },
);

const removeRows = fc.tuple(place, fc.integer({ min: 0, max: 5 })).map(
  ([from, more]): Tampering =>
    async (tx) => {
      const removed = await changes(
        tx,
        sql`DELETE FROM audit_log WHERE number BETWEEN ${from} AND ${from + more}`,
      );
      await tx.execute(sql`DELETE FROM audit_values WHERE number BETWEEN ${from} AND ${from + more}`);
      return removed;
    },
);

const removeValues = place.map(
  (number): Tampering =>
    (tx) =>
      changes(tx, sql`DELETE FROM audit_values WHERE number = ${number}`),
);

/** The last rows, and the note of the end in the database set back with them. */
const cutTail = fc.integer({ min: 0, max: ROWS - 1 }).map(
  (left): Tampering =>
    async (tx) => {
      await tx.execute(sql`DELETE FROM audit_values WHERE number > ${left}`);
      await tx.execute(sql`UPDATE audit_head SET count = ${left}, hash =
    coalesce((SELECT hash FROM audit_log WHERE number = ${left}), repeat('0', 64))`);
      return changes(tx, sql`DELETE FROM audit_log WHERE number > ${left}`);
    },
);

const swapRows = fc.tuple(place, place).map(
  ([one, other]): Tampering =>
    async (tx) => {
      if (one === other) return false;
      await tx.execute(sql`UPDATE audit_log SET number = CASE number
    WHEN ${one} THEN ${-other}::bigint ELSE ${-one}::bigint END WHERE number IN (${one}, ${other})`);
      return changes(tx, sql`UPDATE audit_log SET number = -number WHERE number < 0`);
    },
);

const swapValues = fc.tuple(place, place).map(
  ([one, other]): Tampering =>
    async (tx) => {
      if (one === other) return false;
      await tx.execute(sql`UPDATE audit_values SET number = CASE number
    WHEN ${one} THEN ${-other}::bigint ELSE ${-one}::bigint END WHERE number IN (${one}, ${other})`);
      return changes(tx, sql`UPDATE audit_values SET number = -number WHERE number < 0`);
    },
);

/** A duplicated row: at the end, before the first one, or with the same number. */
const insertRow = fc.tuple(place, fc.integer({ min: -2, max: ROWS + 3 })).map(
  ([like, at]): Tampering =>
    async (tx) => {
      await tx.execute(sql`ALTER TABLE audit_log DROP CONSTRAINT audit_log_pkey`);
      return changes(
        tx,
        sql`INSERT INTO audit_log SELECT ${at}::bigint, at_ms, actor, action, subject, request_id, values_digest,
        previous_hash, hash FROM audit_log WHERE number = ${like}`,
      );
    },
);

const insertValues = fc.integer({ min: -2, max: ROWS + 3 }).map(
  (at): Tampering =>
    async (tx) => {
      await tx.execute(sql`ALTER TABLE audit_values DROP CONSTRAINT audit_values_pkey`);
      return changes(tx, sql`INSERT INTO audit_values VALUES (${at}::bigint, ${ERASED}, 'salt', '{}')`);
    },
);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Forges the log from a row on, with every later hash recomputed, the stored end of the chain too. */
const rewriteFrom = fc.tuple(place, shortText).map(
  ([from, reason]): Tampering =>
    async (tx) => {
      const digest = sha256(`salt{"reason":"${reason}"}`);
      await tx.execute(sql`UPDATE audit_log SET values_digest = ${digest} WHERE number = ${from}`);
      await tx.execute(sql`DELETE FROM audit_values WHERE number = ${from}`);
      await tx.execute(sql`INSERT INTO audit_values
    SELECT number, subject, 'salt', ${`{"reason":"${reason}"}`} FROM audit_log WHERE number = ${from}`);
      await tx.execute(sql`DO $$
    DECLARE r record; last text := repeat('0', 64); linked text;
    BEGIN
      FOR r IN SELECT * FROM audit_log ORDER BY number LOOP
        linked := audit_hash(ARRAY[r.number::text, r.at_ms::text, r.actor, r.action, r.subject, r.request_id,
          r.values_digest, last]);
        UPDATE audit_log SET previous_hash = last, hash = linked WHERE number = r.number;
        last := linked;
      END LOOP;
      UPDATE audit_head SET hash = last;
    END $$`);
      return true;
    },
);

const moveHead = fc.tuple(fc.integer({ min: 0, max: 2 * ROWS }), fc.boolean()).map(
  ([count, removed]): Tampering =>
    (tx) =>
      removed
        ? changes(tx, sql`DELETE FROM audit_head`)
        : changes(tx, sql`UPDATE audit_head SET count = ${count}, hash = ${sha256(String(count))}`),
);

const tampering = fc.oneof(
  editText,
  editTime,
  editNumber,
  editValues,
  removeRows,
  removeValues,
  cutTail,
  swapRows,
  swapValues,
  insertRow,
  insertValues,
  rewriteFrom,
  moveHead,
);

class Undo extends Error {}

/** What verification finds with the change; undefined when it changed nothing. It is rolled back. */
async function faultOf(tamper: Tampering): Promise<string | null | undefined> {
  let fault: string | null | undefined;
  const act = database.orm.transaction(async (tx) => {
    for (const table of ['audit_log', 'audit_values', 'audit_head'])
      await tx.execute(sql`ALTER TABLE ${sql.identifier(table)} DISABLE TRIGGER ALL`);
    if (await tamper(tx)) fault = (await verifyAudit(tx, headFile, PAGE)).fault;
    throw new Undo();
  });
  await act.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return fault;
}

test('an unchanged log verifies, also without the values of an erased person', async () => {
  expect(await verifyAudit(database.orm, headFile, PAGE)).toEqual({ count: ROWS, fault: null });
  const gone = await rowsOf(
    database.orm,
    sql`SELECT 1 FROM audit_log l LEFT JOIN audit_values v USING (number) WHERE v.number IS NULL`,
  );
  expect(gone.length).toBeGreaterThan(5);
});

test(`${TAMPERINGS} of ${TAMPERINGS} random tamperings are found`, async () => {
  let tried = 0;
  await fc.assert(
    fc.asyncProperty(tampering, async (tamper) => {
      const fault = await faultOf(tamper);
      fc.pre(fault !== undefined);
      tried += 1;
      expect(fault).toEqual(expect.any(String));
    }),
    { numRuns: TAMPERINGS, seed: Number(process.env['PROPERTY_SEED'] ?? 1) },
  );
  expect(tried).toBe(TAMPERINGS);
}, 300_000);

test.each([
  ['changed', 'row 5 was changed', sql`UPDATE audit_log SET actor = 'nobody' WHERE number = 5`],
  ['removed', 'row 5 is missing', sql`DELETE FROM audit_log WHERE number = 5`],
  [
    'given other values',
    'the values of row 5 were changed',
    sql`UPDATE audit_values SET details = '{}' WHERE number = 5`,
  ],
  ['silenced', 'the values of row 5 are missing', sql`DELETE FROM audit_values WHERE number = 5`],
  ['cut off behind', '2 rows are missing at its end', sql`DELETE FROM audit_log WHERE number > ${ROWS - 2}`],
])('a row that was %s is named', async (_word, words, statement) => {
  expect(await faultOf((tx) => changes(tx, statement))).toBe(words);
});
