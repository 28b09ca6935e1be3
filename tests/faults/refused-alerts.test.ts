/** Alerts that storage refuses, on the embedded database and on PostgreSQL: dead letters, requeued once the cause is fixed. */
import type { EpochMs } from '@undertow/market';
import { rowsOf, sql } from '@undertow/server/src/adapters/storage/database/orm.ts';
import { createStores, type Stores } from '@undertow/server/src/adapters/storage/stores.ts';
import { AlertRefused, type DeadAlert } from '@undertow/server/src/ports/alerts.ts';
import {
  hasPostgres,
  openTestDatabase,
  type TestDatabase,
} from '@undertow/server/testing/database/databases.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const NOW = Date.UTC(2026, 10, 20, 16);
const given = process.env['DATABASE_URL_TEST'];

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: hasPostgres(given) },
] as const)('$kind database', ({ kind, present }) => {
  let database: TestDatabase;
  let stores: Stores;
  let userId: string;
  beforeAll(async () => {
    if (!present) return;
    database = await openTestDatabase(kind, given);
    stores = createStores(database.orm);
    const person = { issuer: 'https://id.example', sub: 'jane', email: null, firstName: null };
    userId = (await stores.users.signIn(person, NOW)).id;
  }, 60_000);
  afterAll(() => database?.close());

  /** As a release without whole instants raised it. */
  function deadOf(id: string, changes: Partial<DeadAlert['raised']['row']> = {}): DeadAlert {
    const row = {
      ...{ id, userId, instrumentId: 1, eventId: null, ruleId: 'rule', alertType: 'price' as const },
      ...{ title: 'ES crossed above 5000.00', message: 'Last price 5000.25', isRead: false, isQuiet: false },
      ...{
        isTest: false,
        market: 'platform' as const,
        source: 'simulated' as const,
        createdAt: '2026-11-20T16:00:00.000Z',
        eventType: null,
        eventSize: null,
      },
      eventAtMs: (NOW + 0.37) as EpochMs,
    };
    return { raised: { row: { ...row, ...changes }, mail: null }, delaySeconds: 0 };
  }

  const refusalOf = async (alert: DeadAlert): Promise<AlertRefused> => {
    const result: unknown = await stores.alerts.raise([alert.raised], NOW).catch((error: unknown) => error);
    expect(result).toBeInstanceOf(AlertRefused);
    return result as AlertRefused;
  };
  const listed = async () => {
    const scope = { instruments: [{ instrumentId: 1, untilMs: NOW + 1 }], types: [], isOwner: true };
    return (await stores.alerts.list(userId, scope, 10)).map(({ id }) => id);
  };

  test.skipIf(!present)('a fraction is refused as data, kept with its reason and stored again', async () => {
    const alert = deadOf('fraction');
    const error = await refusalOf(alert);
    expect(error.sqlState).toBe('22P02');
    await stores.alertDeadLetters.add([alert], error, NOW);
    await stores.alertDeadLetters.add([alert], error, NOW + 5);
    const dead = { id: 'fraction', userId, ruleId: 'rule', title: 'ES crossed above 5000.00' };
    const failure = expect.stringContaining('invalid input syntax for type bigint');
    expect(await stores.alertDeadLetters.list(10)).toEqual([
      { ...dead, failure, sqlState: '22P02', refusals: 2, failedAtMs: NOW + 5 },
    ]);
    const outcome = await stores.alertDeadLetters.requeue('fraction', 'admin', NOW, 'request');
    expect(outcome).toMatchObject({
      kind: 'stored',
      rules: [],
      dead: { raised: { row: { eventAtMs: NOW } } },
    });
    expect([await listed(), await stores.alertDeadLetters.list(10)]).toEqual([['fraction'], []]);
    const audited = sql`SELECT actor, subject FROM audit_log WHERE action = 'alert.requeued'`;
    expect(await rowsOf(database.orm, audited)).toEqual([{ actor: 'admin', subject: userId }]);
    expect(await stores.alertDeadLetters.requeue('fraction', 'admin', NOW, 'request')).toEqual({
      kind: 'unknown',
    });
  });

  test.skipIf(!present)(
    'what is refused again stays a dead letter, and nothing of the requeue is stored',
    async () => {
      const alert = deadOf('nul', { title: 'a\u0000b' });
      await stores.alertDeadLetters.add([alert], await refusalOf(alert), NOW);
      const before = await rowsOf(database.orm, sql`SELECT number FROM audit_log`);
      expect(await stores.alertDeadLetters.requeue('nul', 'admin', NOW + 9, 'request')).toEqual({
        kind: 'refused',
      });
      expect(await stores.alertDeadLetters.list(10)).toMatchObject([
        { id: 'nul', refusals: 2, failedAtMs: NOW + 9 },
      ]);
      expect(await rowsOf(database.orm, sql`SELECT number FROM audit_log`)).toEqual(before);
    },
  );

  test.skipIf(!present)('a deleted person has no dead letters', async () => {
    const alert = deadOf('nobody', { userId: 'nobody' });
    const error = await refusalOf(alert);
    await expect(stores.alertDeadLetters.add([alert], error, NOW)).rejects.toBeInstanceOf(AlertRefused);
  });
});
