-- Mails to be sent: written in the transaction that causes them, sent and retried afterwards.
CREATE TABLE mail_outbox (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  template text NOT NULL,
  facts jsonb NOT NULL,
  created_at_ms bigint NOT NULL,
  sent_at_ms bigint,
  attempts integer NOT NULL DEFAULT 0,
  -- While a sender holds the mail this is when his hold ends
  next_attempt_ms bigint NOT NULL,
  failure text,
  given_up_at_ms bigint
);
--> statement-breakpoint
CREATE INDEX mail_outbox_waiting ON mail_outbox (next_attempt_ms) WHERE sent_at_ms IS NULL AND given_up_at_ms IS NULL;
