-- Rules of alerts. The one that was built in becomes an ordinary rule of everybody: who deletes it stays without it.
CREATE TABLE alert_rules (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  place bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  name text NOT NULL,
  notification_method text NOT NULL,
  is_enabled boolean NOT NULL,
  instrument_ids jsonb NOT NULL,
  condition jsonb NOT NULL,
  session_hours text NOT NULL,
  cool_down_seconds integer NOT NULL,
  quiet_hours jsonb,
  expires_at_ms bigint,
  origin text,
  created_at_ms bigint NOT NULL,
  updated_at_ms bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX alert_rules_of ON alert_rules (user_id, place);
--> statement-breakpoint
INSERT INTO alert_rules (id, user_id, name, notification_method, is_enabled, instrument_ids, condition, session_hours,
  cool_down_seconds, origin, created_at_ms, updated_at_ms)
SELECT gen_random_uuid()::text, id, 'Likely and exact events', 'in_app', true, '[]',
  '{"kind":"event","eventTypes":["iceberg","absorption","support","resistance","stop_run","spoofing"],"side":null,"minConfidence":0.8,"minSize":0,"near":null}',
  'any', 60, 'built-in', created_at_ms, created_at_ms FROM users;
--> statement-breakpoint
-- Which firings a cool-down counts from, and what a rule did of late
CREATE INDEX alerts_by_rule ON alerts (rule_id, event_at_ms) WHERE rule_id IS NOT NULL;
--> statement-breakpoint
-- A state of an event and a delay whose alerts were not made yet: written with the event, removed once they are stored.
CREATE TABLE alert_debts (
  event_id text NOT NULL REFERENCES flow_events (id) ON DELETE CASCADE,
  delay_seconds integer NOT NULL,
  updated_ms bigint NOT NULL,
  due_ms bigint NOT NULL,
  PRIMARY KEY (event_id, delay_seconds)
);
--> statement-breakpoint
CREATE INDEX alert_debts_due ON alert_debts (due_ms);
--> statement-breakpoint
-- Each rule tells of an event by an alert of its own
ALTER TABLE alerts DROP CONSTRAINT alerts_user_id_event_id_key;
