-- What the history of events is filtered, sorted and searched by, beside the events: one narrow row an event, kept by the
-- database itself. Events are read and written as ever while the rows of those there are made; only the trigger
-- takes a lock, at the end and for as long as the last few need.
SET LOCAL statement_timeout = 0;
--> statement-breakpoint
CREATE TABLE event_facets (
  id text COLLATE "C" NOT NULL,
  source text COLLATE "C" NOT NULL,
  instrument_id integer NOT NULL,
  type text COLLATE "C" NOT NULL,
  side text COLLATE "C" NOT NULL,
  detected_ms bigint NOT NULL,
  updated_ms bigint NOT NULL,
  confidence double precision NOT NULL,
  size integer NOT NULL,
  degraded boolean NOT NULL,
  words tsvector NOT NULL
);
--> statement-breakpoint
-- Words of a text as the search means them: lower case, 1,166 is 1166, a price stays whole. The server has the same rule.
CREATE FUNCTION history_words(words text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT array_remove(regexp_split_to_array(regexp_replace(regexp_replace(lower(words),
    '([0-9]),(?=[0-9]{3})', '\1', 'g'), '[.](?![0-9])', ' ', 'g'), '[^a-z0-9.]+'), '')
$$;
--> statement-breakpoint
CREATE FUNCTION event_facets_of(event flow_events) RETURNS SETOF event_facets LANGUAGE sql STABLE AS $$
  SELECT event.id, (SELECT source FROM feed_runs WHERE feed_runs.id = event.run_id), event.instrument_id, event.type,
    event.body ->> 'side', event.detected_ms, (event.body ->> 'updatedNs')::bigint / 1000000,
    (event.body ->> 'confidence')::float8, (event.body ->> 'size')::integer, (event.body ->> 'degraded')::boolean,
    array_to_tsvector(history_words(concat_ws(' ', event.type, event.body ->> 'sub', event.body ->> 'description')))
$$;
--> statement-breakpoint
INSERT INTO event_facets SELECT facets.* FROM flow_events, LATERAL event_facets_of(flow_events) facets;
--> statement-breakpoint
ALTER TABLE event_facets ADD PRIMARY KEY (id);
--> statement-breakpoint
CREATE INDEX event_facets_time ON event_facets (source, instrument_id, type, side, detected_ms, id)
  INCLUDE (updated_ms, confidence, size, degraded);
--> statement-breakpoint
CREATE INDEX event_facets_confidence ON event_facets (source, instrument_id, type, side, confidence, detected_ms, id)
  INCLUDE (updated_ms, size);
--> statement-breakpoint
CREATE INDEX event_facets_size ON event_facets (source, instrument_id, type, side, size, detected_ms, id)
  INCLUDE (updated_ms, confidence);
--> statement-breakpoint
CREATE INDEX event_facets_words ON event_facets USING gin (words);
--> statement-breakpoint
CREATE INDEX event_facets_age ON event_facets (detected_ms);
--> statement-breakpoint
CREATE INDEX patterns_age ON patterns (detected_ms);
--> statement-breakpoint
CREATE FUNCTION put_event_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO event_facets SELECT * FROM event_facets_of(NEW)
  ON CONFLICT (id) DO UPDATE SET detected_ms = excluded.detected_ms, updated_ms = excluded.updated_ms,
    side = excluded.side, confidence = excluded.confidence, size = excluded.size, degraded = excluded.degraded,
    words = excluded.words;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER flow_events_facets AFTER INSERT OR UPDATE ON flow_events
  FOR EACH ROW EXECUTE FUNCTION put_event_facets();
--> statement-breakpoint
-- An event that goes takes its row with it
CREATE FUNCTION drop_event_facets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM event_facets USING gone WHERE event_facets.id = gone.id;
  RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER flow_events_gone AFTER DELETE ON flow_events REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION drop_event_facets();
--> statement-breakpoint
-- What another process wrote in the meantime. An event changes for minutes after it was found, never for a day.
INSERT INTO event_facets SELECT facets.* FROM flow_events, LATERAL event_facets_of(flow_events) facets
WHERE flow_events.detected_ms >= (SELECT max(detected_ms) - 86400000 FROM event_facets)
ON CONFLICT (id) DO UPDATE SET detected_ms = excluded.detected_ms, updated_ms = excluded.updated_ms,
  side = excluded.side, confidence = excluded.confidence, size = excluded.size, degraded = excluded.degraded,
  words = excluded.words;
--> statement-breakpoint
ANALYZE event_facets;
