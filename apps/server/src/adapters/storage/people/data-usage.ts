/** Which market data was shown to whom: written by device and instrument, read by person and day. */
import { sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { column } from '#adapters/storage/tables/batch-column.ts';
import type { DataUsageStore, UsageOfDay, UsageRow } from '#ports/people.ts';

/** Rows of one statement. */
const BATCH = 5_000;

interface StoredUsage {
  readonly person: string;
  readonly market_data_status: UsageOfDay['marketDataStatus'];
  readonly source: UsageOfDay['source'];
  readonly delay_seconds: number;
  readonly instrument_ids: readonly number[];
  readonly devices: number;
  /** A driver may bring bigints as strings. */
  readonly first_at_ms: number | string;
  readonly last_at_ms: number | string;
}

async function saveBatch(orm: Orm, rows: readonly UsageRow[]): Promise<void> {
  const columns = [
    column(
      rows.map((row) => row.userId),
      'text',
    ),
    column(
      rows.map((row) => row.day),
      'text',
    ),
    column(
      rows.map((row) => row.device),
      'text',
    ),
    column(
      rows.map((row) => row.source),
      'text',
    ),
    column(
      rows.map((row) => row.delaySeconds),
      'integer',
    ),
    column(
      rows.map((row) => row.instrumentId),
      'integer',
    ),
    column(
      rows.map((row) => row.firstAtMs),
      'bigint',
    ),
    column(
      rows.map((row) => row.lastAtMs),
      'bigint',
    ),
  ];
  // The lock holds an erasure back until the rows are there for it to keep under its pseudonym
  await orm.execute(sql`
    INSERT INTO data_usage AS kept
      (user_id, day, device, source, delay_seconds, instrument_id, first_at_ms, last_at_ms)
    SELECT shown.* FROM unnest(${sql.join(columns, sql`, `)})
      AS shown (user_id, day, device, source, delay_seconds, instrument_id, first_at_ms, last_at_ms)
    JOIN users u ON u.id = shown.user_id FOR KEY SHARE OF u
    ON CONFLICT (user_id, day, device, source, delay_seconds, instrument_id) DO UPDATE
      SET first_at_ms = least(kept.first_at_ms, excluded.first_at_ms),
        last_at_ms = greatest(kept.last_at_ms, excluded.last_at_ms)`);
}

async function ofDay(orm: Orm, day: string): Promise<readonly UsageOfDay[]> {
  const rows = await rowsOf<StoredUsage>(
    orm,
    sql`SELECT coalesce(d.user_id, d.pseudonym) AS person, r.market_data_status, d.source, d.delay_seconds,
        array_agg(DISTINCT d.instrument_id) AS instrument_ids, count(DISTINCT d.device)::integer AS devices,
        min(d.first_at_ms) AS first_at_ms, max(d.last_at_ms) AS last_at_ms
      FROM data_usage d LEFT JOIN registrations r ON r.user_id = d.user_id
      WHERE d.day = ${day}
      GROUP BY d.user_id, d.pseudonym, r.market_data_status, d.source, d.delay_seconds
      ORDER BY person, d.source, d.delay_seconds`,
  );
  return rows.map((row) => ({
    day,
    person: row.person,
    marketDataStatus: row.market_data_status,
    source: row.source,
    delaySeconds: row.delay_seconds,
    instrumentIds: row.instrument_ids,
    devices: row.devices,
    firstAtMs: Number(row.first_at_ms),
    lastAtMs: Number(row.last_at_ms),
  }));
}

export function createDataUsageStore(orm: Orm): DataUsageStore {
  return {
    async save(rows) {
      for (let from = 0; from < rows.length; from += BATCH)
        await saveBatch(orm, rows.slice(from, from + BATCH));
    },
    ofDay: (day) => ofDay(orm, day),
  };
}
