-- What a user's own connection did of late: words of fixed lists and figures, never a text of a gateway.
CREATE TABLE broker_connection_log (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  step text NOT NULL CHECK (step IN ('connecting', 'resuming', 'connected', 'resynced', 'interrupted', 'waiting',
    'refused', 'disconnected')),
  -- The first time and the latest of equal steps
  since_ms bigint NOT NULL,
  at_ms bigint NOT NULL,
  times integer NOT NULL,
  fault text CHECK (fault IN ('wrong_password', 'no_entitlement', 'session_limit', 'gateway_down', 'maintenance',
    'certificate', 'unknown_system', 'protocol', 'secret_unreadable')),
  server text CHECK (server IN ('rithmic_paper_server', 'rithmic_live_server')),
  tier text CHECK (tier IN ('L3', 'L2S', 'L2C', 'L1T')),
  without_data_ms bigint
);
--> statement-breakpoint
CREATE INDEX broker_connection_log_newest ON broker_connection_log (user_id, at_ms DESC, id DESC);
--> statement-breakpoint
CREATE INDEX broker_connection_log_age ON broker_connection_log (at_ms);
