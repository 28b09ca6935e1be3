/** Counts a track record in the database: a year of rows must not travel for a few rates. */

import type { RaisedCount, TrackCounts } from '@undertow/detection';
import { epochMs } from '@undertow/market';
import { type Orm, rowsOf, sql } from '#adapters/storage/database/orm.ts';
import type { TrackStore } from '#ports/track-store.ts';

/** The chain of the headlines of a source: of all its instruments. */
export const headlineChain = (source: string): string => `${source}/headlines`;

type TrackQuery = Parameters<TrackStore['counts']>[0];

export async function countTrack(
  orm: Orm,
  { source, instrumentIds, fromMs, toMs, only }: TrackQuery,
): Promise<TrackCounts> {
  if (instrumentIds.length === 0) return [];
  const ofChain = only === undefined ? sql`true` : sql`raised.chain = ${headlineChain(source)}`;
  return rowsOf<RaisedCount>(
    orm,
    sql`
      SELECT body->>'type' AS type, body->>'sub' AS sub, body->'declared'->>'rule' AS rule,
        (body->'declared'->>'probability')::float8 AS probability,
        (outcome->>'hit')::boolean AS hit, count(*)::int AS count,
        count(outcome->'base'->>'rate')::int AS compared,
        coalesce(sum((outcome->'base'->>'rate')::float8), 0)::float8 AS "baseSum",
        coalesce(sum((outcome->'base'->>'resolved')::int), 0)::int AS instants
      FROM (
        SELECT raised.body::jsonb AS body, settled.body::jsonb AS outcome
        FROM track_record raised
        LEFT JOIN track_record settled ON settled.chain = raised.chain AND settled.kind = 'settled'
          AND settled.signal_id = raised.signal_id AND settled.at_ms < ${epochMs(toMs)}::bigint
        WHERE raised.kind = 'raised' AND raised.source = ${source} AND ${ofChain}
          AND raised.instrument_id = ANY(${sql.param([...instrumentIds])}::int[])
          AND raised.at_ms >= ${epochMs(fromMs)}::bigint AND raised.at_ms < ${epochMs(toMs)}::bigint
      ) signals
      GROUP BY 1, 2, 3, 4, 5
      ORDER BY 1, 2, 3, 4, 5`,
  );
}
