-- A user's own trading platform: how he connects, and how it went last.
CREATE TABLE broker_connections (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  username text NOT NULL,
  server text NOT NULL CHECK (server IN ('rithmic_paper_server', 'rithmic_live_server')),
  domain text NOT NULL CHECK (domain IN ('rithmic_paper_domain', 'rithmic_live_domain')),
  -- Rises with every save and disconnect
  revision bigint NOT NULL,
  -- Connected again after a restart
  is_wanted boolean NOT NULL,
  last_connected_at_ms bigint,
  fault text,
  saved_at_ms bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX broker_connections_wanted ON broker_connections (user_id) WHERE is_wanted;
--> statement-breakpoint
-- The password, sealed: a row is there from a save until the disconnect.
CREATE TABLE broker_credentials (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Name of the operator's key that sealed data_key
  key_id text NOT NULL,
  data_key text NOT NULL,
  password text NOT NULL
);
--> statement-breakpoint
CREATE INDEX broker_credentials_key ON broker_credentials (key_id, user_id);
