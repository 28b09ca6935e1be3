-- What a session says of its device, when its person last proved himself, and erasures that wait.
ALTER TABLE sessions ADD COLUMN device text NOT NULL DEFAULT 'Unknown device';
--> statement-breakpoint
ALTER TABLE sessions ADD COLUMN auth_at_ms bigint NOT NULL DEFAULT 0;
--> statement-breakpoint
-- Names a device to its person; nothing can be done with it but to end the session
ALTER TABLE sessions ADD COLUMN public_id text NOT NULL DEFAULT gen_random_uuid()::text UNIQUE;
--> statement-breakpoint
CREATE TABLE erasures (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  requested_at_ms bigint NOT NULL,
  due_at_ms bigint NOT NULL
);
--> statement-breakpoint
-- Rows under a pseudonym are removed after this instant
ALTER TABLE invoices ADD COLUMN kept_until_ms bigint;
--> statement-breakpoint
ALTER TABLE consents ADD COLUMN kept_until_ms bigint;
--> statement-breakpoint
-- Who looked at a person's account, for his export
CREATE INDEX audit_log_subject ON audit_log (subject, id);
