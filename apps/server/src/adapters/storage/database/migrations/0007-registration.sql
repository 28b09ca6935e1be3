-- Registrations, and each consent with the version of its text and the instant.
CREATE TABLE registrations (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  first_name text NOT NULL,
  last_name text NOT NULL,
  email text NOT NULL,
  company text,
  phone text,
  trading_experience text NOT NULL,
  market_data_status text NOT NULL CHECK (market_data_status IN ('non_professional', 'professional')),
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL
);
--> statement-breakpoint
-- Append-only for a living account; six years after it ends under a pseudonym
CREATE TABLE consents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text,
  pseudonym text,
  kind text NOT NULL,
  version text NOT NULL,
  text_hash text NOT NULL,
  ip_hash text,
  at_ms bigint NOT NULL,
  CHECK ((user_id IS NULL) <> (pseudonym IS NULL))
);
--> statement-breakpoint
CREATE INDEX consents_user ON consents (user_id, at_ms);
