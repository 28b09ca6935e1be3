/** What the recorded market did around trades: one statement for many of them, over the bars and events of one source. */
import { epochMs, MINUTE_MS } from '@undertow/market';
import { type SQL, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import type { ContextStore, PriceRange, RecordedMarket } from '#ports/journal.ts';

/** Events count that were stamped so long before the entry, and none after it. */
const BEFORE_ENTRY_MS = 2 * MINUTE_MS;
const COVERED_MS = 3 * MINUTE_MS;
const AFTER_EXIT_MS = 30 * MINUTE_MS;
/** Trades of one statement: with the embedded database everybody waits while one runs. */
const BATCH = 100;

/** Two recordings are two histories: of replays the newest counts, of a venue every run. */
function runsOf(source: string): SQL {
  return source === 'replay'
    ? sql`(SELECT max(id) FROM feed_runs WHERE source = ${source})`
    : sql`(SELECT id FROM feed_runs WHERE source = ${source})`;
}

interface Found {
  readonly id: string;
  readonly covered: boolean;
  readonly types: readonly string[] | null;
  readonly high: number | null;
  readonly low: number | null;
}

function around(orm: Orm, { instrumentId, source, types, untilMs }: RecordedMarket, spans: string) {
  const runs = runsOf(source);
  const wanted = sql`${sql.param([...types])}::text[]`;
  return rowsOf<Found>(
    orm,
    sql`SELECT spans.id,
        EXISTS (SELECT 1 FROM bars WHERE instrument_id = ${instrumentId} AND run_id IN ${runs}
          AND start_ms > spans."entryMs" - ${COVERED_MS}::bigint AND start_ms <= spans."entryMs") AS covered,
        (SELECT array_agg(DISTINCT type) FROM flow_events WHERE instrument_id = ${instrumentId}
          AND run_id IN ${runs} AND type = ANY (${wanted})
          AND detected_ms >= spans."entryMs" - ${BEFORE_ENTRY_MS}::bigint
          AND detected_ms < spans."entryMs") AS types,
        after.high, after.low
      FROM json_to_recordset(${spans}::json) AS spans (id text, "entryMs" bigint, "exitMs" bigint)
      LEFT JOIN LATERAL (SELECT max(high_ticks) AS high, min(low_ticks) AS low FROM bars
        WHERE instrument_id = ${instrumentId} AND run_id IN ${runs}
          AND start_ms >= spans."exitMs" AND start_ms < spans."exitMs" + ${AFTER_EXIT_MS}::bigint
          AND spans."exitMs" + ${AFTER_EXIT_MS}::bigint <= ${epochMs(untilMs)}::bigint) after ON true
      WHERE spans."entryMs" <= ${epochMs(untilMs)}::bigint`,
  );
}

const rangeOf = (high: number | null, low: number | null): PriceRange | null =>
  high === null || low === null ? null : { highTicks: high, lowTicks: low };

export function createContextStore(orm: Orm): ContextStore {
  return {
    async recorded({ instrumentId, source }) {
      const [row] = await rowsOf<{ first: string | null; last: string | null }>(
        orm,
        sql`SELECT min(start_ms)::text AS first, max(start_ms)::text AS last FROM bars
          WHERE instrument_id = ${instrumentId} AND run_id IN ${runsOf(source)}`,
      );
      if (row === undefined || row.first === null || row.last === null) return undefined;
      return { fromMs: Number(row.first), toMs: Number(row.last) + MINUTE_MS };
    },

    async range({ instrumentId, source, untilMs }, fromMs, toMs) {
      const first = Math.floor(fromMs / MINUTE_MS) * MINUTE_MS;
      const [row] = await rowsOf<{ high: number | null; low: number | null }>(
        orm,
        sql`SELECT max(high_ticks) AS high, min(low_ticks) AS low FROM bars
          WHERE instrument_id = ${instrumentId} AND run_id IN ${runsOf(source)}
            AND start_ms >= ${first}::bigint AND start_ms <= ${Math.floor(Math.min(toMs, untilMs - MINUTE_MS))}::bigint`,
      );
      return row === undefined ? undefined : (rangeOf(row.high, row.low) ?? undefined);
    },

    async around(market, spans) {
      const rows: Found[] = [];
      for (let at = 0; at < spans.length; at += BATCH) {
        const batch = spans.slice(at, at + BATCH).map(({ id, entryMs, exitMs }) => ({
          id,
          entryMs: epochMs(entryMs),
          exitMs: epochMs(exitMs),
        }));
        rows.push(...(await around(orm, market, JSON.stringify(batch))));
      }
      return rows.map(({ id, covered, types, high, low }) => ({
        id,
        covered,
        typesBeforeEntry: types ?? [],
        afterExit: rangeOf(high, low),
      }));
    },
  };
}
