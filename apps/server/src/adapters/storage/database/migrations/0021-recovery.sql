-- Backups that were taken and drills that brought one back: figures only, never what was in them.
CREATE TABLE backup_runs (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at_ms bigint NOT NULL,
  bytes bigint NOT NULL,
  rows bigint NOT NULL,
  seconds double precision NOT NULL
);
--> statement-breakpoint
CREATE TABLE recovery_drills (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at_ms bigint NOT NULL,
  database text NOT NULL CHECK (database IN ('pglite', 'postgres')),
  bytes bigint NOT NULL,
  rows bigint NOT NULL,
  backup_seconds double precision NOT NULL,
  restore_seconds double precision NOT NULL,
  -- Null: every table came back as it was
  fault text
);
