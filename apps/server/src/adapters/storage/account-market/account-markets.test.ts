/** What is stored of an own feed: whole for its owner, nothing for anybody else, and unreadable without the keys. */
import type { RaisedRow, SettledRow } from '@undertow/detection';
import { DAY_MS, MINUTE_MS, WEEK_MS } from '@undertow/market';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOwnerSeal } from '#adapters/secrets/owner-seal.ts';
import { rowsOf, sql } from '#adapters/storage/database/orm.ts';
import { createStores, type Stores } from '#adapters/storage/stores.ts';
import { eventWindowCodec } from '#live/tape/event-window-codec.ts';
import { type AccountMarkets, OwnerGone } from '#ports/account-feeds.ts';
import { SecretUnreadable } from '#ports/credentials.ts';
import { hasPostgres, openTestDatabase, type TestDatabase } from '#testing/database/databases.ts';
import { makeEvent } from '#testing/views.ts';

const T = Date.UTC(2026, 10, 20, 16);
const given = process.env['DATABASE_URL_TEST'];
const K1 = Buffer.alloc(32, 1);
const seal = createOwnerSeal(new Map([['k1', K1]]));
const ORIGIN = { instrumentId: 1, source: 'rithmic', run: 'run', contract: 'ESZ6' } as const;
const span = { instrumentId: 1, fromMs: T - DAY_MS, toMs: T + DAY_MS, settledMs: T + DAY_MS };
const QUERY = {
  source: 'rithmic',
  spans: [span],
  types: ['iceberg', 'stop_run'],
  sides: ['bid', 'ask'],
  minConfidence: 0,
  perDay: null,
  words: null,
  sort: 'newest',
  after: null,
  limit: 10,
} as const;

const barAt = (startMs: number, priceTicks: number) => ({
  ...{ startMs, openTicks: priceTicks, highTicks: priceTicks + 2, lowTicks: priceTicks - 2 },
  ...{ closeTicks: priceTicks, volume: 10, buyVolume: 6, sellVolume: 4, trades: 5, vwapTicks: null },
  contract: 'ESZ6',
});

const raised = { kind: 'raised', signalId: 'e1', instrumentId: 1, atNs: `${T}000000`, type: 'iceberg' };
const settled = {
  kind: 'settled',
  signalId: 'e1',
  instrumentId: 1,
  atNs: `${T + 5000}000000`,
  type: 'iceberg',
  hit: true,
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
    stores = createStores(database.orm, undefined, null, { seal, windowCodec: eventWindowCodec });
    markets = stores.accountMarkets as AccountMarkets;
  });
  afterAll(() => database?.close());

  async function newUser(): Promise<string> {
    people += 1;
    return (await stores.users.ensure('https://id.example', `person-${people}`, 0)).id;
  }

  /** Bars, events, a window and an outcome of the market at 777 000 ticks. */
  async function store(userId: string): Promise<void> {
    const record = markets.of(userId).record();
    await record.saveBars(
      ORIGIN,
      [0, 1, 2].map((n) => barAt(T + n * MINUTE_MS, 777_000 + n)),
    );
    await record.saveGaps(ORIGIN, [{ fromMs: T, toMs: T + 900 }]);
    const events = [1, 2, 3].map((n) =>
      makeEvent(`e${n}`, T + n * 1000, {
        priceTicks: 777_000,
        size: n * 10,
        description: `Bid refilled ${n} times`,
      }),
    );
    await record.saveEvents('rithmic', 'run', events, new Set(['e2']));
    await record.saveEventWindow('e1', {
      ...{ fromMs: T, toMs: T + 1000, truncated: false, deltas: new Uint8Array([1, 2]) },
      tape: new Uint8Array([7, 7, 7]),
    });
    await record.saveOutcomes(ORIGIN, [raised as unknown as RaisedRow, settled as unknown as SettledRow]);
  }

  test.skipIf(!present)('the owner reads everything back, stored twice or not', async () => {
    const userId = await newUser();
    await store(userId);
    await store(userId);
    const market = markets.of(userId);
    expect(await market.listBars(1, 'rithmic', T, T + 2 * MINUTE_MS)).toEqual([
      barAt(T, 777_000),
      barAt(T + MINUTE_MS, 777_001),
    ]);
    expect(await market.lastBar(1, 'rithmic')).toEqual({
      run: 'run',
      bar: barAt(T + 2 * MINUTE_MS, 777_002),
    });
    expect((await market.findEvent('e1'))?.event).toMatchObject({ id: 'e1', size: 10, priceTicks: 777_000 });
    expect(
      (await market.listEvents([1], 'rithmic', ['iceberg'], T, T + DAY_MS, 2)).map(({ id }) => id),
    ).toEqual(['e3', 'e2']);
    expect(await market.findEventWindow('e1')).toEqual({
      ...{ fromMs: T, toMs: T + 1000, truncated: false },
      ...{ deltas: Buffer.from([1, 2]), tape: Buffer.from([7, 7, 7]) },
    });
    expect(await market.outcomeOf('e1', T + 6000)).toEqual({ raised, settled });
    expect(await market.outcomeOf('e1', T + 1000)).toEqual({ raised, settled: null });
  });

  test.skipIf(!present)('the history filters, searches, sorts and pages what is sealed', async () => {
    const userId = await newUser();
    await store(userId);
    const { history } = markets.of(userId);
    const ids = async (changes: object) => (await history.page({ ...QUERY, ...changes })).map(({ id }) => id);
    expect(await ids({})).toEqual(['e3', 'e2', 'e1']);
    expect(await ids({ limit: 2, sort: 'oldest' })).toEqual(['e1', 'e2']);
    expect(await ids({ sort: 'size', after: { figure: 30, detectedMs: T + 3000, id: 'e3' } })).toEqual([
      'e2',
      'e1',
    ]);
    expect(await ids({ after: { figure: 0, detectedMs: T + 3000, id: 'e3' }, limit: 1 })).toEqual(['e2']);
    expect(await ids({ words: ['refilled', '2'] })).toEqual(['e2']);
    expect(await ids({ types: ['stop_run'] })).toEqual([]);
    expect(await ids({ spans: [{ ...span, settledMs: T + 1500 }] })).toEqual(['e1']);
    const day = {
      source: 'rithmic',
      instrumentIds: [1],
      boundsMs: [T - DAY_MS, T, T + DAY_MS],
      asOfMs: T + DAY_MS,
    };
    expect(await history.countDays(day)).toMatchObject([
      { day: 1, instrumentId: 1, type: 'iceberg', events: 3 },
    ]);
    expect(await history.countHits(day)).toEqual([
      { day: 1, instrumentId: 1, type: 'iceberg', resolved: 1, hits: 1 },
    ]);
  });

  test.skipIf(!present)(
    'a gap is stored when it begins and when it ends, and one of an ended run ends with the next bar',
    async () => {
      const market = markets.of(await newUser());
      const record = market.record();
      const gaps = () => market.listGaps(1, 'rithmic', T, T + DAY_MS);
      await record.saveBars(ORIGIN, [barAt(T, 777_000)]);
      await record.saveGaps(ORIGIN, [{ fromMs: T + 0.5, toMs: null }]);
      expect(await gaps()).toEqual([{ fromMs: T, toMs: null }]);
      await record.saveGaps(ORIGIN, [
        { fromMs: T + 0.5, toMs: T + 900 },
        { fromMs: T + 5 * MINUTE_MS, toMs: null },
      ]);
      expect(await gaps()).toEqual([
        { fromMs: T, toMs: T + 900 },
        { fromMs: T + 5 * MINUTE_MS, toMs: null },
      ]);
      await record.saveBars({ ...ORIGIN, run: 'next' }, [barAt(T + 9 * MINUTE_MS, 777_000)]);
      expect((await gaps()).at(-1)).toEqual({ fromMs: T + 5 * MINUTE_MS, toMs: T + 9 * MINUTE_MS });
      expect(await market.listGaps(1, 'rithmic', T + 901, T + 60_000)).toEqual([]);
      expect(await markets.of(await newUser()).listGaps(1, 'rithmic', T, T + DAY_MS)).toEqual([]);
    },
  );

  test.skipIf(!present)('bars of two contracts are never in one list', async () => {
    const userId = await newUser();
    const market = markets.of(userId);
    await market.record().saveBars(ORIGIN, [barAt(T, 777_000)]);
    await market.record().saveBars({ ...ORIGIN, contract: 'ESH7' }, [barAt(T + MINUTE_MS, 780_000)]);
    expect(await market.listBars(1, 'rithmic', T, T + DAY_MS)).toEqual([barAt(T + MINUTE_MS, 780_000)]);
  });

  test.skipIf(!present)('T28 nobody else reaches it, and no row shows a price', async () => {
    const [owner, other] = [await newUser(), await newUser()];
    await store(owner);
    const market = markets.of(other);
    expect(await market.findEvent('e1')).toBeUndefined();
    expect(await market.findEventWindow('e1')).toBeUndefined();
    expect(await market.listBars(1, 'rithmic', 0, T + DAY_MS)).toEqual([]);
    expect(await market.history.page(QUERY)).toEqual([]);
    for (const table of [
      'account_bars',
      'account_gaps',
      'account_events',
      'account_windows',
      'account_outcomes',
    ]) {
      const rows = await rowsOf<object>(database.orm, sql`SELECT * FROM ${sql.identifier(table)} t`);
      expect(rows.length).toBeGreaterThan(0);
      expect(JSON.stringify(rows)).not.toMatch(/7770\d\d|refilled|iceberg/);
    }
    // A row that was copied to another owner does not open
    await store(other);
    await database.orm.execute(sql`UPDATE account_events SET sealed = (
      SELECT sealed FROM account_events e WHERE e.user_id = ${owner} AND e.id = 'e1')
      WHERE user_id = ${other} AND id = 'e1'`);
    await expect(market.findEvent('e1')).rejects.toThrow(SecretUnreadable);
  });

  test.skipIf(!present)('what is due stays so until that state is settled, after a restart too', async () => {
    const userId = await newUser();
    await database.orm.execute(sql`UPDATE account_events SET is_due = false`);
    await store(userId);
    const again = createStores(database.orm, undefined, null, { seal, windowCodec: eventWindowCodec });
    const [entry, ...others] = (await again.accountMarkets?.due(10)) ?? [];
    expect([entry?.userId, entry?.event.id, others]).toEqual([userId, 'e2', []]);
    await markets.settle([{ userId, eventId: 'e2', updatedMs: (entry?.updatedMs ?? 0) - 1 }]);
    expect(await markets.due(10)).toHaveLength(1);
    await markets.settle([{ userId, eventId: 'e2', updatedMs: entry?.updatedMs ?? 0 }]);
    expect(await markets.due(10)).toEqual([]);
  });

  test.skipIf(!present)('with another key reads and writes say so, and what is due waits', async () => {
    const userId = await newUser();
    await database.orm.execute(sql`UPDATE account_events SET is_due = false`);
    await store(userId);
    const otherSeal = createOwnerSeal(new Map([['k9', Buffer.alloc(32, 9)]]));
    const stranger = createStores(database.orm, undefined, null, {
      seal: otherSeal,
      windowCodec: eventWindowCodec,
    });
    const market = stranger.accountMarkets?.of(userId);
    await expect(market?.history.page(QUERY)).rejects.toThrow(/CREDENTIAL_KEYS/);
    await expect(market?.record().saveBars(ORIGIN, [barAt(T, 1)])).rejects.toThrow(SecretUnreadable);
    expect(await stranger.accountMarkets?.due(10)).toEqual([]);
    expect(await markets.due(10)).toHaveLength(1);
    const shown = [];
    for await (const rows of stranger.personalData.pages(userId, 'own-market-events')) shown.push(...rows);
    expect(shown[0]).toMatchObject({ id: 'e1', content: expect.stringMatching(/key of this row/) });
  });

  test.skipIf(!present)('the export shows it readable, and an erasure destroys key and rows', async () => {
    const [owner, other] = [await newUser(), await newUser()];
    for (const userId of [owner, other]) await store(userId);
    const exported = async (name: string) => {
      const rows = [];
      for await (const page of stores.personalData.pages(owner, name)) rows.push(...page);
      return rows;
    };
    expect(await exported('own-market-events')).toMatchObject([
      { id: 'e1', source: 'rithmic', content: { priceTicks: 777_000, description: 'Bid refilled 1 times' } },
      { id: 'e2' },
      { id: 'e3' },
    ]);
    expect((await exported('own-market-bars'))[0]).toMatchObject({
      contract: 'ESZ6',
      content: { openTicks: 777_000 },
    });
    expect(await exported('own-market-outcomes')).toMatchObject([
      { content: { kind: 'raised' } },
      { content: { hit: true } },
    ]);
    for (const { columns, name } of stores.personalData.files)
      if (name.startsWith('own-market')) expect(columns).not.toContain('sealed');

    await stores.erasures.request(owner, T, 'request');
    await stores.erasures.carryOut(owner, T + WEEK_MS + DAY_MS);
    const left = await rowsOf<{ user_id: string }>(
      database.orm,
      sql`SELECT user_id FROM account_keys UNION SELECT user_id FROM account_bars UNION SELECT user_id FROM account_events
        UNION SELECT user_id FROM account_gaps        UNION SELECT user_id FROM account_windows UNION SELECT user_id FROM account_outcomes`,
    );
    const owners = left.map((row) => row.user_id);
    expect(owners).not.toContain(owner);
    expect(owners).toContain(other);
    await expect(store(owner)).rejects.toThrow(OwnerGone);
    expect(await markets.of(other).history.page(QUERY)).toHaveLength(3);
  });
});
