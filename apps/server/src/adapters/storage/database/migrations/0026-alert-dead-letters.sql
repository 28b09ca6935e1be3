-- Alerts that storage refuses, or refused too often: kept as they were for an administrator to look at and to store again.
CREATE TABLE alert_dead_letters (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  rule_id text,
  -- JSON as text: what the database refuses in a value of its own it takes in here
  body text NOT NULL,
  failure text NOT NULL,
  -- Null: the failure was none of the database's
  sql_state text,
  refusals integer NOT NULL,
  failed_at_ms bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX alert_dead_letters_age ON alert_dead_letters (failed_at_ms, id);
--> statement-breakpoint
CREATE INDEX alert_dead_letters_user ON alert_dead_letters (user_id);
--> statement-breakpoint
-- A blocked queue of the release before left events without their alerts. What is older than a day is in the event
-- history and would come as a flood of alerts about a market that is gone.
DELETE FROM alert_debts WHERE due_ms < (extract(epoch FROM now()) * 1000)::bigint - 86400000;
