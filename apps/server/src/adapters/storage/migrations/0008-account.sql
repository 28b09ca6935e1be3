-- What a session says of its device, when its person last proved himself, and erasures that wait.
ALTER TABLE sessions ADD COLUMN device text NOT NULL DEFAULT 'Unknown device';
--> statement-breakpoint
ALTER TABLE sessions ADD COLUMN auth_at_ms bigint NOT NULL DEFAULT 0;
--> statement-breakpoint
CREATE TABLE erasures (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  requested_at_ms bigint NOT NULL,
  due_at_ms bigint NOT NULL
);
