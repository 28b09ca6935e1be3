/** Migration 32: bars that were stored without a contract get the one of the calendar rule, to the minute of each roll. */
import { contractAt, DAY_MS, HOUR_MS, INSTRUMENTS, MINUTE_MS } from '@undertow/market';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { migrate, readMigrations } from '#adapters/storage/database/migrate.ts';
import { rowsOf } from '#adapters/storage/database/orm.ts';
import { openBlankDatabase } from '#testing/database/databases.ts';

const BEFORE = 31;
/** Products of the catalogue when bars had no contract. */
const PRODUCTS = INSTRUMENTS.filter(({ id }) => id <= 27);

/** The minutes on both sides of each roll of a year, in the hours in which any zone could have put them. */
function minutesAround(instrument: (typeof PRODUCTS)[number], year: number): number[] {
  const minutes: number[] = [];
  for (let at = Date.UTC(year, 0, 2); at < Date.UTC(year + 1, 0, 1); at += DAY_MS) {
    if (contractAt(instrument, at).code === contractAt(instrument, at + DAY_MS).code) continue;
    for (let hour = 20; hour < 25; hour += 1)
      minutes.push(at + hour * HOUR_MS - MINUTE_MS, at + hour * HOUR_MS);
  }
  return minutes;
}

test('every stored bar gets the contract that was the front one in its minute', async () => {
  const database = await openBlankDatabase();
  const { orm } = database;
  const all = readMigrations();
  await migrate(orm, all.slice(0, BEFORE));
  await orm.execute(sql`INSERT INTO feed_runs (source, run) VALUES ('simulated', 'one')`);
  const wanted = PRODUCTS.flatMap((instrument, n) =>
    minutesAround(instrument, 2015 + (n % 13)).map((startMs) => ({
      id: instrument.id,
      startMs,
      contract: contractAt(instrument, startMs).code,
    })),
  );
  const old = { id: 1, startMs: Date.UTC(2014, 5, 1), contract: '?' };
  const rows = [...wanted, old];
  expect(rows.length).toBeGreaterThan(500);
  await orm.execute(sql`INSERT INTO bars (instrument_id, run_id, start_ms, open_ticks, high_ticks, low_ticks, close_ticks,
      volume, buy_volume, sell_volume, trades)
    SELECT id, 1, start_ms, 1, 1, 1, 1, 1, 1, 0, 1 FROM unnest(
      ${sql.param(rows.map(({ id }) => id))}::int[], ${sql.param(rows.map(({ startMs }) => startMs))}::bigint[])
      AS given (id, start_ms)`);
  await migrate(orm, all);
  const found = await rowsOf<{ id: number; start_ms: number; contract: string }>(
    orm,
    sql`SELECT instrument_id AS id, start_ms::float8 AS start_ms, contract FROM bars ORDER BY instrument_id, start_ms`,
  );
  const byPlace = rows.toSorted((a, b) => a.id - b.id || a.startMs - b.startMs);
  expect(found.map((row) => [row.id, row.start_ms, row.contract])).toEqual(
    byPlace.map(({ id, startMs, contract }) => [id, startMs, contract]),
  );
  await database.close();
});
