-- Administration of people: last names, orders of the list, counts of a day, views by administrators, and who was shown market data.
ALTER TABLE users ADD COLUMN last_name text;
--> statement-breakpoint
CREATE INDEX users_newest ON users (created_at_ms DESC, id DESC);
--> statement-breakpoint
CREATE INDEX users_email ON users (lower(email), id);
--> statement-breakpoint
CREATE INDEX users_administrators ON users (id) WHERE role = 'admin';
--> statement-breakpoint
-- As last counted on that day in London: who was erased since then still counts in it
CREATE TABLE people_counts (
  day date PRIMARY KEY,
  registered integer NOT NULL,
  with_tier integer NOT NULL
);
--> statement-breakpoint
-- An administrator looks at the product as a user does
CREATE TABLE admin_views (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- A key like that of an audit row: it may outlive the administrator's account
  admin_id text NOT NULL,
  session_hash text NOT NULL,
  reason text NOT NULL,
  started_at_ms bigint NOT NULL,
  -- It ends by itself
  until_ms bigint NOT NULL,
  -- Null until its end was noted
  ended_at_ms bigint
);
--> statement-breakpoint
CREATE INDEX admin_views_user ON admin_views (user_id, started_at_ms DESC);
--> statement-breakpoint
-- One view of a session at a time
CREATE UNIQUE INDEX admin_views_open ON admin_views (session_hash) WHERE ended_at_ms IS NULL;
--> statement-breakpoint
-- Market data that was shown: what the exchanges ask for. One row a person, day in London, device, source, delay and instrument.
CREATE TABLE data_usage (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text REFERENCES users (id) ON DELETE SET NULL,
  pseudonym text,
  day text NOT NULL,
  -- Tells devices of a person apart, and nothing else
  device text NOT NULL,
  source text NOT NULL,
  delay_seconds integer NOT NULL,
  instrument_id integer NOT NULL,
  first_at_ms bigint NOT NULL,
  last_at_ms bigint NOT NULL,
  kept_until_ms bigint,
  UNIQUE (user_id, day, device, source, delay_seconds, instrument_id)
);
--> statement-breakpoint
CREATE INDEX data_usage_day ON data_usage (day);
