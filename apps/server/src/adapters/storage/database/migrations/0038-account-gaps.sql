-- When an instrument of a user's own account feed had no data. How it ended is sealed with the owner's key.
CREATE TABLE account_gaps (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  source text NOT NULL,
  instrument_id integer NOT NULL,
  from_ms bigint NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (user_id, source, instrument_id, from_ms)
);
--> statement-breakpoint
CREATE INDEX account_gaps_age ON account_gaps (from_ms);
