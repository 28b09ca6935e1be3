/** What the trading days of the history count: events by type, and how their declared outcomes came out. */
import { epochMs, type FlowEventType } from '@undertow/market';
import { sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { column } from '#adapters/storage/tables/batch-column.ts';
import type { DayCount, DayHits, HistoryStore } from '#ports/history.ts';

type DayQuery = Parameters<HistoryStore['countDays']>[0];

function boundsOf({ boundsMs }: DayQuery) {
  const whole = boundsMs.map(Math.floor);
  return { all: column(whole, 'bigint'), first: whole[0] ?? 0, end: whole.at(-1) ?? 0 };
}

export async function countDays(orm: Orm, query: DayQuery): Promise<readonly DayCount[]> {
  const { all, first, end } = boundsOf(query);
  return rowsOf<DayCount>(
    orm,
    sql`SELECT width_bucket(detected_ms, ${all}) - 1 AS day, instrument_id AS "instrumentId", type,
        count(*)::int AS events, sum(confidence)::float8 AS "confidenceSum"
      FROM event_facets
      WHERE source = ${query.source} AND instrument_id = ANY (${column(query.instrumentIds, 'int')})
        AND detected_ms >= ${first}::bigint AND detected_ms < ${end}::bigint
        AND detected_ms < ${Math.floor(query.asOfMs)}::bigint AND updated_ms < ${Math.floor(query.asOfMs)}::bigint
        AND NOT degraded
      GROUP BY 1, 2, 3`,
  );
}

export async function countTypes(orm: Orm, query: Parameters<HistoryStore['countTypes']>[0]) {
  const { instrumentId, fromMs, toMs, settledMs } = query.span;
  return rowsOf<{ type: FlowEventType; events: number }>(
    orm,
    sql`SELECT type, count(*)::int AS events FROM event_facets
      WHERE source = ${query.source} AND instrument_id = ${instrumentId} AND type = ANY (${column(query.types, 'text')})
        AND detected_ms BETWEEN ${Math.ceil(fromMs)}::bigint AND ${Math.floor(toMs)}::bigint
        AND updated_ms <= ${Math.floor(settledMs)}::bigint AND NOT id = ANY (${column(query.except, 'text')})
      GROUP BY type`,
  );
}

export async function countHits(orm: Orm, query: DayQuery): Promise<readonly DayHits[]> {
  const { all, first, end } = boundsOf(query);
  const asOfMs = Math.floor(query.asOfMs);
  return rowsOf<DayHits>(
    orm,
    sql`SELECT width_bucket(raised.at_ms, ${all}) - 1 AS day, raised.instrument_id AS "instrumentId",
        raised.body::jsonb ->> 'type' AS type, count(*)::int AS resolved,
        (count(*) FILTER (WHERE (settled.body::jsonb ->> 'hit')::boolean))::int AS hits
      FROM track_record raised
      JOIN track_record settled ON settled.chain = raised.chain AND settled.kind = 'settled'
        AND settled.signal_id = raised.signal_id AND settled.at_ms < ${asOfMs}::bigint
      WHERE raised.kind = 'raised' AND raised.source = ${query.source}
        AND raised.instrument_id = ANY (${column(query.instrumentIds, 'int')})
        AND raised.at_ms >= ${first}::bigint AND raised.at_ms < ${end}::bigint
        AND raised.at_ms < ${asOfMs}::bigint
        AND (settled.body::jsonb ->> 'hit') IS NOT NULL
      GROUP BY 1, 2, 3`,
  );
}

export async function unsettledIds(
  orm: Orm,
  { source, instrumentIds, fromMs, asOfMs }: Parameters<HistoryStore['unsettled']>[0],
): Promise<readonly string[]> {
  const rows = await rowsOf<{ id: string }>(
    orm,
    sql`SELECT id FROM event_facets
      WHERE source = ${source} AND instrument_id = ANY (${column(instrumentIds, 'int')})
        AND detected_ms BETWEEN ${epochMs(fromMs)}::bigint AND ${epochMs(asOfMs)}::bigint
        AND updated_ms >= ${epochMs(asOfMs)}::bigint`,
  );
  return rows.map(({ id }) => id);
}

export async function totals(orm: Orm, source: string) {
  const [row] = await rowsOf<{ totalEvents: number; avgConfidence: number | null }>(
    orm,
    sql`SELECT count(*)::int AS "totalEvents", avg(confidence)::float8 AS "avgConfidence"
      FROM event_facets WHERE source = ${source}`,
  );
  return row ?? { totalEvents: 0, avgConfidence: null };
}
