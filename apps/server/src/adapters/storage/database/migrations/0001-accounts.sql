-- Users, sessions, tiers, chosen instruments, preferences, alerts and the audit log.
CREATE TABLE users (
  id text PRIMARY KEY,
  issuer text NOT NULL,
  sub text NOT NULL,
  email text,
  first_name text,
  role text NOT NULL DEFAULT 'user' CHECK (role IN ('user', 'admin')),
  created_at_ms bigint NOT NULL,
  UNIQUE (issuer, sub)
);
--> statement-breakpoint
CREATE TABLE sessions (
  id_hash text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at_ms bigint NOT NULL,
  last_seen_at_ms bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX sessions_user ON sessions (user_id);
--> statement-breakpoint
CREATE TABLE tier_overrides (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  tier text NOT NULL CHECK (tier IN ('free', 'basic', 'pro', 'elite')),
  actor text NOT NULL,
  reason text NOT NULL,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint
);
--> statement-breakpoint
CREATE INDEX tier_overrides_user ON tier_overrides (user_id, id DESC);
--> statement-breakpoint
CREATE TABLE user_instruments (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  instrument_id integer NOT NULL,
  place bigint NOT NULL,
  created_at_ms bigint NOT NULL,
  UNIQUE (user_id, instrument_id)
);
--> statement-breakpoint
CREATE INDEX user_instruments_instrument ON user_instruments (instrument_id);
--> statement-breakpoint
CREATE TABLE watchlist (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  instrument_id integer NOT NULL,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, instrument_id)
);
--> statement-breakpoint
CREATE TABLE preferences (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  body jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE alerts (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  instrument_id integer,
  event_id text,
  title text NOT NULL,
  message text NOT NULL,
  is_read boolean NOT NULL DEFAULT false,
  created_at_ms bigint NOT NULL,
  UNIQUE (user_id, event_id)
);
--> statement-breakpoint
CREATE INDEX alerts_user ON alerts (user_id, created_at_ms DESC);
--> statement-breakpoint
CREATE TABLE audit_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at_ms bigint NOT NULL,
  actor text NOT NULL,
  action text NOT NULL,
  subject text NOT NULL,
  details jsonb NOT NULL,
  request_id text
);
--> statement-breakpoint
CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit_log is append-only';
END
$$;
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
