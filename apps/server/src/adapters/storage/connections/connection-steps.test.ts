/** The log of a user's own connection, in both databases: bounded, private, and removed with the account. */
import { randomUUID } from 'node:crypto';
import {
  CONNECTION_FAULTS,
  CONNECTION_LOG_DAYS,
  CONNECTION_LOG_KEPT,
  CONNECTION_STEPS,
  type ConnectionStep,
  RITHMIC_SERVERS,
} from '@undertow/contracts';
import { DAY_MS, FEED_TIERS, MINUTE_MS } from '@undertow/market';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { accountRules, DEFAULT_RETENTION, removeOld } from '#adapters/storage/operations/retention.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import type { StepNote } from '#ports/credentials.ts';
import { hasPostgres, openTestDatabase, type TestDatabase } from '#testing/database/databases.ts';

const NOW = Date.UTC(2026, 10, 20);
const given = process.env['DATABASE_URL_TEST'];

function note(step: ConnectionStep, atMs: number, more: Partial<StepNote> = {}): StepNote {
  const nothing = { fault: null, server: null, tier: null, withoutDataMs: null };
  return { step, sinceMs: atMs, atMs, times: 1, ...nothing, ...more };
}

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: hasPostgres(given) },
] as const)('$kind database', ({ kind, present }) => {
  let database: TestDatabase;
  let stores: Stores;
  beforeAll(async () => {
    if (!present) return;
    database = await openTestDatabase(kind, given);
    stores = createStores(database.orm);
  });
  afterAll(() => database?.close());

  const newUser = async (): Promise<string> =>
    (await stores.users.ensure('https://id.example', randomUUID(), NOW)).id;
  const rows = async (userId: string): Promise<number> =>
    (await rowsOf(database.orm, sql`SELECT 1 FROM broker_connection_log WHERE user_id = ${userId}`)).length;

  test.skipIf(!present)(
    'every word of the lists is stored and returned, newest first, to its user only',
    async () => {
      const [userId, other] = [await newUser(), await newUser()];
      const { connectionSteps } = stores;
      const facts = [
        ...CONNECTION_FAULTS.map((fault) => ({ fault })),
        ...RITHMIC_SERVERS.flatMap((server) => FEED_TIERS.map((tier) => ({ server, tier }))),
      ];
      const notes = facts.map((fact, n) =>
        note(CONNECTION_STEPS[n % CONNECTION_STEPS.length] ?? 'connected', NOW + n * MINUTE_MS, fact),
      );
      await connectionSteps.append(userId, notes);
      expect(await connectionSteps.newest(userId, 100)).toEqual(notes.toReversed());
      expect(await connectionSteps.newest(userId, 2)).toEqual(notes.slice(-2).toReversed());
      expect(await connectionSteps.newest(other, 100)).toEqual([]);
    },
  );

  test.skipIf(!present)('text that is in no list is not stored, whatever role tries', async () => {
    const userId = await newUser();
    const hostile = 'Bearer abc; DROP TABLE users' as 'gateway_down';
    await expect(
      stores.connectionSteps.append(userId, [note('waiting', NOW, { fault: hostile })]),
    ).rejects.toThrow();
    expect(await rows(userId)).toBe(0);
  });

  test.skipIf(!present)('equal steps that follow each other are one row, across writes too', async () => {
    const userId = await newUser();
    const { connectionSteps } = stores;
    const resync = (n: number, withoutDataMs: number) =>
      note('resynced', NOW + n * MINUTE_MS, { withoutDataMs });
    await connectionSteps.append(userId, [note('connected', NOW), resync(1, 400)]);
    await connectionSteps.append(userId, [resync(2, 900)]);
    await connectionSteps.append(userId, [resync(3, 100), note('disconnected', NOW + 4 * MINUTE_MS)]);
    expect(await connectionSteps.newest(userId, 100)).toEqual([
      note('disconnected', NOW + 4 * MINUTE_MS),
      { ...resync(3, 900), sinceMs: NOW + MINUTE_MS, times: 3 },
      note('connected', NOW),
    ]);
  });

  test.skipIf(!present)('writes at the same time lose nothing', async () => {
    const userId = await newUser();
    const all = Array.from({ length: 20 }, (_, n) =>
      stores.connectionSteps.append(userId, [note('resynced', NOW + n, { withoutDataMs: n })]),
    );
    await Promise.all(all);
    const kept = await stores.connectionSteps.newest(userId, 100);
    expect(kept).toMatchObject([{ times: 20, withoutDataMs: 19 }]);
  });

  test.skipIf(!present)('a log holds its newest entries and no more, and nobody else loses one', async () => {
    const [userId, other] = [await newUser(), await newUser()];
    await stores.connectionSteps.append(other, [note('connecting', NOW)]);
    const hourly = Array.from({ length: CONNECTION_LOG_KEPT + 30 }, (_, n) =>
      note('connected', NOW + n * 60 * MINUTE_MS),
    );
    await stores.connectionSteps.append(userId, hourly.slice(0, 90));
    await stores.connectionSteps.append(userId, hourly.slice(90));
    expect(await rows(userId)).toBe(CONNECTION_LOG_KEPT);
    const kept = await stores.connectionSteps.newest(userId, 1000);
    expect(kept).toEqual(hourly.slice(30).toReversed());
    expect(await rows(other)).toBe(1);
  });

  test.skipIf(!present)('what is too old goes, by its latest time', async () => {
    const userId = await newUser();
    const old = NOW - CONNECTION_LOG_DAYS * DAY_MS;
    await stores.connectionSteps.append(userId, [
      note('connecting', old - DAY_MS),
      note('resynced', old + 1, { sinceMs: old - DAY_MS, times: 7, withoutDataMs: 3 }),
    ]);
    for (const rule of accountRules(DEFAULT_RETENTION, NOW)) await removeOld(database.orm, rule);
    expect(await stores.connectionSteps.newest(userId, 10)).toMatchObject([{ step: 'resynced' }]);
  });

  test.skipIf(!present)(
    'a disconnect keeps the log; the account takes it along, and nothing comes after it',
    async () => {
      const userId = await newUser();
      await stores.connectionSteps.append(userId, [note('connected', NOW)]);
      await stores.connectionStore.disconnect(userId, NOW, 'request');
      expect(await rows(userId)).toBe(1);
      await database.orm.execute(sql`DELETE FROM users WHERE id = ${userId}`);
      expect(await rows(userId)).toBe(0);
      await stores.connectionSteps.append(userId, [note('refused', NOW, { fault: 'session_limit' })]);
      expect(await rows(userId)).toBe(0);
    },
  );
});
