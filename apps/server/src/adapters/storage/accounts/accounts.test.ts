/** Accounts behave the same on the embedded database and on PostgreSQL. */
import { DEFAULT_PREFERENCES } from '@undertow/contracts';
import { epochMs, type FlowEventType } from '@undertow/market';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import { BUILT_IN_RULE } from '#alerting/built-in-rule.ts';
import { hasPostgres, openTestDatabase, type TestDatabase } from '#testing/database/databases.ts';
import { testEvent } from '#testing/event.ts';

const NOW = Date.UTC(2026, 10, 20);
const ROUNDS = process.env['LONG_TESTS'] === '1' ? 1000 : 3;
const given = process.env['DATABASE_URL_TEST'];
const postgres = hasPostgres(given);

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: postgres },
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

  async function newUser(tier: 'free' | 'basic' | 'pro' | 'elite' = 'free'): Promise<string> {
    people += 1;
    const identity = { issuer: 'https://id.example', sub: `sub-${people}`, email: null, firstName: null };
    const { id } = await stores.users.signIn(identity, NOW);
    if (tier !== 'free') {
      await stores.tiers.grant({ userId: id, tier, actor: 'test', reason: 'test', expiresAtMs: null }, NOW);
    }
    return id;
  }

  test.skipIf(!present)(
    'an account is (issuer, sub): the same mail address elsewhere is another account',
    async () => {
      const first = { issuer: 'https://id.example', sub: 'a', email: 'x@example.com', firstName: 'X' };
      const one = await stores.users.signIn(first, NOW);
      const again = await stores.users.signIn({ ...first, firstName: 'Xena' }, NOW + 1);
      const other = await stores.users.signIn({ ...first, sub: 'b' }, NOW);
      const elsewhere = await stores.users.signIn({ ...first, issuer: 'https://other.example' }, NOW);
      expect(again).toEqual({ ...one, firstName: 'Xena' });
      expect(new Set([one.id, other.id, elsewhere.id]).size).toBe(3);
    },
  );

  test.skipIf(!present)('an account made by a grant keeps its id at the first sign-in', async () => {
    const made = await stores.users.ensure('https://id.example', 'granted', NOW);
    const identity = { issuer: 'https://id.example', sub: 'granted', email: 'g@example.com', firstName: 'G' };
    expect(await stores.users.signIn(identity, NOW)).toEqual({
      ...made,
      email: 'g@example.com',
      firstName: 'G',
    });
  });

  test.skipIf(!present)('T05 twenty parallel adds never pass the limit of the tier', async () => {
    const plans = [
      ['free', 0],
      ['basic', 1],
      ['pro', 3],
    ] as const;
    for (const [tier, limit] of Array.from({ length: ROUNDS }, () => plans).flat()) {
      const userId = await newUser(tier);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, index) => stores.userInstruments.add(userId, index + 1, NOW)),
      );
      expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(limit);
      expect(await stores.userInstruments.list(userId)).toHaveLength(limit);
    }
  });

  test.skipIf(!present)('T05 twenty parallel adds of one instrument keep one row', async () => {
    const userId = await newUser('elite');
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, () => stores.userInstruments.add(userId, 7, NOW)),
    );
    expect(outcomes.filter((outcome) => outcome === 'duplicate')).toHaveLength(19);
    expect(await stores.userInstruments.list(userId)).toHaveLength(1);
  });

  test.skipIf(!present)('T05 twenty parallel watchlist adds never pass its limit', async () => {
    const userId = await newUser('basic');
    await Promise.all(Array.from({ length: 20 }, (_, index) => stores.watchlist.add(userId, index + 1, NOW)));
    expect(await stores.watchlist.list(userId)).toHaveLength(5);
  });

  test.skipIf(!present)('swapping exchanges places, and only within the own list', async () => {
    const userId = await newUser('pro');
    for (const id of [1, 2, 3]) await stores.userInstruments.add(userId, id, NOW);
    expect(await stores.userInstruments.swap(userId, 3, 1)).toBe(true);
    expect((await stores.userInstruments.list(userId)).map((row) => row.instrumentId)).toEqual([3, 2, 1]);
    expect(await stores.userInstruments.swap(userId, 3, 9)).toBe(false);
    expect(await stores.userInstruments.swap(await newUser('pro'), 3, 1)).toBe(false);
  });

  test.skipIf(!present)('the newest grant that has not expired is the tier', async () => {
    const userId = await newUser('basic');
    const grant = { userId, tier: 'elite', actor: 'test', reason: 'a day', expiresAtMs: NOW + 1000 } as const;
    await stores.tiers.grant(grant, NOW);
    expect(await stores.tiers.current(userId, NOW)).toEqual({ tier: 'elite', untilMs: NOW + 1000 });
    expect(await stores.tiers.current(userId, NOW + 1000)).toEqual({ tier: 'basic', untilMs: null });
  });

  test.skipIf(!present)('grants that are taken back leave nothing above the subscription', async () => {
    const userId = await newUser('basic');
    const again = { userId, tier: 'elite', actor: 'test', reason: 'test', expiresAtMs: null } as const;
    await stores.tiers.grant(again, NOW);
    await stores.tiers.withdraw({ userId, actor: 'test', reason: 'as subscribed' }, NOW + 1);
    expect(await stores.tiers.current(userId, NOW + 1)).toEqual({ tier: 'free', untilMs: null });
    const audited = () =>
      rowsOf(
        database.orm,
        sql`SELECT action FROM audit_log WHERE subject = ${userId} ORDER BY number DESC LIMIT 1`,
      );
    expect(await audited()).toMatchObject([{ action: 'tier.withdrawn' }]);
    await stores.tiers.withdraw({ userId, actor: 'test', reason: 'nothing is left' }, NOW + 2);
    await stores.tiers.grant(again, NOW + 2);
    expect(await audited()).toMatchObject([{ action: 'tier.granted' }]);
    expect(await stores.tiers.current(userId, NOW + 3)).toMatchObject({ tier: 'elite' });
  });

  test.skipIf(!present)('the first administrator is made once only', async () => {
    const first = await newUser();
    const second = await newUser();
    const made = await Promise.all([
      stores.users.bootstrapAdmin(first, NOW),
      stores.users.bootstrapAdmin(first, NOW),
    ]);
    expect(made.toSorted()).toEqual([false, true]);
    expect(await stores.users.bootstrapAdmin(second, NOW)).toBe(false);
    expect((await stores.users.find(first))?.role).toBe('admin');
    expect((await stores.users.find(second))?.role).toBe('user');
  });

  test.skipIf(!present)('audit rows cannot be changed or removed', async () => {
    const entry = { actor: 'test', subject: 'x', details: {}, requestId: null } as const;
    await stores.audit.append({ ...entry, action: 'account.exported' }, NOW);
    for (const statement of [
      sql`UPDATE audit_log SET actor = 'nobody'`,
      sql`DELETE FROM audit_log`,
      sql`TRUNCATE audit_log`,
      sql`UPDATE audit_values SET details = '{}'`,
      sql`DELETE FROM audit_values`,
      sql`TRUNCATE audit_values`,
    ]) {
      await expect(database.owner.execute(statement)).rejects.toThrow();
    }
    const rows = await rowsOf<{ actor: string }>(
      database.orm,
      sql`SELECT actor FROM audit_log WHERE subject = 'x'`,
    );
    expect(rows).toEqual([{ actor: 'test' }]);
  });

  test.skipIf(!present)(
    'an event alerts a user once, and nobody marks the alert of another read',
    async () => {
      const [mine, other] = [await newUser(), await newUser()];
      const alert = {
        id: `alert-${kind}`,
        userId: mine,
        instrumentId: 1,
        eventId: 'event-1',
        eventType: 'iceberg' as const,
        eventSize: 12,
        eventAtMs: epochMs(NOW),
        title: 'Iceberg',
        message: 'Bid iceberg at 4567.25',
        isRead: false,
        ruleId: null,
        alertType: 'event' as const,
        ...({ isQuiet: false, isTest: false, market: 'platform', source: 'simulated' } as const),
        createdAt: '2026-11-20T10:00:00.000Z',
      };
      const raised = [{ row: alert, mail: null }];
      expect(await stores.alerts.raise(raised, NOW)).toEqual([{ id: alert.id, mail: 'off', rules: [] }]);
      expect(await stores.alerts.raise(raised, NOW)).toEqual([]);
      expect(await stores.alerts.markRead(other, alert.id)).toBe(false);
      const { userId: _user, eventAtMs, ...row } = alert;
      const shown = { ...row, rules: [], marketAt: new Date(eventAtMs).toISOString() };
      const listed = (changes: { instrumentId?: number; untilMs?: number; types?: FlowEventType[] } = {}) => {
        const { instrumentId = 1, untilMs = NOW, types = ['iceberg'] } = changes;
        return stores.alerts.list(
          mine,
          { instruments: [{ instrumentId, untilMs }], types, isOwner: true },
          100,
        );
      };
      expect(await listed()).toEqual([shown]);
      expect(await listed({ instrumentId: 2 })).toEqual([]);
      expect(await listed({ untilMs: NOW - 1 })).toEqual([]);
      expect(await listed({ types: ['absorption'] })).toEqual([]);
      expect(await listed({ types: [] })).toEqual([]);
      expect(
        await stores.alerts.list(mine, { instruments: [], types: ['iceberg'], isOwner: true }, 100),
      ).toEqual([]);
      expect(await stores.alerts.markRead(mine, alert.id)).toBe(true);
      expect(await listed()).toEqual([{ ...shown, isRead: true }]);
    },
  );

  test.skipIf(!present)(
    'rules that matched one event are one alert, in the texts that its reader may see',
    async () => {
      const userId = await newUser('pro');
      const [builtIn] = await stores.alertRules.list(userId);
      const content = { ...BUILT_IN_RULE, name: 'Near my levels', userId, origin: null };
      const own = await stores.alertRules.add(content, 50, NOW);
      const event = testEvent(`growing-${kind}`, NOW, {
        ...{ type: 'iceberg', exact: true, description: 'Bid refilled 1 time at 4566.50, 3 traded' },
        updatedNs: BigInt(NOW) * 1_000_000n,
      });
      await stores.marketStore.saveEvents('simulated', 'one', [event]);
      const alertOf = (ruleId: string | undefined, at: number) => ({
        row: {
          ...{
            id: `${kind}-grown-${at}`,
            userId,
            instrumentId: 1,
            eventId: event.id,
            ruleId: ruleId ?? null,
          },
          ...{ eventType: 'iceberg' as const, eventAtMs: epochMs(NOW), alertType: 'event' as const },
          ...{
            title: 'Iceberg',
            message: '3 traded',
            isRead: false,
            isQuiet: at === 1,
            isTest: false,
            ...({ market: 'platform', source: 'simulated' } as const),
          },
          eventSize: 3,
          createdAt: new Date(NOW + at).toISOString(),
        },
        mail: null,
      });
      const names = [builtIn?.name, 'Near my levels'];
      const namesOf = (rules: readonly { readonly name: string }[]) => rules.map(({ name }) => name);
      const [first] = await stores.alerts.raise([alertOf(builtIn?.id, 1)], NOW);
      const [second] = await stores.alerts.raise([alertOf(own?.id, 2)], NOW);
      expect([first, second].map((one) => namesOf(one?.rules ?? []))).toEqual([[builtIn?.name], names]);
      const grown = { ...event, size: 185, description: 'Bid refilled 9 times at 4566.50, 185 traded' };
      await stores.marketStore.saveEvents('simulated', 'one', [
        { ...grown, updatedNs: BigInt(NOW + 60_000) * 1_000_000n },
      ]);
      const listed = (untilMs: number) =>
        stores.alerts.list(
          userId,
          { instruments: [{ instrumentId: 1, untilMs }], types: ['iceberg'], isOwner: true },
          100,
        );
      const now = await listed(NOW + 60_000);
      expect(now).toHaveLength(1);
      expect(namesOf(now[0]?.rules ?? [])).toEqual(names);
      expect(now[0]?.message).toContain('185 traded');
      // One of its rules was in quiet hours, the other was not
      expect(now[0]).toMatchObject({ eventType: 'iceberg', eventSize: 185, isQuiet: false });
      expect((await listed(NOW + 59_999))[0]).toMatchObject({ message: '3 traded', eventSize: 3 });
      expect(await stores.alerts.markRead(userId, `${kind}-grown-1`)).toBe(true);
      expect((await listed(NOW))[0]?.isRead).toBe(true);
      await stores.alertRules.remove(userId, own?.id ?? '');
      expect((await listed(NOW))[0]?.rules).toHaveLength(1);
    },
  );

  test.skipIf(!present)('preferences keep what was not sent', async () => {
    const userId = await newUser();
    expect(await stores.preferences.get(userId)).toEqual(DEFAULT_PREFERENCES);
    await stores.preferences.save(userId, { theme: 'dark' });
    await stores.preferences.save(userId, { timeframe: '5m' });
    expect(await stores.preferences.get(userId)).toEqual({
      ...DEFAULT_PREFERENCES,
      theme: 'dark',
      timeframe: '5m',
    });
  });

  test.skipIf(!present)('preferences of the release before are read, and a change keeps them', async () => {
    const userId = await newUser();
    const { eventsPerDay: _new, ...before } = { ...DEFAULT_PREFERENCES, theme: 'dark' };
    const { aiLevels: _newer, ...layers } = before.layers;
    const stored = JSON.stringify({ ...before, layers });
    await database.orm.execute(
      sql`INSERT INTO preferences (user_id, body) VALUES (${userId}, ${stored}::jsonb)`,
    );
    const read = { ...DEFAULT_PREFERENCES, theme: 'dark' };
    expect(await stores.preferences.get(userId)).toEqual(read);
    expect(await stores.preferences.save(userId, { eventsPerDay: 3 })).toEqual({ ...read, eventsPerDay: 3 });
    expect(await stores.preferences.get(userId)).toEqual({ ...read, eventsPerDay: 3 });
  });
});
