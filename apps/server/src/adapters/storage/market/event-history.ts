/** Pages through every event kept, whatever the filters: first along an index with a budget, and what is sparse by all indexes together. */
import type { FlowEvent } from '@undertow/market';
import { type SQL, sql } from 'drizzle-orm';
import { type Orm, rowsOf } from '#adapters/storage/database/orm.ts';
import { column } from '#adapters/storage/tables/batch-column.ts';
import { decodeSignal } from '#adapters/storage/tables/signal-row.ts';
import type { HistoryQuery, HistoryStore } from '#ports/history.ts';
import { foundIn, typesUsing } from './event-words.ts';
import { countDays, countHits, countTypes, totals, unsettledIds } from './history-days.ts';

/** Index entries that a page may walk past before it is treated as sparse; with a search each costs a visit to its row. */
const BUDGET = 60_000;
const SEARCH_BUDGET = 15_000;
const MIN_BUDGET = 500;
/** As the index `event_facets_significant` has it. */
const MAX_INDEXED_A_DAY = 30;

interface Order {
  /** What is sorted by before the time; null where time alone sorts. */
  readonly figure: 'confidence' | 'size' | null;
  readonly descending: boolean;
}

const ORDERS: Readonly<Record<HistoryQuery['sort'], Order>> = {
  newest: { figure: null, descending: true },
  oldest: { figure: null, descending: false },
  confidence: { figure: 'confidence', descending: true },
  size: { figure: 'size', descending: true },
};

/** Columns of an order, named as in `table`. */
function keyOf({ figure }: Order, table: string): SQL {
  const time = `${table}.detected_ms, ${table}.id`;
  return sql.raw(figure === null ? time : `${table}.${figure}, ${time}`);
}

function sortedBy(order: Order, table: string): SQL {
  const way = order.descending ? ' DESC' : '';
  const names = [...(order.figure === null ? [] : [order.figure]), 'detected_ms', 'id'];
  return sql.raw(names.map((name) => `${table}.${name}${way}`).join(', '));
}

function behind(order: Order, { after }: HistoryQuery): SQL {
  if (after === null) return sql`true`;
  const time = sql`${after.detectedMs}::bigint, ${after.id}::text`;
  const type = order.figure === 'size' ? 'integer' : 'float8';
  const place = order.figure === null ? time : sql`${after.figure}::${sql.raw(type)}, ${time}`;
  return sql`(${keyOf(order, 'facets')}) ${sql.raw(order.descending ? '<' : '>')} (${place})`;
}

/** Every instrument, type and side is a stream of its own that the indexes hold in order. */
function streamsOf({ spans, types, sides }: HistoryQuery) {
  return spans.flatMap((span) => types.flatMap((type) => sides.map((side) => ({ ...span, type, side }))));
}

interface Found {
  /** Null where retention removed the event meanwhile. */
  readonly body: unknown;
}

/**
 * The whole event of a row of `table`, read in the statement that finds it: another one costs a third of the search. The
 * narrow rows sort their ids by bytes; only in the collation of its primary key is an event found by that index.
 */
function bodyOf(table: string): SQL {
  return sql`(SELECT body FROM flow_events WHERE flow_events.id = ${sql.raw(table)}.id COLLATE "default")`;
}

interface Walked extends Found {
  readonly matched: boolean;
  /** It is the last one that the budget of its stream allowed. */
  readonly last: boolean;
}

/**
 * The first rows of all streams along the index of the order, at most `limit`. A row that ends the budget of its stream
 * comes too, matching or not: behind it the stream is unknown.
 */
async function walk(orm: Orm, query: HistoryQuery, budget: number): Promise<readonly Walked[]> {
  const order = ORDERS[query.sort];
  const streams = streamsOf(query);
  const of = (pick: (stream: (typeof streams)[number]) => unknown, type: string): SQL =>
    column(streams.map(pick), type);
  const words = query.words === null ? sql`` : sql`, facets.words`;
  return rowsOf<Walked>(
    orm,
    sql`
      SELECT found.matched, found.passed = ${budget}::int AS last, CASE WHEN found.matched THEN ${bodyOf('found')} END AS body
      FROM unnest(
        ${of((stream) => stream.instrumentId, 'int')}, ${of((stream) => stream.type, 'text')},
        ${of((stream) => stream.side, 'text')}, ${of((stream) => Math.ceil(stream.fromMs), 'bigint')},
        ${of((stream) => Math.floor(stream.toMs), 'bigint')}, ${of((stream) => Math.floor(stream.settledMs), 'bigint')})
        AS streams (instrument_id, type, side, from_ms, to_ms, settled_ms),
      LATERAL (
        SELECT * FROM (
          SELECT scanned.*, row_number() OVER (ORDER BY ${sortedBy(order, 'scanned')}) AS passed,
            coalesce(scanned.updated_ms <= streams.settled_ms AND scanned.detected_ms BETWEEN streams.from_ms AND streams.to_ms
              AND scanned.confidence >= ${query.minConfidence}::float8 AND ${foundIn(query.words, 'scanned')}, false) AS matched
          FROM (
            SELECT facets.id, facets.detected_ms, facets.confidence, facets.size, facets.updated_ms${words}
            FROM event_facets facets
            WHERE facets.source = ${query.source} AND facets.instrument_id = streams.instrument_id
              AND facets.type = streams.type AND facets.side = streams.side AND ${largeEnough(query)} AND ${alongIndex(query)} AND ${behind(order, query)}
            ORDER BY ${sortedBy(order, 'facets')} LIMIT ${budget}::int
          ) scanned
        ) numbered
        WHERE matched OR passed = ${budget}::int
        ORDER BY ${sortedBy(order, 'numbered')} LIMIT ${query.limit}::int
      ) found
      ORDER BY ${sortedBy(order, 'found')} LIMIT ${query.limit}::int`,
  );
}

/** Written out up to the bound of the partial index, so that the planner may take it whatever the parameter is. */
function largeEnough({ perDay }: HistoryQuery): SQL {
  if (perDay === null) return sql`true`;
  const isIndexed = perDay <= MAX_INDEXED_A_DAY;
  return sql`facets.per_day <= ${perDay}::float8${sql.raw(isIndexed ? ` AND facets.per_day <= ${MAX_INDEXED_A_DAY}` : '')}`;
}

/** The part of the filter that the index of the order narrows by itself. */
function alongIndex({ sort, minConfidence }: HistoryQuery): SQL {
  if (sort === 'newest' || sort === 'oldest')
    return sql`facets.detected_ms BETWEEN streams.from_ms AND streams.to_ms`;
  return sort === 'confidence' && minConfidence > 0
    ? sql`facets.confidence >= ${minConfidence}::float8`
    : sql`true`;
}

/** Events of the page, as far as the walk knows every stream; null when it ends before the page does. */
function pageOf(walked: readonly Walked[], limit: number): readonly Found[] | null {
  const page: Found[] = [];
  for (const row of walked) {
    if (row.matched) page.push(row);
    if (page.length === limit) return page;
    if (row.last) return null;
  }
  return page;
}

/** Few match: whichever indexes narrow most bring all of them, and they are sorted then. */
function gather(orm: Orm, query: HistoryQuery): Promise<readonly Found[]> {
  const order = ORDERS[query.sort];
  const { spans, types, sides } = query;
  const of = (pick: (span: (typeof spans)[number]) => unknown, type: string): SQL =>
    column(spans.map(pick), type);
  const fromMs = Math.ceil(Math.min(...spans.map((span) => span.fromMs)));
  const toMs = Math.floor(Math.max(...spans.map((span) => span.toMs)));
  return rowsOf<Found>(
    orm,
    sql`
      WITH gathered AS MATERIALIZED (
        SELECT facets.id, facets.instrument_id, facets.detected_ms, facets.updated_ms, facets.confidence, facets.size
        FROM event_facets facets
        WHERE facets.source = ${query.source} AND facets.instrument_id = ANY (${of((span) => span.instrumentId, 'int')})
          AND facets.type = ANY (${column(types, 'text')}) AND facets.side = ANY (${column(sides, 'text')})
          AND facets.detected_ms BETWEEN ${fromMs}::bigint AND ${toMs}::bigint
          AND facets.confidence >= ${query.minConfidence}::float8 AND ${foundIn(query.words, 'facets')}
          AND ${largeEnough(query)} AND ${behind(order, query)}
      )
      SELECT ${bodyOf('gathered')} AS body FROM gathered JOIN unnest(
        ${of((span) => span.instrumentId, 'int')}, ${of((span) => Math.ceil(span.fromMs), 'bigint')},
        ${of((span) => Math.floor(span.toMs), 'bigint')}, ${of((span) => Math.floor(span.settledMs), 'bigint')})
        AS spans (instrument_id, from_ms, to_ms, settled_ms) ON spans.instrument_id = gathered.instrument_id
          AND gathered.detected_ms BETWEEN spans.from_ms AND spans.to_ms AND gathered.updated_ms <= spans.settled_ms
      ORDER BY ${sortedBy(order, 'gathered')} LIMIT ${query.limit}::int`,
  );
}

/** `budgetOfStream` is for tests: what is sparse by it is gathered. */
export function createEventHistory(orm: Orm, budgetOfStream?: number): HistoryStore {
  return {
    async page(wanted) {
      if (wanted.words?.length === 0) return [];
      const types = wanted.words === null ? wanted.types : await typesUsing(orm, wanted.types, wanted.words);
      const query = { ...wanted, types };
      const streams = query.spans.length * types.length * query.sides.length;
      if (streams === 0) return [];
      const allowed = query.words === null ? BUDGET : SEARCH_BUDGET;
      const budget = budgetOfStream ?? Math.max(MIN_BUDGET, query.limit, Math.ceil(allowed / streams));
      const found = pageOf(await walk(orm, query, budget), query.limit) ?? (await gather(orm, query));
      return found.flatMap(({ body }) => (body === null ? [] : [decodeSignal<FlowEvent>(body)]));
    },
    countDays: (query) => countDays(orm, query),
    countTypes: (query) => countTypes(orm, query),
    countHits: (query) => countHits(orm, query),
    totals: (source) => totals(orm, source),
    unsettled: (query) => unsettledIds(orm, query),
  };
}
