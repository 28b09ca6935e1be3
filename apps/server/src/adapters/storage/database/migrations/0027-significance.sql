-- The rank of an event beside what the history is filtered by; 0 where it is not known, for events stored before there were ranks.
SET LOCAL statement_timeout = 0;
--> statement-breakpoint
ALTER TABLE event_facets ADD COLUMN per_day double precision NOT NULL DEFAULT 0;
--> statement-breakpoint
-- What the lists show by default is few: pages of it do not walk past the rest. Its condition is that of the widest choice
CREATE INDEX event_facets_significant ON event_facets (source, instrument_id, type, side, detected_ms, id)
  INCLUDE (updated_ms, confidence, size, degraded, per_day) WHERE per_day <= 30;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION event_facets_of(event flow_events) RETURNS SETOF event_facets LANGUAGE sql STABLE AS $$
  SELECT event.id, (SELECT source FROM feed_runs WHERE feed_runs.id = event.run_id), event.instrument_id, event.type,
    event.body ->> 'side', event.detected_ms, (event.body ->> 'updatedNs')::bigint / 1000000,
    (event.body ->> 'confidence')::float8, (event.body ->> 'size')::integer, (event.body ->> 'degraded')::boolean,
    array_to_tsvector(history_words(concat_ws(' ', event.type, event.body ->> 'sub', event.body ->> 'description'))),
    coalesce((event.body ->> 'perDay')::float8, 0)
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION put_event_facets() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  facets event_facets;
BEGIN
  FOR facets IN SELECT * FROM event_facets_of(NEW) LOOP
    PERFORM put_event_words(facets.type, facets.words);
    INSERT INTO event_facets SELECT facets.*
    ON CONFLICT (id) DO UPDATE SET detected_ms = excluded.detected_ms, updated_ms = excluded.updated_ms,
      side = excluded.side, confidence = excluded.confidence, size = excluded.size, degraded = excluded.degraded,
      words = excluded.words, per_day = excluded.per_day;
  END LOOP;
  RETURN NULL;
END
$$;
--> statement-breakpoint
-- The rule that everybody began with is for the largest events of a day now, as its owner chose them; who changed it keeps theirs.
UPDATE alert_rules SET name = 'Largest events of the day',
  condition = condition || '{"minConfidence":0.6,"perDay":"chosen"}'::jsonb
WHERE origin = 'built-in' AND name = 'Likely and exact events'
  AND condition = '{"kind":"event","eventTypes":["iceberg","absorption","support","resistance","stop_run","spoofing"],"side":null,"minConfidence":0.8,"minSize":0,"near":null}'::jsonb;
--> statement-breakpoint
UPDATE alert_rules SET condition = condition || '{"perDay":null}'::jsonb
WHERE condition ->> 'kind' = 'event' AND NOT condition ? 'perDay';
