/** What changes in the database is noted with it, in the order of the commits, and nothing that was rolled back is. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { accountRules, DEFAULT_RETENTION, removeOld } from '#adapters/storage/operations/retention.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import type { ChangeLog, Hint } from '#ports/cluster/changes.ts';
import { hasPostgres, openTestDatabase, type TestDatabase } from '#testing/database/databases.ts';
import { openTwoProcesses, type TwoProcesses } from '#testing/database/two-processes.ts';
import { subscriptionSnapshot } from '#testing/provider.ts';
import { createChangeLog } from './change-log.ts';

const given = process.env['DATABASE_URL_TEST'];
const NOW = Date.UTC(2026, 10, 20, 16);
const actor = { actor: 'test', requestId: 'r' };

async function watch(orm: Orm, userId: string, instrumentId = 1): Promise<void> {
  await orm.execute(sql`INSERT INTO watchlist VALUES (${userId}, ${instrumentId}, 1)`);
}

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: hasPostgres(given) },
] as const)('$kind database', ({ kind, present }) => {
  let database: TestDatabase;
  let stores: Stores;
  let log: ChangeLog;
  beforeAll(async () => {
    if (!present) return;
    database = await openTestDatabase(kind, given);
    stores = createStores(database.orm);
    log = createChangeLog(database.orm);
  }, 120_000);
  afterAll(() => database?.close());

  const newUser = async (): Promise<string> =>
    (await stores.users.ensure('https://id.example', randomUUID(), NOW)).id;
  /** What the act is noted as. */
  async function notedBy(act: () => Promise<unknown>): Promise<readonly Hint[]> {
    const before = await log.latest();
    await act();
    return (await log.since(before)).map(({ hint }) => hint);
  }
  const session = (userId: string) => ({
    ...{ idHash: randomUUID(), publicId: randomUUID(), userId, createdAtMs: NOW, lastSeenAtMs: NOW },
    ...{ device: 'test', authAtMs: NOW },
  });
  const user = (userId: string): Hint => ({ topic: 'userChanged', message: { userId } });
  const rules = (userId: string): Hint => ({ topic: 'alertRulesChanged', message: { userId } });
  const controls: Hint = { topic: 'controlsChanged', message: {} };

  test.runIf(present)('what concerns a user is noted once a transaction', async () => {
    const id = await newUser();
    const by = { userId: id, actor: 'test', reason: 'test' };
    expect(await notedBy(() => stores.tiers.grant({ ...by, tier: 'pro', expiresAtMs: null }, NOW))).toEqual([
      user(id),
    ]);
    expect(await notedBy(() => stores.tiers.withdraw(by, NOW + 1))).toEqual([user(id)]);
    expect(await notedBy(() => stores.watchlist.add(id, 1, NOW))).toEqual([user(id)]);
    const reading = subscriptionSnapshot({ id: 'sub_1', customerId: 'cus_1', createdAtMs: NOW });
    expect(await notedBy(() => stores.billingStore.save(id, reading, NOW))).toEqual([user(id)]);
    expect(await notedBy(() => stores.billingStore.save(id, reading, NOW + 5))).toEqual([]);
    const ended = { ...reading, status: 'canceled' as const };
    expect(await notedBy(() => stores.billingStore.save(id, ended, NOW + 9))).toEqual([user(id)]);
    await stores.users.signIn(
      { issuer: 'https://id.example', sub: 'known', email: null, firstName: null },
      NOW,
    );
    const known = { issuer: 'https://id.example', sub: 'known', email: 'a@b.example', firstName: null };
    const { id: knownId } = await stores.users.signIn(known, NOW);
    expect(await notedBy(() => stores.users.signIn(known, NOW))).toEqual([]);
    expect(await notedBy(() => stores.users.signIn({ ...known, email: 'c@d.example' }, NOW))).toEqual([
      user(knownId),
    ]);
  });

  test.runIf(present)(
    'rules, switches, the end of sessions and views are noted; what a session only uses is not',
    async () => {
      const id = await newUser();
      const admin = await newUser();
      await database.owner.execute(sql`UPDATE users SET role = 'admin' WHERE id = ${admin}`);
      const [rule] = await stores.alertRules.list(id);
      expect(await notedBy(() => stores.alertRules.remove(id, rule?.id ?? ''))).toEqual([rules(id)]);
      const change = { kind: 'feed', key: 'simulated', reason: 'test' } as const;
      expect(
        await notedBy(() => stores.controlStore.setSwitch({ ...change, off: true }, actor, NOW)),
      ).toEqual([controls]);
      expect(
        await notedBy(() => stores.controlStore.setSwitch({ ...change, off: true }, actor, NOW)),
      ).toEqual([]);
      const [first, second, third] = [session(id), session(id), session(admin)];
      const begun = await notedBy(async () => {
        for (const one of [first, second, third]) await stores.sessionStore.insert(one);
        await stores.sessionStore.touch(first.idHash, NOW + 5);
      });
      expect(begun).toEqual([]);
      const ends = await notedBy(() => stores.sessionStore.removeOf(id, 'all'));
      expect(
        ends.map(({ topic, message }) => topic === 'sessionEnded' && Object.values(message)[0]).toSorted(),
      ).toEqual([[first.idHash], [second.idHash]].toSorted());
      const view = { actorId: admin, userId: id, sessionId: third.idHash, reason: 'test', requestId: 'r' };
      const viewed: Hint = { topic: 'viewChanged', message: { sessionId: third.idHash } };
      expect(await notedBy(() => stores.adminViews.start(view, NOW))).toEqual([viewed]);
      expect(await notedBy(() => stores.adminViews.end(third.idHash, NOW + 1, 'r'))).toEqual([viewed]);
    },
  );

  test.runIf(present)('what is rolled back is not noted, and an erased person is', async () => {
    const id = await newUser();
    const undone = await notedBy(() =>
      database.orm
        .transaction(async (tx) => {
          await watch(tx, id);
          throw new Error('undone');
        })
        .catch(() => undefined),
    );
    expect(undone).toEqual([]);
    expect(await notedBy(() => database.orm.execute(sql`DELETE FROM users WHERE id = ${id}`))).toEqual(
      expect.arrayContaining([user(id)]),
    );
  });

  test.runIf(present)('changes are kept for an hour', async () => {
    await newUser().then((id) => stores.watchlist.add(id, 1, NOW));
    const [noted] = await rowsOf<{ at: string }>(
      database.owner,
      sql`SELECT max(at_ms)::text AS at FROM changes`,
    );
    const at = Number(noted?.at);
    const purge = async (nowMs: number) => {
      for (const rule of accountRules(DEFAULT_RETENTION, nowMs))
        if (rule.table === 'changes') await removeOld(database.orm, rule);
      return log.latest();
    };
    expect(await purge(at + 3_600_000)).toBeGreaterThan(0);
    expect(await purge(at + 3_600_001)).toBe(0);
  });
});

describe.runIf(hasPostgres(given))('two transactions at once', () => {
  let processes: TwoProcesses;
  let log: ChangeLog;
  beforeAll(async () => {
    processes = await openTwoProcesses(given);
    log = createChangeLog(processes.first.orm);
  }, 120_000);
  afterAll(() => processes?.close());

  const userOf = (orm: Orm): Promise<string> =>
    createStores(orm)
      .users.ensure('https://id.example', randomUUID(), NOW)
      .then(({ id }) => id);

  test('one that changed first and commits last has the higher number, and delays nobody', async () => {
    const [slow, quick] = [await userOf(processes.first.orm), await userOf(processes.second.orm)];
    const from = await log.latest();
    const held = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const first = processes.first.orm.transaction(async (tx) => {
      await watch(tx, slow);
      began.resolve();
      await held.promise;
    });
    await began.promise;
    await watch(processes.second.orm, quick);
    const seen = await log.since(from);
    expect(seen.map(({ hint }) => hint)).toEqual([{ topic: 'userChanged', message: { userId: quick } }]);
    held.resolve();
    await first;
    const later = await log.since(seen.at(-1)?.number ?? 0);
    expect(later.map(({ hint }) => hint)).toEqual([{ topic: 'userChanged', message: { userId: slow } }]);
  });

  test('a number that was given out before another one is never seen after it, however long its commit takes', async () => {
    const [slow, quick] = [await userOf(processes.first.orm), await userOf(processes.second.orm)];
    await processes.owner.execute(
      sql.raw(`CREATE FUNCTION wait_in_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF NEW.subject = '${slow}' THEN PERFORM pg_sleep(0.5); END IF; RETURN NULL; END $$`),
    );
    await processes.owner.execute(
      sql`CREATE TRIGGER wait_in_commit AFTER INSERT ON changes FOR EACH ROW EXECUTE FUNCTION wait_in_commit()`,
    );
    let number = await log.latest();
    const seen: unknown[] = [];
    const committing = watch(processes.first.orm, slow, 2);
    await wait(150);
    const after = watch(processes.second.orm, quick, 2);
    await expect
      .poll(
        async () => {
          for (const change of await log.since(number)) {
            number = change.number;
            seen.push(change.hint.message);
          }
          return seen;
        },
        { interval: 10, timeout: 10_000 },
      )
      .toEqual([{ userId: slow }, { userId: quick }]);
    await Promise.all([committing, after]);
    await processes.owner.execute(sql`DROP TRIGGER wait_in_commit ON changes`);
  });

  test('a reader that goes on from the last number it saw misses nothing of many writers', async () => {
    const users = await Promise.all(
      Array.from({ length: 16 }, (_, n) => userOf((n % 2 === 0 ? processes.first : processes.second).orm)),
    );
    let number = await log.latest();
    let isOver = false;
    const seen: string[] = [];
    const read = async (): Promise<void> => {
      for (const change of await log.since(number)) {
        expect(change.number).toBeGreaterThan(number);
        number = change.number;
        seen.push((change.hint.message as { readonly userId: string }).userId);
      }
    };
    const reading = (async () => {
      while (!isOver) await read();
      await read();
    })();
    await Promise.all(
      users.map(async (id, n) => {
        const { orm } = n % 2 === 0 ? processes.first : processes.second;
        for (let round = 1; round <= 10; round += 1)
          await orm.transaction(async (tx) => {
            await watch(tx, id, round);
            await wait(n % 5);
          });
      }),
    );
    isOver = true;
    await reading;
    expect(seen.toSorted()).toEqual(users.flatMap((id) => Array.from({ length: 10 }, () => id)).toSorted());
  }, 60_000);
});
