/** Market data is read as it was saved, on the embedded database and on PostgreSQL. */
import { type ContractBar, DAY_MS, type FlowEvent } from '@undertow/market';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MarketStore } from '#ports/market-store.ts';
import { hasPostgres, openTestDatabase, type TestDatabase } from '#testing/database/databases.ts';
import { testEvent } from '#testing/event.ts';
import { createMarketStore } from './market-store.ts';

const NOW = Date.UTC(2026, 10, 20);
const given = process.env['DATABASE_URL_TEST'];
const postgres = hasPostgres(given);

function barAt(startMs: number, changes: Partial<ContractBar> = {}): ContractBar {
  return {
    startMs,
    contract: 'ESZ6',
    openTicks: 18_000,
    highTicks: 18_004,
    lowTicks: -2,
    closeTicks: 18_001,
    volume: 5_000_000_000,
    buyVolume: 3,
    sellVolume: 2,
    trades: 2,
    vwapTicks: 18_000.125,
    ...changes,
  };
}

function eventAt(id: string, detectedMs: number, changes: Partial<FlowEvent> = {}): FlowEvent {
  const detectedNs = BigInt(detectedMs) * 1_000_000n + 123_456n;
  return testEvent(id, detectedMs, {
    type: 'iceberg',
    sub: 'native',
    size: 120,
    exact: true,
    confidence: 0.99,
    calibrator: 'exact',
    startNs: detectedNs - 1n,
    detectedNs,
    updatedNs: detectedNs,
    expiresNs: detectedNs + 600_000_000_000n,
    description: 'Bid iceberg "quoted", \n with a line and ünïcode',
    severity: 'high',
    evidence: { refills: 3, pricePath: [{ priceTicks: 18_000 }], none: null },
    ...changes,
  });
}

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: postgres },
] as const)('$kind database', ({ kind, present }) => {
  let database: TestDatabase;
  let store: MarketStore;

  beforeAll(async () => {
    if (!present) return;
    database = await openTestDatabase(kind, given);
    store = createMarketStore(database.orm);
  });
  afterAll(() => database?.close());

  test.skipIf(!present)(
    'bars replace those of the same run and start, and the later run wins a start',
    async () => {
      const origin = { instrumentId: 1, source: 'simulated', run: 'one', contract: 'ESZ6' } as const;
      await store.saveBars(origin, [barAt(NOW), barAt(NOW + 60_000, { vwapTicks: null })]);
      await store.saveBars(origin, [barAt(NOW, { trades: 3 }), barAt(NOW, { trades: 4 })]);
      await store.saveBars({ ...origin, run: 'two' }, [barAt(NOW + 60_000, { trades: 9 })]);
      expect(await store.listBars(1, 'simulated', NOW, NOW + 120_000)).toEqual([
        barAt(NOW, { trades: 4 }),
        barAt(NOW + 60_000, { trades: 9 }),
      ]);
      expect(await store.listBars(1, 'simulated', NOW, NOW + 60_000)).toHaveLength(1);
      expect(await store.listBars(2, 'simulated', 0, NOW * 2)).toEqual([]);
      expect(await store.lastBar(1, 'simulated')).toEqual({
        run: 'two',
        bar: barAt(NOW + 60_000, { trades: 9 }),
      });
      expect(await store.lastBar(2, 'simulated')).toBeUndefined();
    },
  );

  test.skipIf(!present)(
    'of a minute of a venue that two processes stored the whole one is listed',
    async () => {
      const newer = { instrumentId: 6, source: 'databento', run: 'newer', contract: 'ESZ6' } as const;
      const older = { ...newer, run: 'older' };
      await store.saveBars(older, [barAt(NOW, { volume: 50 })]);
      await store.saveBars(newer, [barAt(NOW, { volume: 60 }), barAt(NOW + 60_000, { volume: 8 })]);
      // The newer process was lost in the middle of the minute
      await store.saveBars(older, [barAt(NOW + 60_000, { volume: 10 })]);
      const listed = await store.listBars(6, 'databento', NOW, NOW + 120_000);
      expect(listed.map(({ volume }) => volume)).toEqual([60, 10]);
    },
  );

  test.skipIf(!present)(
    'a gap is stored with its end, and one in which a run ended lasts until the next run had data',
    async () => {
      const origin = { instrumentId: 5, source: 'databento', run: 'first', contract: 'GCZ6' } as const;
      await store.saveGaps(origin, [{ fromMs: NOW, toMs: null }]);
      await store.saveGaps(origin, [{ fromMs: NOW, toMs: NOW + 900 }]);
      await store.saveGaps(origin, [{ fromMs: NOW + 120_000, toMs: null }]);
      const gaps = () => store.listGaps(5, 'databento', NOW, NOW + 600_000);
      expect(await gaps()).toEqual([
        { fromMs: NOW, toMs: NOW + 900 },
        { fromMs: NOW + 120_000, toMs: null },
      ]);
      await store.saveBars({ ...origin, run: 'second' }, [barAt(NOW + 300_000)]);
      expect((await gaps())[1]).toEqual({ fromMs: NOW + 120_000, toMs: NOW + 300_000 });
      expect(await store.listGaps(5, 'databento', NOW + 901, NOW + 60_000)).toEqual([]);
      expect(await store.listGaps(5, 'databento-stand-in', 0, NOW * 2)).toEqual([]);
    },
  );

  test.skipIf(!present)(
    'a minute in which two contracts traded has a bar of each, the earlier one first',
    async () => {
      const old = { instrumentId: 7, source: 'simulated', run: 'roll', contract: 'MNQZ6' } as const;
      const [before, after] = [
        barAt(NOW, { contract: 'MNQZ6' }),
        barAt(NOW, { contract: 'MNQH7', openTicks: 18_240 }),
      ];
      await store.saveBars({ ...old, contract: 'MNQH7' }, [after]);
      await store.saveBars(old, [before]);
      expect(await store.listBars(7, 'simulated', NOW, NOW + 60_000)).toEqual([before, after]);
      expect(await store.lastBar(7, 'simulated')).toEqual({ run: 'roll', bar: after });
    },
  );

  test.skipIf(!present)('sources never mix, and a replay shows its newest run only', async () => {
    const origin = { instrumentId: 3, source: 'replay', run: 'recording-1', contract: 'ESZ6' } as const;
    await store.saveBars(origin, [barAt(NOW)]);
    await store.saveBars({ ...origin, run: 'recording-2' }, [barAt(NOW + 60_000)]);
    expect(await store.listBars(3, 'replay', 0, NOW + DAY_MS)).toEqual([barAt(NOW + 60_000)]);
    expect(await store.listBars(3, 'simulated', 0, NOW + DAY_MS)).toEqual([]);
  });

  test.skipIf(!present)('events are read in full, and an update replaces the row', async () => {
    const first = eventAt('e1', NOW);
    const second = eventAt('e2', NOW + 1000, { type: 'stop_run' });
    await store.saveEvents('simulated', 'one', [first, second]);
    const updated = eventAt('e1', NOW, { size: 500, status: 'confirmed' });
    await store.saveEvents('simulated', 'one', [updated]);
    expect(await store.findEvent('e1')).toEqual({ event: updated, source: 'simulated', run: 'one' });
    expect(await store.findEvent('unknown')).toBeUndefined();
    const both = ['iceberg', 'stop_run'] as const;
    expect(await store.listEvents([1], 'simulated', both, NOW, NOW + 2000, 10)).toEqual([second, updated]);
    expect(await store.listEvents([1], 'simulated', both, NOW, NOW + 2000, 1)).toEqual([second]);
    expect(await store.listEvents([1], 'simulated', ['iceberg'], NOW, NOW + 2000, 10)).toEqual([updated]);
    expect(await store.listEvents([1], 'simulated', both, NOW, NOW + 1000, 10)).toEqual([updated]);
    expect(await store.listEvents([1], 'replay', both, NOW, NOW + 2000, 10)).toEqual([]);
    expect(await store.listEvents([], 'simulated', both, NOW, NOW + 2000, 10)).toEqual([]);
  });

  test.skipIf(!present)('windows and frames keep every byte', async () => {
    const deltas = Uint8Array.from({ length: 256 }, (_, index) => index);
    await store.saveEventWindow('e1', {
      fromMs: NOW,
      toMs: NOW + 90_000,
      truncated: true,
      deltas,
      tape: deltas.slice(1),
    });
    const found = await store.findEventWindow('e1');
    expect(found).toMatchObject({ fromMs: NOW, toMs: NOW + 90_000, truncated: true });
    expect(new Uint8Array(found?.deltas ?? [])).toEqual(deltas);
    expect(new Uint8Array(found?.tape ?? [])).toEqual(deltas.slice(1));
    const origin = { instrumentId: 1, source: 'simulated', run: 'one', contract: 'ESZ6' } as const;
    await store.saveFrames(origin, [
      { asOfMs: NOW + 100.5, frame: deltas },
      { asOfMs: NOW, frame: deltas.slice(0, 3) },
    ]);
    const frames = await store.listFrames(1, 'simulated', NOW);
    expect(frames.map((row) => [row.run, row.asOfMs, row.frame.length])).toEqual([
      ['one', NOW, 3],
      ['one', NOW + 100, 256],
    ]);
  });

  test.skipIf(!present)(
    'pruning keeps 90 days of windows, 14 of their tapes and 30 minutes of frames',
    async () => {
      const origin = { instrumentId: 5, source: 'simulated', run: 'one', contract: 'ESZ6' } as const;
      const window = { truncated: false, deltas: new Uint8Array(1), tape: new Uint8Array(1) };
      await store.saveEventWindow('fortnight', {
        fromMs: NOW - 15 * DAY_MS,
        toMs: NOW - 14 * DAY_MS - 1,
        ...window,
      });
      await store.saveEventWindow('newer', { fromMs: NOW - 14 * DAY_MS, toMs: NOW - 14 * DAY_MS, ...window });
      await store.saveEventWindow('old', {
        fromMs: NOW - 91 * DAY_MS,
        toMs: NOW - 90 * DAY_MS - 1,
        ...window,
      });
      await store.saveEventWindow('young', { fromMs: NOW - 90 * DAY_MS, toMs: NOW - 90 * DAY_MS, ...window });
      const frame = new Uint8Array(1);
      await store.saveFrames(origin, [
        { asOfMs: NOW - 30 * 60_000 - 1, frame },
        { asOfMs: NOW - 30 * 60_000, frame },
      ]);
      const empty = {
        bidTicks: null,
        bidSize: 0,
        askTicks: 1,
        askSize: 1,
        volume: 0,
        buyVolume: 0,
        sellVolume: 0,
      };
      await store.saveTopOfBook(origin, [{ secondMs: NOW, ...empty }]);
      await store.prune(NOW);
      expect(await store.findEventWindow('old')).toBeUndefined();
      expect(await store.findEventWindow('young')).toBeDefined();
      expect((await store.findEventWindow('fortnight'))?.tape).toBeNull();
      expect((await store.findEventWindow('newer'))?.tape).not.toBeNull();
      expect(await store.listFrames(5, 'simulated', 0)).toHaveLength(1);
    },
  );

  test.skipIf(!present)(
    'seconds come back in order, with those that an earlier release stored one by one',
    async () => {
      const origin = { instrumentId: 6, source: 'simulated', run: 'one' } as const;
      const second = (secondMs: number, volume: number) => ({
        ...{ secondMs, bidTicks: null, bidSize: 0, askTicks: -7, askSize: 12 },
        ...{ volume, buyVolume: 1, sellVolume: 2 },
      });
      await store.saveTopOfBook(origin, [second(NOW, 3), second(NOW + 1000, 4)]);
      await store.saveTopOfBook(origin, [second(NOW, 99)]);
      await database.orm.execute(sql`INSERT INTO top_of_book SELECT 6, id, ${NOW - 1000}::bigint, NULL, 0, -7, 12, 2, 1, 2
      FROM feed_runs WHERE source = 'simulated' AND run = 'one'`);
      const all = [second(NOW - 1000, 2), second(NOW, 3), second(NOW + 1000, 4)];
      expect(await store.listTopOfBook(6, 'simulated', 0, NOW * 2)).toEqual(all);
      expect(await store.listTopOfBook(6, 'simulated', NOW, NOW + 1000)).toEqual([second(NOW, 3)]);
      expect(await store.listTopOfBook(6, 'replay', 0, NOW * 2)).toEqual([]);
    },
  );

  test.skipIf(!present)('saving nothing is allowed', async () => {
    const origin = { instrumentId: 1, source: 'simulated', run: 'one', contract: 'ESZ6' } as const;
    await store.saveBars(origin, []);
    await store.saveEvents('simulated', 'one', []);
    await store.saveTopOfBook(origin, []);
    await store.saveFrames(origin, []);
    expect(await store.listBars(99, 'simulated', 0, NOW * 2)).toEqual([]);
  });
});
