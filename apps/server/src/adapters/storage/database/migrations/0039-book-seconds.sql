-- The top of the book by the second, a minute to a row: as rows of their own, seconds took a dozen times the space. Those stay until
-- they are as old as they may become.
CREATE TABLE book_seconds (
  instrument_id integer NOT NULL,
  run_id integer NOT NULL REFERENCES feed_runs (id),
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL,
  seconds bytea NOT NULL,
  PRIMARY KEY (instrument_id, from_ms, run_id)
);
--> statement-breakpoint
CREATE INDEX book_seconds_time ON book_seconds (to_ms);
