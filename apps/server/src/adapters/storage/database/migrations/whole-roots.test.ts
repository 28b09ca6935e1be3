/** Migration 30: stored roots that were cut short become what an import of today gives, and no other root changes. */
import { journalInstrumentOf, unknownRoot } from '@undertow/journal';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '#adapters/storage/database/migrate.ts';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { openBlankDatabase } from '#testing/database/databases.ts';

const BEFORE = 29;
const NOW = Date.UTC(2026, 10, 23);

/** Symbols with the root under which they were stored. */
const CUT: readonly (readonly [symbol: string, root: string])[] = [
  ['us_oil', 'US'],
  ['NYSE:BRK.B', 'BRK'],
  ['BRK.A', 'BRK'],
  ['US-WHEAT', 'US'],
  ['[Sim] XYZ_A', 'XYZ'],
  ['CHN50', 'CH'],
  ['DOGE-USD', 'DOGE'],
  ['GC.F', 'GC'],
];
const WHOLE: readonly (readonly [symbol: string, root: string])[] = [
  ['AAPL', 'AAPL'],
  ['AAPL.cash', 'AAPL'],
  ['XYZ.CME', 'XYZ'],
  ['XYZZ26', 'XYZ'],
  ['XYZ 03-26', 'XYZ'],
  ['EURUSD.z', 'EURUSD'],
  ['EUR_USD', 'EURUSD'],
  ['US500.x', 'US500'],
  ['GOLD_i', 'GOLD'],
  ['ES.CME', 'ES'],
  ['@ES#C', 'ES'],
  ['ES_CONT', 'ES'],
  ['ESZ45', 'ES'],
  ['ESZ26', 'ES'],
];

async function store(orm: Orm, userId: string, rows: typeof CUT): Promise<void> {
  await orm.execute(
    sql`INSERT INTO users (id, issuer, sub, created_at_ms) VALUES (${userId}, 'test', ${userId}, ${NOW})`,
  );
  await orm.execute(sql`INSERT INTO journal_versions (user_id, version) VALUES (${userId}, 4)`);
  for (const [symbol, root] of rows) {
    const pointValue = journalInstrumentOf(symbol, NOW)?.pointValue ?? null;
    await orm.execute(sql`INSERT INTO journal_trades (user_id, key, group_id, platform, account, symbol, root, currency, side,
        status, quantity, entry_at_ms, entry_known, point_value, pnl_source, tags, flags, legs, changed_at_ms)
      VALUES (${userId}, ${symbol}, ${symbol}, 'template', '', ${symbol}, ${root}, 'USD', 'long',
        'closed', '1', ${NOW}, true, ${pointValue}, 'file', '[]', '[]', '[]', ${NOW})`);
  }
}

test('roots that were cut short become whole, and the journals that hold them a new version', async () => {
  const { orm, close } = await openBlankDatabase();
  const all = readMigrations();
  await migrate(orm, all.slice(0, BEFORE));
  await store(orm, 'cut', CUT);
  await store(orm, 'whole', WHOLE);
  await migrate(orm, all);
  const roots = await rowsOf<{ symbol: string; root: string }>(
    orm,
    sql`SELECT symbol, root FROM journal_trades ORDER BY id`,
  );
  expect(roots).toEqual(
    [...CUT, ...WHOLE].map(([symbol]) => ({
      symbol,
      root: journalInstrumentOf(symbol, NOW)?.root ?? unknownRoot(symbol),
    })),
  );
  expect(roots.slice(0, CUT.length).filter(({ root }, at) => root === CUT[at]?.[1])).toEqual([]);
  expect(await rowsOf(orm, sql`SELECT user_id, version::int FROM journal_versions ORDER BY 1`)).toEqual([
    { user_id: 'cut', version: 5 },
    { user_id: 'whole', version: 4 },
  ]);
  await close();
});
