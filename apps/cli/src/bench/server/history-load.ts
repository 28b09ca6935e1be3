/** Events for the measurements of the history, made by the database itself: four hundred days, five instruments, skewed as real ones are. */

/** Made one by one: what the embedded database is filled with. */
export const DRAWN_EVENTS = 200_000;
/** Of each on PostgreSQL, a few seconds later each time, for copies cost a tenth. */
const COPIES = 24;
const COPY_STEP_MS = 7_919;
/** Events on PostgreSQL. */
export const HISTORY_EVENTS = DRAWN_EVENTS * (COPIES + 1);
const DAYS = 400;

/** Everything that would be kept up row by row is taken away first and made again at the end, as a migration makes it. */
const BEFORE = [
  'SET synchronous_commit = off',
  "SET maintenance_work_mem = '512MB'",
  "CREATE TEMP TABLE made_again AS SELECT indexdef FROM pg_indexes WHERE tablename = 'event_facets' AND indexname NOT LIKE '%pkey'",
  `DO $$ DECLARE one text; BEGIN
    FOR one IN SELECT indexname FROM pg_indexes WHERE tablename = 'event_facets' AND indexname NOT LIKE '%pkey' LOOP
      EXECUTE 'DROP INDEX ' || one;
    END LOOP;
  END $$`,
  'ALTER TABLE event_facets DROP CONSTRAINT event_facets_pkey',
  'ALTER TABLE flow_events DISABLE TRIGGER flow_events_facets',
  "INSERT INTO feed_runs (source, run) VALUES ('simulated', 'bench') ON CONFLICT DO NOTHING",
  'SELECT setseed(0.42)',
];

/** Supports, resistances and absorption are many, stop runs one in a hundred, and one event in ten thousand has a rare word. */
function eventsOf(nowMs: number): string {
  return `
INSERT INTO flow_events (id, instrument_id, run_id, type, detected_ms, body)
SELECT id, instrument_id, (SELECT max(feed_runs.id) FROM feed_runs WHERE run = 'bench'), type, detected_ms, jsonb_build_object(
  'id', id, 'type', type, 'sub', CASE WHEN type = 'iceberg' THEN (CASE WHEN exact THEN 'native' ELSE 'synthetic' END) END,
  'instrumentId', instrument_id, 'side', side, 'priceTicks', ticks, 'priceLowTicks', ticks, 'priceHighTicks', ticks + 2,
  'size', size, 'tier', 'L3', 'exact', exact, 'confidence', confidence, 'confidenceLow', confidence, 'confidenceHigh', confidence,
  'score', 0.4, 'calibrator', CASE WHEN exact THEN 'exact' ELSE type || '@1' END, 'status', 'expired',
  'startNs', (detected_ms - 5000)::text || '000000', 'detectedNs', detected_ms::text || '000000',
  'updatedNs', (detected_ms + 20000)::text || '000000', 'expiresNs', (detected_ms + 180000)::text || '000000',
  'degraded', false, 'severity', 'medium', 'zoneHeightTicks', 2,
  'description', CASE type
    WHEN 'iceberg' THEN initcap(side) || ' refilled ' || (3 + size % 17) || ' times at ' || ticks * 0.25 || ', ' || to_char(size, 'FM999,999') || ' traded'
    WHEN 'absorption' THEN initcap(side) || ' took ' || to_char(size, 'FM999,999') || ' contracts at ' || ticks * 0.25 || ' within ' || (2 + size % 50) || ' seconds'
    WHEN 'stop_run' THEN 'A run of ' || to_char(size, 'FM999,999') || ' stop orders through ' || ticks * 0.25
    WHEN 'spoofing' THEN 'Orders of ' || to_char(size, 'FM999,999') || ' left ' || ticks * 0.25 || ' before they traded'
    ELSE 'Price turned ' || (2 + size % 5) || ' times at ' || ticks * 0.25 || ' with ' || to_char(size, 'FM999,999') || ' traded' END
    || CASE WHEN place % 10000 = 17 THEN ', after the settlement' ELSE '' END,
  'evidence', jsonb_build_object('executed', size, 'levels', jsonb_build_array(ticks, ticks + 1, ticks + 2),
    'rules', jsonb_build_array(jsonb_build_object('name', 'Size', 'value', size::text, 'needed', '50', 'met', true))))
FROM (
  SELECT place, md5('bench' || place)::char(16) AS id,
    (ARRAY[1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5])[1 + floor(a * 20)::int] AS instrument_id,
    CASE WHEN b < 0.3 THEN 'support' WHEN b < 0.6 THEN 'resistance' WHEN b < 0.8 THEN 'absorption'
      WHEN b < 0.94 THEN 'iceberg' WHEN b < 0.99 THEN 'spoofing' ELSE 'stop_run' END AS type,
    CASE WHEN b < 0.3 THEN 'bid' WHEN b < 0.6 THEN 'ask' WHEN c < 0.5 THEN 'bid' ELSE 'ask' END AS side,
    b >= 0.8 AND b < 0.9 AS exact,
    CASE WHEN b >= 0.8 AND b < 0.9 THEN 0.999 ELSE round((0.5 + 0.49 * d * d * d)::numeric, 4)::float8 END AS confidence,
    (20 * exp(1.2 * (c + d + e)))::int AS size, 18000 + (e * 800)::int AS ticks,
    ${nowMs}::bigint - (${DAYS}::bigint * 86400000 * (1 - place / ${DRAWN_EVENTS}.0))::bigint - 3600000 AS detected_ms
  FROM (SELECT place, random() AS a, random() AS b, random() AS c, random() AS d, random() AS e
    FROM generate_series(1, ${DRAWN_EVENTS}) AS place) drawn
) made`;
}

const COPY_ID = `left(md5(id || copy), 16)`;
const LATER = `copy * ${COPY_STEP_MS}::bigint`;

const FACETS = [
  'INSERT INTO event_facets SELECT facets.* FROM flow_events, LATERAL event_facets_of(flow_events) facets',
  `INSERT INTO event_words SELECT DISTINCT type, used.word FROM event_facets, unnest(tsvector_to_array(words)) AS used (word)
    WHERE used.word ~ '^[a-z]' ON CONFLICT DO NOTHING`,
];

const COPY = [
  `INSERT INTO flow_events SELECT ${COPY_ID}, instrument_id, run_id, type, detected_ms + ${LATER}, body || jsonb_build_object(
    'id', ${COPY_ID}, 'startNs', (detected_ms + ${LATER} - 5000)::text || '000000', 'detectedNs', (detected_ms + ${LATER})::text || '000000',
    'updatedNs', (detected_ms + ${LATER} + 20000)::text || '000000', 'expiresNs', (detected_ms + ${LATER} + 180000)::text || '000000')
    FROM flow_events, generate_series(1, ${COPIES}) AS copy`,
  `INSERT INTO event_facets SELECT ${COPY_ID}, source, instrument_id, type, side, detected_ms + ${LATER}, updated_ms + ${LATER},
    confidence, size, degraded, words FROM event_facets, generate_series(1, ${COPIES}) AS copy`,
];

const AFTER = [
  'ALTER TABLE event_facets ADD PRIMARY KEY (id)',
  'DO $$ DECLARE one text; BEGIN FOR one IN SELECT indexdef FROM made_again LOOP EXECUTE one; END LOOP; END $$',
  'ALTER TABLE flow_events ENABLE TRIGGER flow_events_facets',
];

const VACUUM = ['VACUUM (ANALYZE) flow_events', 'VACUUM (ANALYZE) event_facets'];

/** Statements for psql on a migrated database. The newest event is an hour older than `nowMs`. */
export function historyLoad(nowMs: number): string {
  const statements = [...BEFORE, eventsOf(Math.floor(nowMs)), ...FACETS, ...COPY, ...AFTER, ...VACUUM];
  return `\\set ON_ERROR_STOP on\n\\timing on\n${statements.map((one) => `${one};\n`).join('')}`;
}

/** One after the other on a migrated embedded database. No VACUUM: it has no autovacuum, so nobody's is vacuumed. */
export function embeddedHistoryLoad(nowMs: number): readonly string[] {
  return [...BEFORE, eventsOf(Math.floor(nowMs)), ...FACETS, ...AFTER];
}
