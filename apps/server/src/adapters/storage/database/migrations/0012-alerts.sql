-- What an alert came from, and whether it stayed quiet or was a test. Those there were told of events.
ALTER TABLE alerts ADD COLUMN rule_id text;
--> statement-breakpoint
ALTER TABLE alerts ADD COLUMN alert_type text NOT NULL DEFAULT 'event';
--> statement-breakpoint
ALTER TABLE alerts ADD COLUMN is_quiet boolean NOT NULL DEFAULT false;
--> statement-breakpoint
ALTER TABLE alerts ADD COLUMN is_test boolean NOT NULL DEFAULT false;
