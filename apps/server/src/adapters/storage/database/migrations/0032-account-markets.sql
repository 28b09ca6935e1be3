-- Market data of a user's own account feed, stored for its owner only. In clear is what must be searched by: whose it is, the
-- instrument, the source and the time. Everything else is sealed with the owner's key and bound to its row.
CREATE TABLE account_keys (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Name of the operator's key that sealed data_key
  key_id text NOT NULL,
  data_key text NOT NULL
);
--> statement-breakpoint
CREATE INDEX account_keys_key ON account_keys (key_id, user_id);
--> statement-breakpoint
CREATE TABLE account_bars (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  source text NOT NULL,
  instrument_id integer NOT NULL,
  start_ms bigint NOT NULL,
  -- Prices of two contracts are never joined
  contract text NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (user_id, source, instrument_id, start_ms, contract)
);
--> statement-breakpoint
CREATE INDEX account_bars_age ON account_bars (start_ms);
--> statement-breakpoint
CREATE TABLE account_events (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('event', 'pattern')),
  source text NOT NULL,
  instrument_id integer NOT NULL,
  detected_ms bigint NOT NULL,
  updated_ms bigint NOT NULL,
  -- Its alerts are not stored yet
  is_due boolean NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (user_id, id)
);
--> statement-breakpoint
CREATE INDEX account_events_newest ON account_events (user_id, source, instrument_id, detected_ms, id);
--> statement-breakpoint
CREATE INDEX account_events_due ON account_events (updated_ms, user_id, id) WHERE is_due;
--> statement-breakpoint
CREATE INDEX account_events_age ON account_events (detected_ms);
--> statement-breakpoint
CREATE TABLE account_windows (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  event_id text NOT NULL,
  to_ms bigint NOT NULL,
  sealed bytea NOT NULL,
  -- Book and rows by which the event can be replayed: kept for a shorter time
  tape bytea,
  PRIMARY KEY (user_id, event_id)
);
--> statement-breakpoint
CREATE INDEX account_windows_age ON account_windows (to_ms);
--> statement-breakpoint
CREATE TABLE account_outcomes (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  source text NOT NULL,
  instrument_id integer NOT NULL,
  kind text NOT NULL CHECK (kind IN ('raised', 'settled', 'calibration')),
  signal_id text NOT NULL,
  at_ms bigint NOT NULL,
  sealed bytea NOT NULL,
  PRIMARY KEY (user_id, source, instrument_id, kind, signal_id)
);
--> statement-breakpoint
CREATE INDEX account_outcomes_time ON account_outcomes (user_id, source, instrument_id, at_ms);
--> statement-breakpoint
CREATE INDEX account_outcomes_signal ON account_outcomes (user_id, signal_id);
--> statement-breakpoint
CREATE INDEX account_outcomes_age ON account_outcomes (at_ms);
--> statement-breakpoint
-- Whose market raised an alert. One of an own feed has no text in clear: title, message and size are in `sealed`.
ALTER TABLE alerts ADD COLUMN market text NOT NULL DEFAULT 'platform' CHECK (market IN ('platform', 'own'));
--> statement-breakpoint
ALTER TABLE alerts ADD COLUMN source text;
--> statement-breakpoint
ALTER TABLE alerts ADD COLUMN sealed bytea;
