-- Files of users that rules are tested on; the files themselves are in the folder of uploads, named by their id
CREATE TABLE uploads (
  id text PRIMARY KEY,
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  file_name text NOT NULL,
  bytes bigint NOT NULL,
  -- On disk so far: the next piece begins here
  received bigint NOT NULL,
  -- Reads it; null before the last piece
  job_id text,
  -- Why it is no file that rules can be tested on
  refusal text,
  created_ms bigint NOT NULL,
  expires_ms bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX uploads_of_user ON uploads (user_id, number);
--> statement-breakpoint
-- What the detectors of one version found in a session of an upload: those of the newest reading
CREATE TABLE upload_sessions (
  upload_id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  product text NOT NULL,
  trading_day text NOT NULL,
  -- Version of the detectors, and of the shape of the facts
  detectors text NOT NULL,
  shape integer NOT NULL,
  contract text NOT NULL,
  -- Contracts traded: of several sessions of a day the one with the most is tested
  volume bigint NOT NULL,
  gaps integer NOT NULL,
  -- Its share of how long the file took
  took_ms integer NOT NULL,
  -- Compressed with zstd
  facts bytea NOT NULL,
  PRIMARY KEY (upload_id, product, trading_day)
);
--> statement-breakpoint
CREATE INDEX upload_sessions_of_user ON upload_sessions (user_id, product, trading_day);
