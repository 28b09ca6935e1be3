/** An erasure leaves nothing of a user but what the law keeps, and what it keeps names nobody. */
import { DAY_MS, WEEK_MS } from '@undertow/market';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import { CANARY, writeCanaryRows } from '#testing/canary-rows.ts';
import { hasPostgres, openTestDatabase, type TestDatabase } from '#testing/database/databases.ts';

const NOW = Date.UTC(2026, 10, 20);
const given = process.env['DATABASE_URL_TEST'];

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: hasPostgres(given) },
] as const)('$kind database', ({ kind, present }) => {
  let database: TestDatabase;
  let stores: Stores;
  let people = 0;
  beforeAll(async () => {
    if (!present) return;
    database = await openTestDatabase(kind, given);
    stores = createStores(database.orm);
  });
  afterAll(() => database?.close());

  async function newUser(name = `person-${people}`): Promise<string> {
    people += 1;
    const person = { issuer: 'https://id.example', sub: `${name}-sub-${people}` };
    const { id } = await stores.users.signIn(
      { ...person, email: `${name}@example.com`, firstName: name },
      NOW,
    );
    return id;
  }

  async function everything(): Promise<Map<string, string>> {
    const names = await rowsOf<{ table_name: string }>(
      database.orm,
      sql`SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    const found = new Map<string, string>();
    for (const { table_name: name } of names) {
      found.set(name, JSON.stringify(await rowsOf(database.orm, sql`SELECT * FROM ${sql.identifier(name)}`)));
    }
    return found;
  }

  const requested = (userId: string, atMs = NOW) => stores.erasures.request(userId, atMs, 'request');
  const setRole = (userId: string, role: string) =>
    database.orm.execute(sql`UPDATE users SET role = ${role} WHERE id = ${userId}`);

  test.skipIf(!present)(
    'of a canary in every table nothing is left, and nobody else loses anything',
    async () => {
      const userId = await newUser(CANARY);
      const other = await newUser('other');
      await writeCanaryRows(database.owner, userId, 3);
      await database.orm.execute(sql`DELETE FROM erasures`);
      const before = await everything();
      const held = [...before].filter(([, rows]) => rows.includes(CANARY)).map(([name]) => name);
      expect(held).toEqual(
        expect.arrayContaining(['users', 'registrations', 'invoices', 'subscriptions', 'alerts']),
      );
      await stores.preferences.save(other, { theme: 'dark' });

      await requested(userId);
      const outcome = await stores.erasures.carryOut(userId, NOW + WEEK_MS + DAY_MS);
      expect(outcome).toMatchObject({ kind: 'erased' });
      expect(outcome.kind === 'erased' && outcome.sessionIds).toHaveLength(3);
      for (const [name, rows] of await everything()) {
        // What an invoice says of the plan, what was shown and which text was agreed to must be kept by law
        const kept = ['data_usage', 'invoices', 'consents'].includes(name);
        // For an hour the keys of the account and of its sessions, so that every process forgets what it remembers of them
        const isNoted = name === 'changes';
        if (!kept && !isNoted) expect(rows, name).not.toContain(CANARY);
        if (name !== 'audit_log' && !isNoted) expect(rows, name).not.toContain(userId);
      }
      expect(await stores.users.find(other)).toBeDefined();
      expect((await stores.preferences.get(other)).theme).toBe('dark');
    },
  );

  test.skipIf(!present)('kept rows share one random pseudonym and lose what leads to the user', async () => {
    await database.orm.execute(sql`DELETE FROM invoices`);
    await database.orm.execute(sql`DELETE FROM consents`);
    const userId = await newUser();
    await writeCanaryRows(database.owner, userId, 2);
    await database.orm.execute(sql`DELETE FROM erasures`);
    await requested(userId);
    await stores.erasures.carryOut(userId, NOW + WEEK_MS + DAY_MS);
    const invoices = await rowsOf<Record<string, unknown>>(
      database.orm,
      sql`SELECT user_id, pseudonym, hosted_url, pdf_url, subscription_id, total_pence::int, kept_until_ms::text
          FROM invoices WHERE pseudonym IS NOT NULL`,
    );
    expect(invoices).toHaveLength(2);
    const [{ pseudonym, kept_until_ms: until } = {}] = invoices;
    expect(pseudonym).toMatch(/^[0-9a-f-]{36}$/);
    expect(pseudonym).not.toBe(userId);
    expect(invoices[0]).toMatchObject({
      user_id: null,
      hosted_url: null,
      pdf_url: null,
      subscription_id: null,
    });
    const consents = await rowsOf(
      database.orm,
      sql`SELECT ip_hash, version IS NOT NULL AS named FROM consents WHERE pseudonym = ${pseudonym}`,
    );
    expect(consents).toEqual([
      { ip_hash: null, named: true },
      { ip_hash: null, named: true },
    ]);
    // Six years and no longer
    const years = (Number(until) - NOW - WEEK_MS - DAY_MS) / (365.25 * DAY_MS);
    expect(years).toBeCloseTo(6, 3);
    await stores.erasures.pruneKept(Number(until));
    const left = () =>
      rowsOf(database.orm, sql`SELECT 1 FROM invoices WHERE pseudonym = ${pseudonym}`).then(
        (rows) => rows.length,
      );
    expect(await left()).toBe(2);
    await stores.erasures.pruneKept(Number(until) + 1);
    expect(await left()).toBe(0);
  });

  test.skipIf(!present)('it is requested once, carried out once, and not before its time', async () => {
    const userId = await newUser();
    const first = await requested(userId);
    expect(first).toEqual({ requestedAtMs: NOW, dueAtMs: NOW + WEEK_MS });
    expect(await requested(userId, NOW + DAY_MS)).toEqual(first);
    const mails = await rowsOf(
      database.orm,
      sql`SELECT template, facts FROM mail_outbox WHERE user_id = ${userId}`,
    );
    expect(mails).toEqual([{ template: 'erasure_requested', facts: { dueAtMs: NOW + WEEK_MS } }]);
    expect(await stores.erasures.due(NOW + WEEK_MS - 1)).not.toContain(userId);
    expect(await stores.erasures.carryOut(userId, NOW + WEEK_MS - 1)).toEqual({ kind: 'not-due' });
    expect(await stores.erasures.due(NOW + WEEK_MS)).toContain(userId);
    const many = Array.from({ length: 5 }, () => stores.erasures.carryOut(userId, NOW + WEEK_MS + DAY_MS));
    const kinds = (await Promise.all(many)).map(({ kind: outcome }) => outcome).toSorted();
    expect(kinds).toEqual(['erased', 'not-due', 'not-due', 'not-due', 'not-due']);
    const audited = await rowsOf(
      database.orm,
      sql`SELECT action, actor = subject AS own FROM audit_log WHERE subject = ${userId} ORDER BY number`,
    );
    expect(audited).toEqual([
      { action: 'erasure.requested', own: true },
      { action: 'erasure.done', own: false },
    ]);
  });

  test.skipIf(!present)('it can be withdrawn until it is due, and requested again', async () => {
    const userId = await newUser();
    await requested(userId);
    expect(await stores.erasures.undo(userId, NOW + WEEK_MS - 1, 'request')).toBe('undone');
    expect(await stores.erasures.undo(userId, NOW + WEEK_MS - 1, 'request')).toBe('none');
    expect(await stores.erasures.find(userId)).toBeUndefined();
    expect(await stores.erasures.carryOut(userId, NOW + WEEK_MS)).toEqual({ kind: 'not-due' });
    await requested(userId, NOW + WEEK_MS);
    expect(await stores.erasures.undo(userId, NOW + 2 * WEEK_MS, 'request')).toBe('late');
    const mails = await rowsOf(database.orm, sql`SELECT 1 FROM mail_outbox WHERE user_id = ${userId}`);
    expect(mails).toHaveLength(2);
  });

  test.skipIf(!present)('while somebody pays, or work or a last mail waits, the account stays', async () => {
    const userId = await newUser();
    await writeCanaryRows(database.owner, userId, 1);
    await database.orm.execute(sql`DELETE FROM erasures`);
    await requested(userId);
    const change = (statement: ReturnType<typeof sql>) => database.orm.execute(statement);
    const atDue = () => stores.erasures.carryOut(userId, NOW + WEEK_MS);
    await change(sql`UPDATE subscriptions SET status = 'past_due' WHERE user_id = ${userId}`);
    await change(sql`UPDATE billing_tasks SET done_at_ms = NULL WHERE user_id = ${userId}`);
    expect(await atDue()).toEqual({ kind: 'subscription-goes-on' });
    await change(sql`UPDATE subscriptions SET status = 'canceled' WHERE user_id = ${userId}`);
    expect(await atDue()).toEqual({ kind: 'work-waits' });
    await change(sql`UPDATE billing_tasks SET done_at_ms = 1 WHERE user_id = ${userId}`);
    expect(await atDue()).toEqual({ kind: 'mail-waits' });
    expect(await stores.users.find(userId)).toBeDefined();
    expect(await stores.erasures.carryOut(userId, NOW + WEEK_MS + 3_600_000)).toMatchObject({
      kind: 'erased',
    });
  });

  test.skipIf(!present)(
    'the last administrator stays, and of two who request it at once only one may go',
    async () => {
      await database.orm.execute(sql`UPDATE users SET role = 'user'`);
      const [one, two] = [await newUser(), await newUser()];
      await setRole(one, 'admin');
      expect(await requested(one)).toBe('last-admin');
      await setRole(two, 'admin');
      const results = await Promise.all([requested(one), requested(two)]);
      expect(results.filter((result) => result === 'last-admin')).toHaveLength(1);
      const leaving = results[0] === 'last-admin' ? two : one;
      const staying = leaving === one ? two : one;
      // The other one was demoted meanwhile
      await setRole(staying, 'user');
      expect(await stores.erasures.carryOut(leaving, NOW + WEEK_MS + DAY_MS)).toEqual({ kind: 'last-admin' });
      await setRole(staying, 'admin');
      expect(await stores.erasures.carryOut(leaving, NOW + WEEK_MS + DAY_MS)).toMatchObject({
        kind: 'erased',
      });
    },
  );
});
