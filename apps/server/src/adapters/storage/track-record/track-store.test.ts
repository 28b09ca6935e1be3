/** The track record: rows in hash chains, the file beside the database, and what a change from outside shows. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TrackRow } from '@undertow/detection';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type ChainHeadsFile,
  createTrackHeadsFile,
  type Heads,
} from '#adapters/storage/database/chain-heads-file.ts';
import type { Origin } from '#ports/market-store.ts';
import type { TrackStore } from '#ports/track-store.ts';
import { hasPostgres, openTestDatabase, type TestDatabase } from '#testing/database/databases.ts';
import { createTrackStore } from './track-store.ts';
import { verifyChains } from './track-verify.ts';

const ES: Origin = { instrumentId: 1, source: 'simulated', run: 'a' };

const settled = (n: number): TrackRow => ({
  kind: 'settled',
  signalId: `signal-${n}`,
  instrumentId: 1,
  atNs: String(1_700_000_000_000_000_000n + BigInt(n)),
  type: 'support',
  hit: n % 2 === 0,
});
const rows = (from: number, to: number): TrackRow[] =>
  Array.from({ length: to - from }, (_, index) => settled(from + index));
/** What forecasts learnt up to the beginning of a trading day. */
function learnt(day: number, outcomes: number): TrackRow {
  const atNs = String(BigInt(Date.UTC(2026, 10, day, 23)) * 1_000_000n);
  const states = { absorption_hold: { outcomes } } as never;
  return { kind: 'calibration', signalId: `calibration|${atNs}`, instrumentId: 1, atNs, states };
}

const given = process.env['DATABASE_URL_TEST'];

describe.each([
  { kind: 'embedded', present: true },
  { kind: 'postgres', present: hasPostgres(given) },
] as const)('$kind database', ({ kind, present }) => {
  let folder = '';
  let database: TestDatabase;
  let store: TrackStore;

  beforeEach(async () => {
    if (!present) return;
    folder = mkdtempSync(join(tmpdir(), 'undertow-track-'));
    database = await openTestDatabase(kind, given);
    store = createTrackStore(database.orm, createTrackHeadsFile(folder));
  });
  afterEach(async () => {
    if (!present) return;
    await database.close();
    rmSync(folder, { recursive: true });
  });

  test.skipIf(!present)('rows are read in their order, and the same row twice is kept once', async () => {
    await store.append(ES, rows(0, 3));
    await store.append(ES, [...rows(2, 5), settled(4)]);
    const held = (await database.orm.execute(
      sql`SELECT body FROM track_record ORDER BY chain, position`,
    )) as unknown as { rows: { body: string }[] };
    const found = held.rows.map(({ body }) => JSON.parse(body) as TrackRow);
    expect(found).toEqual(rows(0, 5));
    expect(await store.verify()).toEqual([{ chain: 'simulated/1', count: 5, fault: null }]);
  });

  test.skipIf(!present)(
    'signals are counted up to an instant, alike ones together, with the base rates beside which they were settled',
    async () => {
      const condition = { hour: 15, volatility: 'low' } as const;
      const declared = {
        rule: 'bounce',
        direction: 1,
        targetTicks: 4,
        adverseTicks: 4,
        horizonMs: 60_000,
        probability: 0.62,
      };
      const raised = (n: number): TrackRow => ({
        ...{ kind: 'raised', signalId: `signal-${n}`, instrumentId: 1, atNs: settled(n).atNs },
        ...{
          type: 'support',
          sub: null,
          exact: false,
          confidence: 0.62,
          score: 0.4,
          calibrator: 'c@1',
          tier: 'L3',
        },
        ...{ midTicks: 100, condition, declared },
      });
      const compared = (n: number, rate: number): TrackRow => ({
        ...(settled(n) as Extract<TrackRow, { kind: 'settled' }>),
        base: { resolved: 10, rate },
      });
      await store.append(ES, [
        ...[raised(0), raised(1), raised(2), raised(3), raised(4)],
        ...[compared(0, 0.4), compared(2, 0.5), settled(4)],
      ]);
      await store.append({ ...ES, instrumentId: 2 }, [raised(7)]);
      const query = { source: 'simulated', instrumentIds: [1], fromMs: 0, toMs: 1_800_000_000_000 };
      const alike = { type: 'support', sub: null, rule: 'bounce', probability: 0.62 };
      expect(await store.counts(query)).toEqual([
        { ...alike, hit: true, count: 3, compared: 2, baseSum: 0.9, instants: 20 },
        { ...alike, hit: null, count: 2, compared: 0, baseSum: 0, instants: 0 },
      ]);
      expect(await store.counts({ ...query, toMs: 1_600_000_000_000 })).toEqual([]);
      expect(await store.counts({ ...query, instrumentIds: [] })).toEqual([]);
    },
  );

  test.skipIf(!present)('what was learnt of forecasts is that of the newest trading day', async () => {
    expect(await store.latestOutcomes('simulated', 1)).toBeUndefined();
    await store.append(ES, [...rows(0, 2), learnt(23, 120), settled(7), learnt(24, 250), settled(9)]);
    expect(await store.latestOutcomes('simulated', 1)).toEqual({
      states: { absorption_hold: { outcomes: 250 } },
      sinceMs: Date.UTC(2026, 10, 24, 23),
    });
    expect(await store.latestOutcomes('rithmic', 1)).toBeUndefined();
  });

  test.skipIf(!present)('each source and instrument has a chain of its own', async () => {
    await store.append(ES, rows(0, 2));
    await store.append({ ...ES, instrumentId: 2 }, rows(0, 1));
    expect((await store.verify()).map(({ chain, count }) => [chain, count])).toEqual([
      ['simulated/1', 2],
      ['simulated/2', 1],
    ]);
  });

  test.skipIf(!present)(
    'two processes that append to chains of their own lose no end of the other one',
    async () => {
      const other = createTrackStore(database.orm, createTrackHeadsFile(folder));
      for (let n = 0; n < 8; n += 1)
        await Promise.all([
          store.append(ES, rows(n, n + 1)),
          other.append({ ...ES, instrumentId: 2 + (n % 3) }, rows(n, n + 1)),
        ]);
      const verdicts = await createTrackStore(database.orm, createTrackHeadsFile(folder)).verify();
      expect(verdicts.map(({ count, fault }) => [count, fault])).toEqual([
        [8, null],
        [3, null],
        [3, null],
        [2, null],
      ]);
    },
  );

  test.skipIf(!present)(
    'a chain that moved to another machine is checked against the files of both, and its states are read at each',
    async () => {
      const fileOf = (name: string): ChainHeadsFile => createTrackHeadsFile(join(folder, name));
      const storeOf = (name: string): TrackStore => createTrackStore(database.orm, fileOf(name));
      await storeOf('here').append(ES, rows(0, 3));
      await storeOf('there').append(ES, [...rows(3, 5), learnt(23, 120)]);
      const before = await fileOf('here').read();
      const after = await fileOf('there').read();
      const faultOf = async (...noted: readonly Heads[]): Promise<unknown> =>
        (await verifyChains(database.orm, noted))[0]?.fault;
      expect(await faultOf(before, after)).toBeNull();
      expect(await faultOf({})).toBe('no file beside the database knows it');
      expect(await storeOf('elsewhere').latestStates(0)).toMatchObject([
        { instrumentId: 1, source: 'simulated' },
      ]);
      await database.owner.execute(sql`DROP TRIGGER track_record_append_only ON track_record`);
      await database.owner.execute(sql`DELETE FROM track_record WHERE position > 4`);
      expect(await faultOf(before)).toBeNull();
      expect(await faultOf(before, after)).toBe('2 rows are missing at its end');
      const forged = { 'simulated/1': { count: 3, hash: 'f'.repeat(64) } };
      expect(await faultOf(before, forged)).toBe('row 3 is not the one that was written');
    },
  );

  test.skipIf(!present)('the database refuses to change or remove a row', async () => {
    await store.append(ES, rows(0, 2));
    const change = database.owner.execute(sql`UPDATE track_record SET body = 'x' WHERE position = 1`);
    await expect(change).rejects.toThrow();
    await expect(database.owner.execute(sql`DELETE FROM track_record`)).rejects.toThrow();
  });

  test.skipIf(!present)('a row that was changed behind its back is found', async () => {
    await store.append(ES, rows(0, 3));
    await database.owner.execute(sql`DROP TRIGGER track_record_append_only ON track_record`);
    await database.owner.execute(
      sql`UPDATE track_record SET body = replace(body, 'false', 'true') WHERE position = 2`,
    );
    expect(await store.verify()).toMatchObject([{ fault: 'row 2 was changed' }]);
  });

  test.skipIf(!present)(
    'rows cut off at the end, and a chain written again, are found by the file beside the database',
    async () => {
      await store.append(ES, rows(0, 3));
      const heads = readFileSync(join(folder, 'track-record-heads.json'));
      await database.owner.execute(sql`DROP TRIGGER track_record_append_only ON track_record`);
      await database.owner.execute(sql`DELETE FROM track_record WHERE position = 3`);
      expect(await store.verify()).toMatchObject([{ count: 2, fault: '1 rows are missing at its end' }]);
      expect(await store.verifyHeads()).toMatchObject([
        { count: 3, fault: expect.stringContaining('row 3 is missing') },
      ]);
      await database.owner.execute(sql`DELETE FROM track_record`);
      await createTrackStore(database.orm, createTrackHeadsFile(folder)).append(ES, rows(10, 13));
      writeFileSync(join(folder, 'track-record-heads.json'), heads);
      const again = createTrackStore(database.orm, createTrackHeadsFile(folder));
      expect(await again.verify()).toMatchObject([{ fault: 'row 3 is not the one that was written' }]);
      expect(await again.verifyHeads()).toMatchObject([{ fault: expect.stringContaining('not the one') }]);
    },
  );

  test.skipIf(!present)(
    'a kill between the rows and the file, at the first rows or later, leaves a whole chain that continues',
    async () => {
      const file = createTrackHeadsFile(folder);
      /** The file as the process left it that was killed before it wrote the `nth` end. */
      const killedAt = (nth: number): ChainHeadsFile => {
        let written = 0;
        return {
          read: file.read,
          write: async (heads) => {
            written += 1;
            if (written >= nth) throw new Error('killed');
            await file.write(heads);
          },
        };
      };
      // The first write announces the chain, the second follows the rows
      await expect(createTrackStore(database.orm, killedAt(2)).append(ES, rows(0, 2))).rejects.toThrow(
        'killed',
      );
      expect(await store.verify()).toEqual([{ chain: 'simulated/1', count: 2, fault: null }]);
      await createTrackStore(database.orm, file).append(ES, rows(2, 4));
      await expect(createTrackStore(database.orm, killedAt(1)).append(ES, rows(4, 6))).rejects.toThrow(
        'killed',
      );
      expect(await store.verify()).toEqual([{ chain: 'simulated/1', count: 6, fault: null }]);
      // The next process takes the same rows again, as a batch that was tried twice, and continues
      await createTrackStore(database.orm, file).append(ES, rows(4, 7));
      expect(await store.verify()).toEqual([{ chain: 'simulated/1', count: 7, fault: null }]);
    },
  );
});
