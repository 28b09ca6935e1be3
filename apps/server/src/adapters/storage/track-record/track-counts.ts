/** Counts a track record in the database: a year of rows must not travel for a few rates. */

import type { BaseCount, RaisedCount, TrackCounts } from '@undertow/detection';
import { epochMs } from '@undertow/market';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import type { TrackStore } from '#ports/track-store.ts';

type TrackQuery = Parameters<TrackStore['counts']>[0];

/** A row of `count*` as the driver gives it: sums as text, where they may be large. */
type Row = Readonly<Record<string, unknown>>;

export async function countTrack(orm: Orm, query: TrackQuery): Promise<TrackCounts> {
  if (query.instrumentIds.length === 0) return { raised: [], base: [] };
  return { raised: await countRaised(orm, query), base: await countBase(orm, query) };
}

async function countRaised(
  orm: Orm,
  { source, instrumentIds, fromMs, toMs }: TrackQuery,
): Promise<RaisedCount[]> {
  const rows = await rowsOf<Row>(
    orm,
    sql`
      SELECT body->>'type' AS type, body->>'sub' AS sub, body->'declared'->>'rule' AS rule,
        (body->'declared'->>'direction')::int AS direction,
        (body->'declared'->>'probability')::float8 AS probability,
        (body->'condition'->>'hour')::int AS hour, body->'condition'->>'volatility' AS volatility,
        (outcome->>'hit')::boolean AS hit, count(*)::int AS count
      FROM (
        SELECT raised.body::jsonb AS body, settled.body::jsonb AS outcome
        FROM track_record raised
        LEFT JOIN track_record settled ON settled.chain = raised.chain AND settled.kind = 'settled'
          AND settled.signal_id = raised.signal_id AND settled.at_ms < ${epochMs(toMs)}::bigint
        WHERE raised.kind = 'raised' AND raised.source = ${source}
          AND raised.instrument_id = ANY(${sql.param([...instrumentIds])}::int[])
          AND raised.at_ms >= ${epochMs(fromMs)}::bigint AND raised.at_ms < ${epochMs(toMs)}::bigint
      ) signals
      GROUP BY 1, 2, 3, 4, 5, 6, 7, 8
      ORDER BY 1, 2, 3, 4, 5, 6, 7, 8`,
  );
  return rows.map(
    (row) =>
      ({
        type: row['type'],
        sub: row['sub'],
        rule: row['rule'],
        direction: row['direction'],
        probability: row['probability'],
        condition: { hour: row['hour'], volatility: row['volatility'] },
        hit: row['hit'],
        count: row['count'],
      }) as RaisedCount,
  );
}

async function countBase(
  orm: Orm,
  { source, instrumentIds, fromMs, toMs }: TrackQuery,
): Promise<BaseCount[]> {
  const rows = await rowsOf<Row>(
    orm,
    sql`
      SELECT body->>'rule' AS rule, (body->>'direction')::int AS direction,
        (body->'condition'->>'hour')::int AS hour, body->'condition'->>'volatility' AS volatility,
        sum((body->>'resolved')::int)::int AS resolved, sum((body->>'hits')::int)::int AS hits
      FROM (
        SELECT body::jsonb AS body FROM track_record
        WHERE kind = 'base' AND source = ${source} AND instrument_id = ANY(${sql.param([...instrumentIds])}::int[])
          AND at_ms >= ${epochMs(fromMs)}::bigint AND at_ms < ${epochMs(toMs)}::bigint
      ) instants
      GROUP BY 1, 2, 3, 4
      ORDER BY 1, 2, 3, 4`,
  );
  return rows.map(
    (row) =>
      ({
        rule: row['rule'],
        direction: row['direction'],
        condition: { hour: row['hour'], volatility: row['volatility'] },
        resolved: row['resolved'],
        hits: row['hits'],
      }) as BaseCount,
  );
}
