-- AI patterns, kept as order-flow events are.
CREATE TABLE patterns (
  id text PRIMARY KEY,
  instrument_id integer NOT NULL,
  run_id integer NOT NULL REFERENCES feed_runs (id),
  type text NOT NULL,
  detected_ms bigint NOT NULL,
  body jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX patterns_time ON patterns (instrument_id, detected_ms DESC);
