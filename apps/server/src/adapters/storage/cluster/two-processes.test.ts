/** What two processes do at once on one database is done once: mails, leases, alerts, cancellations, erasures and chains. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appendAudit } from '#adapters/storage/audit/append-audit.ts';
import { migrate, readMigrations } from '#adapters/storage/database/migrate.ts';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import type { RaisedAlert } from '#ports/alerts.ts';
import { hasPostgres } from '#testing/database/databases.ts';
import { openTwoProcesses, type TwoProcesses } from '#testing/database/two-processes.ts';
import { subscriptionSnapshot } from '#testing/provider.ts';

const given = process.env['DATABASE_URL_TEST'];
const NOW = Date.UTC(2026, 10, 20, 16);
const MINUTE = 60_000;

describe.runIf(hasPostgres(given))('two processes at once', () => {
  let processes: TwoProcesses;
  let both: readonly [Stores, Stores];
  beforeAll(async () => {
    processes = await openTwoProcesses(given);
    both = [createStores(processes.first.orm), createStores(processes.second.orm)];
  }, 120_000);
  afterAll(() => processes?.close());

  const newUser = async (): Promise<string> => {
    const person = { issuer: 'https://id.example', sub: randomUUID(), email: 'a@b.example', firstName: null };
    return (await both[0].users.signIn(person, NOW)).id;
  };
  /** The same act by both, several times at once. */
  const byBoth = <T>(act: (stores: Stores, n: number) => Promise<T>, times = 4): Promise<T[]> =>
    Promise.all(Array.from({ length: times }, (_, n) => both.map((stores) => act(stores, n))).flat());
  const count = async (statement: ReturnType<typeof sql>): Promise<number> =>
    (await rowsOf<{ n: number }>(processes.owner, statement))[0]?.n ?? Number.NaN;

  test('a mail is claimed by one of them, and written once a cause', async () => {
    const userId = await newUser();
    const facts = { amountPence: 4950, card: null };
    await byBoth(
      (stores, n) => stores.outbox.put({ userId, key: `k${n}`, template: 'refunded', facts }, NOW),
      20,
    );
    const claimed = await byBoth((stores) => stores.mailQueue.claim(NOW, 5 * MINUTE, 5), 8);
    const ids = claimed.flat().map(({ id }) => id);
    expect(ids).toHaveLength(20);
    expect(new Set(ids).size).toBe(20);
  });

  test('a mail whose sender did not come back is claimed once more, by one of them', async () => {
    const userId = await newUser();
    const facts = { amountPence: 4950, card: null };
    await both[0].outbox.put({ userId, key: 'late', template: 'refunded', facts }, NOW);
    const [first] = (await both[0].mailQueue.claim(NOW, MINUTE, 50)).filter((mail) => mail.userId === userId);
    const again = (await byBoth((stores) => stores.mailQueue.claim(NOW + MINUTE, MINUTE, 50))).flat();
    expect(again.filter((mail) => mail.userId === userId)).toHaveLength(1);
    if (first === undefined) throw new Error('the first process claimed it');
    expect(await both[0].mailQueue.renew(first, NOW + MINUTE, MINUTE)).toBe(false);
    await both[1].mailQueue.markSent(first.id, NOW + MINUTE);
    await both[0].mailQueue.giveUp(first, NOW + MINUTE, 'refused');
    expect(
      await count(sql`SELECT count(*)::int AS n FROM mail_outbox WHERE id = ${first.id} AND given_up_at_ms IS NULL
      AND failure IS NULL AND sent_at_ms IS NOT NULL`),
    ).toBe(1);
  });

  test('the lease of a user is taken by one, and by another one only when it is over or given back', async () => {
    const userId = await newUser();
    const take = (nowMs: number) =>
      byBoth((stores) => stores.billingLeases.take(userId, randomUUID(), nowMs, nowMs + MINUTE));
    expect((await take(NOW)).filter(Boolean)).toHaveLength(1);
    expect((await take(NOW + MINUTE - 1)).filter(Boolean)).toHaveLength(0);
    expect((await take(NOW + MINUTE)).filter(Boolean)).toHaveLength(1);
  });

  test('an alert of a rule and cause is stored once, and one of them publishes and mails it', async () => {
    const userId = await newUser();
    const [rule] = await both[0].alertRules.list(userId);
    const raised = (n: number): RaisedAlert => ({
      row: {
        ...{ id: `${userId}-${n}`, userId, instrumentId: 1, eventId: `event-${n}`, ruleId: rule?.id ?? null },
        ...{ alertType: 'event' as never, market: 'platform', source: 'simulated', title: 't', message: 'm' },
        ...{ isRead: false, isQuiet: false, isTest: false, createdAt: new Date(NOW).toISOString() as never },
        ...{ eventType: 'iceberg', eventSize: 1, eventAtMs: null },
      },
      mail: { delaySeconds: 0 },
    });
    const batch = [raised(0), raised(1), raised(2)];
    const stored = await byBoth((stores) => stores.alerts.raise(batch, NOW));
    expect(
      stored
        .flat()
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(batch.map(({ row }) => row.id));
    expect(await count(sql`SELECT count(*)::int AS n FROM mail_outbox WHERE user_id = ${userId}`)).toBe(3);
  });

  test('a cancellation is decided once, and the refund that was planned first stays the plan', async () => {
    const userId = await newUser();
    const snapshot = subscriptionSnapshot({
      id: `sub_${userId}`,
      customerId: `cus_${userId}`,
      createdAtMs: NOW,
    });
    await both[0].billingStore.save(userId, snapshot, NOW);
    const decided = await byBoth((stores) =>
      stores.cancelTasks.decide(snapshot, { userId, refundPence: 5 }, NOW),
    );
    expect(decided.filter(Boolean)).toHaveLength(1);
    const [task] = await both[0].cancelTasks.open(userId);
    const part = (amountPence: number) => ({ invoiceId: 'in_1', paymentIntentId: 'pi_1', amountPence });
    const plans = await byBoth((stores, n) => stores.cancelTasks.plan(task?.id ?? '', [part(n)]));
    expect(new Set(plans.map((plan) => JSON.stringify(plan))).size).toBe(1);
    const [planned] = await both[1].cancelTasks.open(userId);
    expect(planned?.refunds).toEqual(plans[0]);
  });

  test('an erasure is carried out by one of them', async () => {
    const userId = await newUser();
    await byBoth((stores) => stores.erasures.request(userId, NOW - 90 * 86_400_000, 'r'));
    await processes.owner.execute(sql`DELETE FROM mail_outbox WHERE user_id = ${userId}`);
    const outcomes = await byBoth((stores) => stores.erasures.carryOut(userId, NOW));
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['erased', ...Array(7).fill('not-due')]);
    expect(
      await count(
        sql`SELECT count(*)::int AS n FROM audit_log WHERE subject = ${userId} AND action = 'erasure.done'`,
      ),
    ).toBe(1);
  });

  test('the chain of the audit log stays whole', async () => {
    const before = await count(sql`SELECT count(*)::int AS n FROM audit_log`);
    await Promise.all(
      Array.from({ length: 40 }, (_, n) => {
        const { orm } = n % 2 === 0 ? processes.first : processes.second;
        const entry = {
          actor: 'test',
          action: 'session.revoked',
          subject: 'a',
          details: { n },
          requestId: null,
        } as const;
        return orm.transaction((tx) => appendAudit(tx, entry, NOW));
      }),
    );
    for (const stores of both) {
      expect(await stores.auditHistory.witness()).toMatchObject({ fault: null });
      expect(await stores.auditHistory.verify()).toMatchObject({ count: before + 40, fault: null });
    }
  });

  test('clean-up, sweeps and counts at the same time disturb nobody', async () => {
    await byBoth(async (stores) => {
      await stores.operations.purge(NOW);
      await stores.people.keepDay(NOW);
      await stores.adminViews.sweep(NOW);
      await stores.tradeImports.sweep(NOW);
      await stores.sessionStore.prune(NOW, NOW);
      await stores.marketStore.prune(NOW);
    });
  });

  test('a new migration is applied by one of two that start', async () => {
    const known = readMigrations();
    const next = {
      number: known.length + 1,
      name: '0099-next.sql',
      sql: 'CREATE TABLE next_one (id integer)',
    };
    const applied = await Promise.all(
      Array.from({ length: 4 }, () => migrate(processes.owner, [...known, next])),
    );
    expect(applied.flat()).toEqual([next.name]);
  });
});
