-- Webhooks of users: where they go, what waits to be turned into deliveries, and the deliveries themselves.
--
-- One key a user, sealed by the operator's: it seals the addresses and secrets of the user's webhooks
CREATE TABLE webhook_keys (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  key_id text NOT NULL,
  data_key text NOT NULL
);
--> statement-breakpoint
CREATE TABLE webhooks (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  format text NOT NULL CHECK (format IN ('standard', 'discord', 'slack', 'telegram')),
  -- Without what may be secret in it
  shown_address text NOT NULL,
  sealed_address bytea NOT NULL,
  -- Null for formats that are not signed
  sealed_secret bytea,
  secret_tail text,
  -- Of Telegram
  chat text,
  -- Signs beside the new one until then
  sealed_previous bytea,
  previous_until_ms bigint,
  topics jsonb NOT NULL,
  -- Empty: all that the plan has
  event_types jsonb NOT NULL,
  instrument_ids jsonb NOT NULL,
  created_at_ms bigint NOT NULL,
  paused_at_ms bigint,
  pause_reason text CHECK (pause_reason IN ('gone', 'failing')),
  -- Attempts in a row that failed, since when, and the status of the last answer
  failures integer NOT NULL DEFAULT 0,
  failing_since_ms bigint,
  last_status integer
);
--> statement-breakpoint
CREATE INDEX webhooks_user ON webhooks (user_id, created_at_ms);
--> statement-breakpoint
-- Written in the transaction of their cause: of an event one entry a delay at which it is shown, later states replace earlier ones
CREATE TABLE webhook_outbox (
  kind text NOT NULL CHECK (kind IN ('event', 'settled', 'alert', 'import')),
  ref text NOT NULL,
  -- -1 where the cause belongs to a user, who may see it already
  delay_seconds integer NOT NULL,
  -- Instant of the state on the feed's clock
  state_ms bigint NOT NULL,
  is_first boolean NOT NULL,
  PRIMARY KEY (kind, ref, delay_seconds)
);
--> statement-breakpoint
CREATE INDEX webhook_outbox_due ON webhook_outbox (state_ms);
--> statement-breakpoint
CREATE TABLE webhook_deliveries (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  -- Removed with its webhook
  webhook_id text NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  topic text NOT NULL,
  -- Deliveries of one subject arrive one after the other
  subject text NOT NULL,
  label text NOT NULL,
  -- Null where it carries no market data
  instrument_id integer,
  event_type text,
  -- Instant of the newest fact in it, on the feed's clock
  market_ms bigint,
  body text NOT NULL,
  created_at_ms bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed', 'withheld')),
  -- Begin of the day within which it is tried
  since_ms bigint NOT NULL,
  next_attempt_ms bigint NOT NULL,
  -- Taken by a sender until then
  held_until_ms bigint,
  attempts integer NOT NULL DEFAULT 0,
  is_resent boolean NOT NULL DEFAULT false,
  last_attempt_ms bigint,
  answer_status integer,
  failure text,
  answer text,
  took_ms integer
);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (webhook_id, subject, number) WHERE state = 'waiting';
--> statement-breakpoint
CREATE INDEX webhook_deliveries_newest ON webhook_deliveries (webhook_id, number DESC);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_age ON webhook_deliveries (created_at_ms);
--> statement-breakpoint
CREATE INDEX webhook_deliveries_user ON webhook_deliveries (user_id, created_at_ms);
