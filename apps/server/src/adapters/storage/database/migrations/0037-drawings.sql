-- Drawings of a user on an instrument: one document each. Every item has the version in which it changed last.
CREATE TABLE workspace_drawings (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  instrument_id integer NOT NULL,
  version integer NOT NULL,
  items jsonb NOT NULL,
  saved_at_ms bigint NOT NULL,
  PRIMARY KEY (user_id, instrument_id)
);
