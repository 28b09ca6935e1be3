-- Market data: bars, events with their windows, one-second top of book, and the frames behind the delayed view.
CREATE TABLE feed_runs (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  source text NOT NULL,
  run text NOT NULL,
  UNIQUE (source, run)
);
--> statement-breakpoint
CREATE TABLE bars (
  instrument_id integer NOT NULL,
  run_id integer NOT NULL REFERENCES feed_runs (id),
  start_ms bigint NOT NULL,
  open_ticks integer NOT NULL,
  high_ticks integer NOT NULL,
  low_ticks integer NOT NULL,
  close_ticks integer NOT NULL,
  volume bigint NOT NULL,
  buy_volume bigint NOT NULL,
  sell_volume bigint NOT NULL,
  trades integer NOT NULL,
  vwap_ticks double precision,
  PRIMARY KEY (instrument_id, start_ms, run_id)
);
--> statement-breakpoint
CREATE TABLE flow_events (
  id text PRIMARY KEY,
  instrument_id integer NOT NULL,
  run_id integer NOT NULL REFERENCES feed_runs (id),
  type text NOT NULL,
  detected_ms bigint NOT NULL,
  body jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX flow_events_time ON flow_events (instrument_id, detected_ms DESC);
--> statement-breakpoint
CREATE TABLE event_windows (
  event_id text PRIMARY KEY,
  from_ms bigint NOT NULL,
  to_ms bigint NOT NULL,
  truncated boolean NOT NULL,
  deltas bytea NOT NULL
);
--> statement-breakpoint
CREATE INDEX event_windows_time ON event_windows (to_ms);
--> statement-breakpoint
CREATE TABLE top_of_book (
  instrument_id integer NOT NULL,
  run_id integer NOT NULL REFERENCES feed_runs (id),
  second_ms bigint NOT NULL,
  bid_ticks integer,
  bid_size integer NOT NULL,
  ask_ticks integer,
  ask_size integer NOT NULL,
  volume integer NOT NULL,
  buy_volume integer NOT NULL,
  sell_volume integer NOT NULL,
  PRIMARY KEY (instrument_id, second_ms, run_id)
);
--> statement-breakpoint
CREATE INDEX top_of_book_time ON top_of_book (second_ms);
--> statement-breakpoint
CREATE TABLE frames (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  instrument_id integer NOT NULL,
  run_id integer NOT NULL REFERENCES feed_runs (id),
  as_of_ms bigint NOT NULL,
  frame bytea NOT NULL
);
--> statement-breakpoint
CREATE INDEX frames_time ON frames (instrument_id, as_of_ms);
