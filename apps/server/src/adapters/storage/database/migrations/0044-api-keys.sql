-- Keys of users' programs. Of a key its hash is stored, and the last four characters by which its owner recognises it.
CREATE TABLE api_keys (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- SHA-256 of the whole key, hexadecimal
  key_hash text NOT NULL UNIQUE,
  last_four text NOT NULL,
  scopes text[] NOT NULL,
  -- Addresses and networks it may be used from; empty: any
  addresses text[] NOT NULL,
  created_at_ms bigint NOT NULL,
  expires_at_ms bigint NOT NULL,
  revoked_at_ms bigint,
  last_used_at_ms bigint,
  last_used_address text
);
--> statement-breakpoint
CREATE INDEX api_keys_user ON api_keys (user_id);
--> statement-breakpoint
-- Requests by hour and scope; counts of a key outlive it by as long as they are kept
CREATE TABLE api_key_usage (
  key_id text NOT NULL,
  scope text NOT NULL,
  hour_ms bigint NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  requests integer NOT NULL,
  -- Refused by the rate limit
  limited integer NOT NULL,
  PRIMARY KEY (key_id, scope, hour_ms)
);
--> statement-breakpoint
CREATE INDEX api_key_usage_user ON api_key_usage (user_id, hour_ms);
--> statement-breakpoint
-- Not for the last use: other processes need to know what a key may do, not when it was used
CREATE CONSTRAINT TRIGGER api_keys_note_revocation AFTER UPDATE ON api_keys DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (OLD.revoked_at_ms IS DISTINCT FROM NEW.revoked_at_ms) EXECUTE FUNCTION note_change_of_user('userChanged');
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER api_keys_note_end AFTER DELETE ON api_keys DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION note_change_of_user('userChanged');
