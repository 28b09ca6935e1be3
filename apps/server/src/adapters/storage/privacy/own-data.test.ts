/** A deletion of own data leaves nothing of the owner's feed and everything else, and no row that a deleted key sealed. */
import { DAY_MS } from '@undertow/market';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOwnerSeal } from '#adapters/secrets/owner-seal.ts';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import { eventWindowCodec } from '#live/tape/event-window-codec.ts';
import type { AccountMarkets } from '#ports/account-feeds.ts';
import { hasPostgres, openTestDatabase, type TestDatabase } from '#testing/database/databases.ts';
import { makeEvent } from '#testing/views.ts';

const T = Date.UTC(2026, 10, 20, 16);
const given = process.env['DATABASE_URL_TEST'];
const sealing = {
  seal: createOwnerSeal(new Map([['k1', Buffer.alloc(32, 1)]])),
  windowCodec: eventWindowCodec,
};

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: hasPostgres(given) },
] as const)('$kind database', ({ kind, present }) => {
  let database: TestDatabase;
  let stores: Stores;
  let markets: AccountMarkets;
  let people = 0;
  beforeAll(async () => {
    if (!present) return;
    database = await openTestDatabase(kind, given);
    stores = createStores(database.orm, undefined, null, sealing);
    markets = stores.accountMarkets as AccountMarkets;
  });
  afterAll(() => database?.close());

  async function newUser(): Promise<string> {
    people += 1;
    return (await stores.users.ensure('https://id.example', `deleting-${people}`, 0)).id;
  }

  const save = (userId: string, id: string) =>
    markets
      .of(userId)
      .record()
      .saveEvents('rithmic', 'run', [makeEvent(id, T)]);
  const eventsOf = async (userId: string) =>
    (await markets.of(userId).listEvents([1], 'rithmic', ['iceberg'], T - DAY_MS, T + DAY_MS, 100)).map(
      ({ id }) => id,
    );

  async function raise(userId: string, market: 'own' | 'platform'): Promise<void> {
    const row = {
      ...{ id: `${market}-${userId}`, userId, instrumentId: 1, eventId: 'e1', ruleId: null, market },
      ...{ alertType: 'iceberg', source: market === 'own' ? 'rithmic' : 'simulated', title: 'Iceberg' },
      ...{ message: 'm', isRead: false, isQuiet: false, isTest: false, createdAt: new Date(T).toISOString() },
      ...{ eventType: 'iceberg', eventSize: 5, eventAtMs: T },
    };
    await stores.alerts.raise([{ row, mail: null } as never], T);
  }

  test.skipIf(!present)('the owner’s rows, own alerts and key go; everybody else’s stay', async () => {
    const [owner, other] = [await newUser(), await newUser()];
    for (const userId of [owner, other]) {
      await save(userId, 'e1');
      await raise(userId, 'own');
      await raise(userId, 'platform');
    }
    const copy = await rowsOf<{ sealed: Uint8Array }>(
      database.orm,
      sql`SELECT sealed FROM account_events WHERE user_id = ${owner}`,
    );
    const none = { events: 0, patterns: 0, bars: 0, windows: 0, outcomes: 0, alerts: 0 };
    expect(await stores.ownData.deleteAll(owner, T, 'request')).toEqual({ ...none, events: 1, alerts: 1 });
    expect([await eventsOf(owner), await eventsOf(other)]).toEqual([[], ['e1']]);
    const alerts = await rowsOf<{ id: string }>(
      database.orm,
      sql`SELECT id FROM alerts WHERE user_id IN (${owner}, ${other}) ORDER BY id`,
    );
    expect(alerts.map(({ id }) => id)).toEqual(
      [`own-${other}`, `platform-${owner}`, `platform-${other}`].toSorted(),
    );
    const audited = await rowsOf(
      database.orm,
      sql`SELECT action, actor = subject AS own FROM audit_log WHERE subject = ${owner}`,
    );
    expect(audited).toEqual([{ action: 'own-data.deleted', own: true }]);
    // Another key begins, and opens no copy of what was sealed with the deleted one
    await save(owner, 'e1');
    expect(await eventsOf(owner)).toEqual(['e1']);
    await database.orm.execute(
      sql`UPDATE account_events SET sealed = ${Buffer.from(copy[0]?.sealed ?? [])} WHERE user_id = ${owner}`,
    );
    await expect(eventsOf(owner)).rejects.toThrow('sealed for this owner');
    expect(await stores.ownData.deleteAll(owner, T, 'request')).toEqual({ ...none, events: 1 });
    expect(await stores.ownData.deleteAll(owner, T, 'request')).toEqual(none);
  });

  test.skipIf(!present)('writes at the same time are deleted, or sealed with the next key', async () => {
    const owner = await newUser();
    await save(owner, 'first');
    for (let round = 0; round < 5; round += 1) {
      const writes = Array.from({ length: 8 }, (_, n) => save(owner, `${round}-${n}`));
      await Promise.all([...writes, stores.ownData.deleteAll(owner, T, 'request')]);
      // Throws where a row is left of a deleted key
      expect(await eventsOf(owner)).not.toContain('first');
    }
  });

  test.skipIf(!present)(
    'the key of recordings opens them and no row, and is another after a deletion',
    async () => {
      const owner = await newUser();
      const market = markets.of(owner);
      expect(await market.findRecordingKey()).toBeUndefined();
      const key = await market.recordingKey();
      const sealed = key.seal('frame', Buffer.from('rows'));
      const again = await market.findRecordingKey();
      expect(Buffer.from(again?.open('frame', sealed) ?? []).toString()).toBe('rows');
      await save(owner, 'e1');
      const [row] = await rowsOf<{ sealed: Uint8Array }>(
        database.orm,
        sql`SELECT sealed FROM account_events WHERE user_id = ${owner}`,
      );
      expect(() => again?.open('account_events/event/rithmic/e1', Buffer.from(row?.sealed ?? []))).toThrow();
      await stores.ownData.deleteAll(owner, T, 'request');
      expect(await market.findRecordingKey()).toBeUndefined();
      const next = await market.recordingKey();
      expect(() => next.open('frame', sealed)).toThrow('sealed for this owner');
    },
  );
});
