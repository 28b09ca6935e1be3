-- Background jobs of every process. All times are by the clock of the database: those of two machines may differ.
CREATE TABLE jobs (
  id text PRIMARY KEY,
  -- In the order in which they were enqueued
  number bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  kind text NOT NULL,
  -- Whose job it is; null where it is nobody's
  user_id text REFERENCES users (id) ON DELETE CASCADE,
  -- Names the cause: enqueued once however often that is requested
  key text NOT NULL,
  payload jsonb NOT NULL,
  -- The higher one first
  priority integer NOT NULL,
  -- Among those of one priority the lower one first: users take turns, however many jobs one of them has
  turn bigint NOT NULL,
  -- Jobs of one partition run one after the other
  partition text,
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'done', 'cancelled', 'dead')),
  -- Raised each time that a process takes the job: what an earlier one still writes is refused
  claim bigint NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL,
  -- Not before
  due_ms bigint NOT NULL,
  -- Not after; null for ever
  deadline_ms bigint,
  created_ms bigint NOT NULL,
  started_ms bigint,
  -- Until when the process that runs it renews it at the latest
  held_until_ms bigint,
  ended_ms bigint,
  -- From 0 to 1
  progress double precision,
  note text,
  failure text
);
--> statement-breakpoint
-- A job that was cancelled may be requested again
CREATE UNIQUE INDEX jobs_key ON jobs (kind, key) WHERE state <> 'cancelled';
--> statement-breakpoint
CREATE UNIQUE INDEX jobs_partition ON jobs (partition) WHERE state = 'running';
--> statement-breakpoint
CREATE INDEX jobs_next ON jobs (priority DESC, turn, number) WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX jobs_running ON jobs (held_until_ms) WHERE state = 'running';
--> statement-breakpoint
CREATE INDEX jobs_of_user ON jobs (user_id, number);
--> statement-breakpoint
CREATE INDEX jobs_ended ON jobs (ended_ms) WHERE ended_ms IS NOT NULL;
