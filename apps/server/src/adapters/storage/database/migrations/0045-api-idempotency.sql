-- Writes of the public API that named a key: what they were, and what was answered. Kept for a day.
CREATE TABLE api_idempotency (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  idempotency_key text NOT NULL,
  -- SHA-256 of route, parameters and body
  fingerprint text NOT NULL,
  -- Null while it is carried out
  status integer,
  body text,
  created_at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, idempotency_key)
);
--> statement-breakpoint
CREATE INDEX api_idempotency_age ON api_idempotency (created_at_ms);
