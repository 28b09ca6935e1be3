-- Feeds and calendars that the operator set, and how their last reading went
CREATE TABLE news_sources (
  url text PRIMARY KEY,
  kind text NOT NULL,
  etag text,
  last_modified text,
  read_at_ms bigint,
  next_at_ms bigint NOT NULL,
  failing_since_ms bigint,
  failures integer NOT NULL DEFAULT 0,
  failure text
);
--> statement-breakpoint
-- Dates of calendars. The id stays when a date is moved; without a time of day `at_ms` is null
CREATE TABLE news_releases (
  id text PRIMARY KEY,
  source_url text NOT NULL,
  source text NOT NULL,
  kind text NOT NULL,
  title text NOT NULL,
  day text NOT NULL,
  at_ms bigint,
  read_at_ms bigint NOT NULL,
  moved_from_ms bigint,
  moved_at_ms bigint,
  called_off_at_ms bigint,
  actual text,
  expected text
);
--> statement-breakpoint
CREATE INDEX news_releases_day ON news_releases (day);
--> statement-breakpoint
CREATE TABLE news_headlines (
  id text PRIMARY KEY,
  source text NOT NULL,
  title text NOT NULL,
  -- The words alone, by which the same headline of another source is found
  words text NOT NULL,
  link text,
  published_ms bigint,
  time_fault text,
  read_at_ms bigint NOT NULL,
  instrument_ids integer[] NOT NULL
);
--> statement-breakpoint
CREATE INDEX news_headlines_read ON news_headlines (read_at_ms);
--> statement-breakpoint
CREATE INDEX news_headlines_words ON news_headlines (words, read_at_ms);
