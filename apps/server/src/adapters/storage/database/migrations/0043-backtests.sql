-- What the detectors of one version found in a recorded session: made once, and every rule is tested on it
CREATE TABLE session_facts (
  source text NOT NULL,
  product text NOT NULL,
  trading_day text NOT NULL,
  -- Version of the detectors
  detectors text NOT NULL,
  -- Version of the shape of the facts
  shape integer NOT NULL,
  contract text,
  gaps integer NOT NULL,
  made_ms bigint NOT NULL,
  -- How long it took: what the next one will take
  took_ms integer NOT NULL,
  -- Deflated
  facts bytea NOT NULL,
  PRIMARY KEY (source, product, trading_day, detectors, shape)
);
--> statement-breakpoint
CREATE INDEX session_facts_age ON session_facts (made_ms);
--> statement-breakpoint
CREATE TABLE backtests (
  id text PRIMARY KEY,
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- As it was written
  rule_text text NOT NULL,
  source text NOT NULL,
  product text NOT NULL,
  from_day text NOT NULL,
  to_day text NOT NULL,
  zone text NOT NULL,
  per_day integer,
  seed integer NOT NULL,
  job_id text NOT NULL,
  created_ms bigint NOT NULL,
  -- Null before the first answer; the trades are beside it
  result jsonb,
  trades jsonb,
  -- The base line is part of the result
  is_whole boolean NOT NULL DEFAULT false,
  -- Sessions that are read by the detectors first: how many there were, how many are left, and how long they will take
  preparing jsonb,
  left_out integer NOT NULL DEFAULT 0
);
--> statement-breakpoint
CREATE INDEX backtests_of_user ON backtests (user_id, number);
--> statement-breakpoint
-- Rules that were tried on the sessions of a product. They stay when their backtest is removed: what was looked at cannot be unseen
CREATE TABLE backtest_tries (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  source text NOT NULL,
  product text NOT NULL,
  rule_hash text NOT NULL,
  p double precision,
  sharpe double precision,
  tried_ms bigint NOT NULL,
  PRIMARY KEY (user_id, source, product, rule_hash)
);
