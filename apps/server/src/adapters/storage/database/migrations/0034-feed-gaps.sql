-- When an instrument had no data: displayed on the chart and never filled. Without an end the gap was open when its run was.
CREATE TABLE feed_gaps (
  instrument_id integer NOT NULL,
  run_id integer NOT NULL REFERENCES feed_runs (id),
  contract text NOT NULL,
  from_ms bigint NOT NULL,
  to_ms bigint,
  PRIMARY KEY (instrument_id, from_ms, run_id)
);
--> statement-breakpoint
CREATE INDEX feed_gaps_time ON feed_gaps (from_ms);
